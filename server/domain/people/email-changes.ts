// A person's change of address, confirmed by a link at the old and one at the new address.
import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { isUniqueViolation } from "#core/db-errors";
import { appUrl } from "#core/env";
import { conflict, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { renderDocument } from "#core/mail-document";
import { normalEmail } from "#core/text";
import { recordAudit } from "#domain/accounts";
import { type MailTemplate, mailOf, type PreparedMail, queueMails } from "#domain/queue";
import type { EmailChange } from "#prisma";
import { clearAttempts, requireAttempt } from "./attempts";
import { lockPerson } from "./identities";
import { unusableLink } from "./mailed-links";
import { emailChangeLimits, linkLimits } from "./rules";
import { recordSecurityChange } from "./security-changes";
import { recordSecurityEvent, type Visitor } from "./security-events";

const LINK_MS = 24 * 3_600_000;
const TOKEN_BYTES = 24;

type Side = "old" | "new";

const openChanges = (ctx: Context) => ({ endedAt: null, expiresAt: { gt: ctx.now } });

/** Null if no change waits for confirmation. */
export function findEmailChange(ctx: Context, personId: string): Promise<EmailChange | null> {
  return ctx.db.prisma.emailChange.findFirst({ where: { personId, ...openChanges(ctx) } });
}

/** Counts the request. Outside a transaction. @throws rate-limited */
export async function countEmailChange(
  ctx: Context,
  { personId, visitor }: { personId: string; visitor: Visitor },
): Promise<void> {
  const limits = emailChangeLimits(personId);
  await requireAttempt(ctx, { limits, attempted: "change of address", visitor, personId });
}

/**
 * Mails a link to both addresses; a former request ends. Only the owner of the
 * new address learns that it has a login already.
 * @throws invalid `email`
 */
export async function requestEmailChange(
  ctx: Context,
  { personId, email }: { personId: string; email: string },
): Promise<void> {
  const { person, emailChange } = ctx.db.prisma;
  const { email: oldEmail } = await person.findUniqueOrThrow({ where: { id: personId } });
  const newEmail = normalEmail(email);
  if (newEmail === oldEmail) throw invalid("email", "is the address that you have");
  await lockPerson(ctx.db, { id: personId });
  await endChanges(ctx, personId);
  const id = newId("emailChange");
  await emailChange.create({
    data: {
      ...{ id, personId, oldEmail, newEmail, createdAt: ctx.now },
      expiresAt: new Date(ctx.now.getTime() + LINK_MS),
    },
  });
  const mails = (["old", "new"] as const).map((side) =>
    mailOf(template, { key: `${id}:${side}`, params: { changeId: id, side }, subjectId: id }),
  );
  await queueMails(ctx.db, { mails, now: ctx.now });
  await recordAudit(ctx, { action: "person.email_change_requested", subjectId: personId });
}

async function endChanges(ctx: Context, personId: string): Promise<number> {
  const where = { personId, endedAt: null };
  const { emailChange } = ctx.db.prisma;
  return (await emailChange.updateMany({ where, data: { endedAt: ctx.now } })).count;
}

/** By the signed-in person. @throws not-linked */
export async function cancelEmailChange(ctx: Context, personId: string): Promise<void> {
  if ((await endChanges(ctx, personId)) === 0) throw notFound("change of address");
  await recordAudit(ctx, { action: "person.email_change_cancelled", subjectId: personId });
}

interface LinkedChange {
  change: EmailChange;
  side: Side;
}

async function findByToken(ctx: Context, token: string): Promise<LinkedChange | null> {
  const hash = new Uint8Array(sha256(token));
  const { emailChange } = ctx.db.prisma;
  for (const side of ["old", "new"] as const) {
    const where = { [`${side}TokenHash`]: hash, ...openChanges(ctx) };
    const change = await emailChange.findFirst({ where });
    if (change) return { change, side };
  }
  return null;
}

/** Null if the link can't be used. Outside a transaction. @throws rate-limited */
export async function findEmailChangeForVisitor(
  ctx: Context,
  { token, visitor }: { token: string; visitor: Visitor },
): Promise<LinkedChange | null> {
  const limits = linkLimits(visitor.network);
  await requireAttempt(ctx, { limits, attempted: "email_change", visitor });
  const linked = await findByToken(ctx, token);
  if (linked) await clearAttempts(ctx.db, limits);
  else
    await recordSecurityEvent(ctx, {
      kind: "auth.link_failed",
      visitor,
      data: { kind: "email_change" },
    });
  return linked;
}

interface Confirmation {
  token: string;
  /** The session that confirms goes on if it is the person's. */
  sessionId: string | null;
  visitor: Visitor;
}

/** Sets the address and ends other sessions and links. @throws conflict */
async function applyChange(
  ctx: Context,
  change: EmailChange,
  { sessionId, visitor }: Confirmation,
) {
  const { personId, oldEmail, newEmail } = change;
  const { person, loginSession, mailedLink } = ctx.db.prisma;
  try {
    const where = { id: personId, email: oldEmail };
    const { count } = await person.updateMany({ where, data: { email: newEmail } });
    if (count === 0) throw unusableLink();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict("Another login has this address by now");
    throw error;
  }
  await endChanges(ctx, personId);
  await loginSession.updateMany({
    where: { personId, endedAt: null, NOT: { id: sessionId ?? "" } },
    data: { endedAt: ctx.now },
  });
  await mailedLink.updateMany({
    where: { kind: "password_reset", email: { in: [oldEmail, newEmail] }, endedAt: null },
    data: { endedAt: ctx.now },
  });
  const actor = { type: "person", id: personId } as const;
  await recordAudit({ ...ctx, actor }, { action: "person.email_changed", subjectId: personId });
  for (const isOld of [true, false]) {
    const emailChange = { id: change.id, isOld };
    await recordSecurityChange(ctx, { change: "email_changed", personId, visitor, emailChange });
  }
}

/**
 * Confirms one side. With the second one, the address changes. The row's lock decides which of two
 * confirmations at the same moment is the second.
 * @throws invalid `token`; conflict if another person has the address by now
 */
export async function confirmEmailChange(
  ctx: Context,
  confirmation: Confirmation,
): Promise<{ isDone: boolean; newEmail: string }> {
  const linked = await findByToken(ctx, confirmation.token);
  if (!linked) throw unusableLink();
  const { change, side } = linked;
  const [updated] = await ctx.db.prisma.emailChange.updateManyAndReturn({
    where: { id: change.id, [`${side}TokenHash`]: change[`${side}TokenHash`], endedAt: null },
    // The link works once: its digest is removed.
    data: { [`${side}ConfirmedAt`]: ctx.now, [`${side}TokenHash`]: null },
  });
  if (!updated) throw unusableLink();
  const isDone = updated.oldConfirmedAt !== null && updated.newConfirmedAt !== null;
  if (isDone) await applyChange(ctx, updated, confirmation);
  return { isDone, newEmail: change.newEmail };
}

/** By a link, mostly the old address's. @throws invalid `token` */
export async function cancelEmailChangeByLink(
  ctx: Context,
  { token }: { token: string },
): Promise<void> {
  const linked = await findByToken(ctx, token);
  if (!linked) throw unusableLink();
  await cancelEmailChange(ctx, linked.change.personId);
}

const MailParams = z.object({ changeId: z.string(), side: z.enum(["old", "new"]) });

function render({ newEmail }: EmailChange, side: Side, url: string) {
  const isOld = side === "old";
  const heading = isOld ? "Change your email address?" : "Confirm your new email address";
  return renderDocument({
    language: "en",
    subject: heading,
    heading,
    notice: null,
    opening: isOld
      ? `Someone who is logged in to your account wants to log in as ${newEmail} from now on.`
      : "Someone wants to use this address to log in to Carbon Till.",
    rows: [],
    closing: [
      "The address changes once it is confirmed here and at the other address. The link works once and expires in 24 hours.",
    ],
    links: [{ label: isOld ? "Confirm or cancel" : "Confirm address", url }],
    footer: isOld
      ? "If it wasn’t you, cancel the change, and reset your password."
      : "If you didn’t expect this, you can ignore this email.",
  });
}

/** The owner of an address with a login learns that it can't be another's. */
function renderTaken() {
  return renderDocument({
    language: "en",
    subject: "This address already has a login",
    heading: "This address already has a login",
    notice: null,
    opening:
      "Someone wants to use this address for another login. It already has its own, so it can’t.",
    rows: [],
    closing: [],
    links: [{ label: "Log in", url: `${appUrl()}/admin/login` }],
    footer: "If you didn’t expect this, you can ignore this email.",
  });
}

async function prepare(
  ctx: Context,
  { changeId: id, side }: z.infer<typeof MailParams>,
): Promise<PreparedMail> {
  const { emailChange, person } = ctx.db.prisma;
  const where = { id, [`${side}ConfirmedAt`]: null, ...openChanges(ctx) };
  const change = await emailChange.findFirst({ where });
  if (!change) return { state: "refused", reason: "the change has ended" };
  const to = side === "old" ? change.oldEmail : change.newEmail;
  const ready = { state: "ready", to, language: "en" } as const;
  if (side === "new" && (await person.count({ where: { email: to } })) > 0) {
    return { ...ready, content: renderTaken() };
  }
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const data = { [`${side}TokenHash`]: new Uint8Array(sha256(token)) };
  const { count } = await emailChange.updateMany({ where, data });
  if (count === 0) return { state: "refused", reason: "the change has ended" };
  const url = `${appUrl()}/admin/address?token=${token}`;
  return { ...ready, content: render(change, side, url) };
}

const template: MailTemplate<z.infer<typeof MailParams>> = {
  name: "email_change",
  audience: "people",
  differsEachTime: true,
  params: MailParams,
  prepare: (ctx, { params }) => prepare(ctx, params),
};

export const emailChangeMails = [template];
