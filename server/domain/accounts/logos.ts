// Logos of accounts and subaccounts.
import type { Account, AccountContext, Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { invalid, notFound } from "#core/errors";
import { recordAudit } from "#core/record-audit";
import { FetchRefused, type GuardedResponse, guardedFetch } from "#gateways/fetch";
import { files, type StoredFile } from "#gateways/files";
import { NotAnImage, reencodeImage } from "#gateways/images";
import type { Subaccount } from "#prisma";
import { toAccount } from "./accounts";
import { logoContentTypes, logoFileKey, logoKeyOf, MAX_LOGO_BYTES } from "./rules";
import { emitSubaccountEvent } from "./subaccounts";

interface Picture {
  contentType: string;
  bytes: Uint8Array;
  /** The field that a refusal names. */
  field: string;
}

/**
 * The key of the kept file. To be called outside transactions: it takes a while, and a file that
 * nobody names in the end does no harm.
 * @throws invalid naming the field where the bytes are no picture of the type
 */
export async function storeLogo(ctx: Context, picture: Picture): Promise<string> {
  try {
    const { contentType, bytes } = await reencodeImage(picture);
    const key = logoFileKey(sha256(bytes).toString("hex"));
    await files(ctx.db).put(key, { contentType, bytes });
    return key;
  } catch (error) {
    throw error instanceof NotAnImage ? invalid(picture.field, error.message) : error;
  }
}

interface Change {
  of: "account" | "subaccount";
  id: string;
  fileKey: string | null;
}

/** Adds the change of a logo to the audit log. */
async function recordLogo(
  ctx: Context & { account: Account },
  { of, id, fileKey }: Change,
): Promise<void> {
  const change = fileKey === null ? "logo_removed" : "logo_set";
  await recordAudit(ctx, { action: `${of}.${change}`, subjectId: id });
}

/**
 * As for a subaccount, and returns the context's account anew. The twin has it too, as it has the
 * name, so that what is tried on test looks like what will be live. @throws not-found
 */
export async function setAccountLogo(
  ctx: AccountContext,
  { fileKey }: { fileKey: string | null },
): Promise<Account> {
  const { id } = ctx.account;
  const own = await ctx.db.prisma.account.findUnique({ where: { id } });
  if (!own) throw notFound("account");
  const liveId = own.liveAccountId ?? id;
  await ctx.db.prisma.account.updateMany({
    where: { OR: [{ id: liveId }, { liveAccountId: liveId }] },
    data: { logoFileKey: fileKey },
  });
  await recordLogo(ctx, { of: "account", id, fileKey });
  return toAccount({ ...own, logoFileKey: fileKey });
}

/** Null removes the logo; the file stays, for what was published with it. @throws not-found */
export async function setSubaccountLogo(
  ctx: AccountContext,
  input: { id: string; fileKey: string | null },
): Promise<Subaccount> {
  const { id, fileKey } = input;
  const [updated] = await ctx.db.prisma.subaccount.updateManyAndReturn({
    where: { accountId: ctx.account.id, id },
    data: { logoFileKey: fileKey },
  });
  if (!updated) throw notFound("subaccount");
  await emitSubaccountEvent(ctx, { type: "subaccount.updated", subaccount: updated });
  await recordLogo(ctx, { of: "subaccount", id, fileKey });
  return updated;
}

/** The logo of this file name ("<digest>.png"), or null. */
export async function findLogo(ctx: Context, fileName: string): Promise<StoredFile | null> {
  const key = logoKeyOf(fileName);
  return key === null ? null : files(ctx.db).find(key);
}

const TIMEOUT_MS = 10_000;
const FIELD = "logo_url";

async function download(url: string): Promise<GuardedResponse> {
  try {
    const headers = { accept: logoContentTypes.join(", ") };
    const limits = { maxBytes: MAX_LOGO_BYTES, timeoutMs: TIMEOUT_MS };
    return await guardedFetch({ url, headers, redirects: "same-origin", ...limits });
  } catch (error) {
    throw error instanceof FetchRefused ? invalid(FIELD, error.message) : error;
  }
}

/** The key of the kept file. @throws invalid `logo_url` saying why nothing could be had from it */
export async function downloadLogo(ctx: Context, url: string): Promise<string> {
  const { status, headers, bytes } = await download(url);
  if (status !== 200) throw invalid(FIELD, `was answered with the status ${status}`);
  const contentType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "nothing";
  if (!logoContentTypes.some((known) => known === contentType)) {
    throw invalid(FIELD, `must be a PNG, JPEG, WebP or SVG image; its server says ${contentType}`);
  }
  return storeLogo(ctx, { contentType, bytes, field: FIELD });
}
