// Fetches a logo from the address that a caller gives.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { FetchRefused, type GuardedResponse, guardedFetch } from "#gateways/fetch";
import { logoContentTypes, MAX_LOGO_BYTES } from "./logo-rules";
import { storeLogo } from "./store-logo";

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
