// Links that turn one kind of notification off without a login. Their signature names the person,
// the scope and the kind, and they stay valid.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import { notFound } from "#core/errors";
import { ensureSecret } from "#domain/people";
import { isNoticeKind, turnNoticeOff } from "./choices";
import { findRecipient } from "./recipients";
import { type NoticeKind, noticeRule } from "./schema";

interface Target {
  personId: string;
  scope: string;
  kind: NoticeKind;
}

const SIGNATURE_BYTES = 24;

async function signatureOf(ctx: Context, signed: string): Promise<Buffer> {
  const secret = await ensureSecret(ctx, { name: "unsubscribe" });
  return createHmac("sha256", secret).update(signed).digest().subarray(0, SIGNATURE_BYTES);
}

export async function createUnsubscribeUrl(ctx: Context, target: Target): Promise<string> {
  const signed = `${target.personId}.${target.scope}.${target.kind}`;
  const signature = (await signatureOf(ctx, signed)).toString("base64url");
  return `${appUrl()}/unsubscribe/${signed}.${signature}`;
}

/** Null if the token is not one of ours. */
async function readToken(ctx: Context, token: string): Promise<Target | null> {
  const [personId = "", scope = "", kind = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || !isNoticeKind(kind)) return null;
  const given = Buffer.from(signature, "base64url");
  const expected = await signatureOf(ctx, `${personId}.${scope}.${kind}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { personId, scope, kind };
}

interface Subscription {
  label: string;
  /** Of the account; null if the person does not belong to it any more. */
  placeName: string | null;
  isOn: boolean;
}

/** Null for an unknown link. */
export async function findSubscription(
  ctx: Context,
  { token }: { token: string },
): Promise<Subscription | null> {
  const target = await readToken(ctx, token);
  const rule = target && noticeRule(target.scope, target.kind);
  if (!rule) return null;
  const recipient = await findRecipient(ctx.db, target);
  return {
    label: rule.label,
    placeName: recipient?.placeName ?? null,
    isOn: recipient?.isOn ?? false,
  };
}

/** Doing it twice is no error. @throws not-found */
export async function unsubscribe(ctx: Context, { token }: { token: string }): Promise<void> {
  const target = await readToken(ctx, token);
  if (!target) throw notFound("notification");
  await turnNoticeOff(ctx, target);
}
