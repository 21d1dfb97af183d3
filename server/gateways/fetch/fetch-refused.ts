// Why a request to a caller's URL came to nothing, in words that the account's people may read.
import { errors } from "undici";

type Reason = "protocol" | "address" | "redirect" | "too-large" | "timeout" | "connection";

/**
 * The message says of the URL what it does or is ("redirects elsewhere"), and names no address
 * behind it; `cause` is for the log alone.
 */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
  readonly reason: Reason;

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

export function privateAddress(): FetchRefused {
  return new FetchRefused("address", "leads to a private, loopback or link-local address");
}

/** What a failed request means. A request that we wrote badly stays the error that it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof FetchRefused || !(error instanceof Error)) return error;
  if (error instanceof errors.InvalidArgumentError || error instanceof TypeError) return error;
  if (error instanceof errors.HeadersOverflowError) {
    return new FetchRefused("too-large", "answers with too many headers", error);
  }
  if (error instanceof errors.ConnectTimeoutError) {
    return new FetchRefused("timeout", "could not be connected to in time", error);
  }
  const code = "code" in error && error.code ? ` (${error.code})` : "";
  return new FetchRefused("connection", `could not be reached${code}`, error);
}
