// Opens connections for the gateway, each only to addresses that are allowed.

import { isIP, type LookupFunction } from "node:net";
import { buildConnector, errors } from "undici";

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

function privateAddress(): FetchRefused {
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

/** What a connection is held to. */
export interface Guard {
  /** Every address of a name, asked once for each connection. */
  addressesOf: (name: string) => Promise<string[]>;
  /** Whether a host of a URL, or an address behind it, must not be connected to. */
  isForbidden: (host: string) => boolean;
}

/** A look-up that answers only where all of the name's addresses are allowed. */
function guardedLookup({ addressesOf, isForbidden }: Guard): LookupFunction {
  return (name, { all }, callback) => {
    const answer = (addresses: string[]) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (!first) callback(new FetchRefused("connection", "has a host without an address"), "");
      else if (addresses.some(isForbidden)) callback(privateAddress(), "");
      else if (all) callback(null, found);
      else callback(null, first.address, first.family);
    };
    addressesOf(name).then(answer, (error) => callback(error, ""));
  };
}

/**
 * Checks the host as it stands in the URL, for a literal address is never looked up; then every
 * address of a name, before the first is tried; then the peer of the socket that was opened.
 * HTTP/1.1 alone, for its limits are per connection; certificates are checked whatever the
 * environment says.
 */
export function guardedConnector(guard: Guard): buildConnector.connector {
  const lookup = guardedLookup(guard);
  const connect = buildConnector({ allowH2: false, rejectUnauthorized: true, lookup });
  return (options, callback) => {
    if (guard.isForbidden(options.hostname)) return callback(privateAddress(), null);
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      if (!guard.isForbidden(socket.remoteAddress ?? "")) return callback(null, socket);
      socket.destroy();
      callback(privateAddress(), null);
    });
  };
}
