import type { Account, AccountContext, Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { invalid, notFound } from "#core/errors";
import { smallLogo } from "#core/page-headers";
import { recordAudit } from "#core/record-audit";
import { inCallSpan } from "#core/tracing";
import { FetchRefused, type GuardedResponse, guardedFetch } from "#gateways/fetch";
import { files, type StoredFile } from "#gateways/files";
import { NotAnImage, reencodeImage, shrinkLogo } from "#gateways/images";
import type { Subaccount } from "#prisma";
import { toAccount } from "./accounts";
import { logoContentTypes, logoFileKey, logoKeysOf, MAX_LOGO_BYTES } from "./rules";
import { emitSubaccountEvent } from "./subaccounts";

interface Picture {
  contentType: string;
  bytes: Uint8Array;
  /** The field that an error names. */
  field: string;
}

/**
 * Stores the image and returns its file key. Call it outside transactions: decoding takes a while,
 * and an unused file does no harm.
 * @throws invalid naming the field if the bytes are not an image of the type
 */
export async function storeLogo(ctx: Context, picture: Picture): Promise<string> {
  try {
    const logo = await reencodeImage(picture);
    const key = logoFileKey(sha256(logo.bytes).toString("hex"));
    await files(ctx.db).put(smallLogo(key), await shrinkLogo(logo));
    await files(ctx.db).put(key, logo);
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

async function recordLogo(
  ctx: Context & { account: Account },
  { of, id, fileKey }: Change,
): Promise<void> {
  const change = fileKey === null ? "logo_removed" : "logo_set";
  await recordAudit(ctx, { action: `${of}.${change}`, subjectId: id });
}

/**
 * Sets or removes the logo of the account and its counterpart, so that test pages look like live
 * ones.
 * @throws not-found
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

/**
 * Null removes the logo. The file stays, for certificates that were published with it.
 * @throws not-found
 */
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

/** The logo with this file name ("<digest>.png" or "<digest>-small.png"), or null. */
export async function findLogo(ctx: Context, fileName: string): Promise<StoredFile | null> {
  for (const key of logoKeysOf(fileName)) {
    const file = await files(ctx.db).find(key);
    if (file) return file;
  }
  return null;
}

/** The logo at its public address; null without one. */
export async function findLogoAt(ctx: Context, url: string | null): Promise<StoredFile | null> {
  return url === null ? null : findLogo(ctx, url.slice(url.lastIndexOf("/") + 1));
}

/** The same as a data URL, for pictures that load nothing. */
export async function findLogoData(ctx: Context, url: string | null): Promise<string | null> {
  const logo = await findLogoAt(ctx, url);
  return logo && `data:${logo.contentType};base64,${Buffer.from(logo.bytes).toString("base64")}`;
}

/** The logo of an account or subaccount; null without one. */
export async function findLogoOf(
  ctx: Context,
  { logoFileKey }: { logoFileKey: string | null },
): Promise<StoredFile | null> {
  return logoFileKey === null ? null : files(ctx.db).find(logoFileKey);
}

const TIMEOUT_MS = 10_000;
const FIELD = "logo_url";

async function download(url: string): Promise<GuardedResponse> {
  try {
    const headers = { accept: logoContentTypes.join(", ") };
    const limits = { maxBytes: MAX_LOGO_BYTES, timeoutMs: TIMEOUT_MS };
    const request = { url, headers, redirects: "same-origin", ...limits } as const;
    return await inCallSpan("logo", () => guardedFetch(request));
  } catch (error) {
    throw error instanceof FetchRefused ? invalid(FIELD, error.message) : error;
  }
}

/**
 * Downloads and stores a logo, and returns its file key.
 * @throws invalid `logo_url` with the reason
 */
export async function downloadLogo(ctx: Context, url: string): Promise<string> {
  const { status, headers, bytes } = await download(url);
  if (status !== 200) throw invalid(FIELD, `responded with status ${status}`);
  const contentType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "nothing";
  if (!logoContentTypes.some((known) => known === contentType)) {
    throw invalid(FIELD, `must be a PNG, JPEG, WebP or SVG image; the server sent ${contentType}`);
  }
  return storeLogo(ctx, { contentType, bytes, field: FIELD });
}
