// Opens connections only to allowed addresses.

import { isIP, type LookupFunction } from "node:net";
import { buildConnector, errors } from "undici";

type Reason = "protocol" | "address" | "redirect" | "too-large" | "timeout" | "connection";

/**
 * The message says what the URL does ("redirects elsewhere") and contains no address behind it;
 * `cause` is for the log only.
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

/** Converts a failed request. Errors of our own requests are returned unchanged. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof FetchRefused || !(error instanceof Error)) return error;
  if (error instanceof errors.InvalidArgumentError || error instanceof TypeError) return error;
  if (error instanceof errors.HeadersOverflowError) {
    return new FetchRefused("too-large", "responds with too many headers", error);
  }
  if (error instanceof errors.ConnectTimeoutError) {
    return new FetchRefused("timeout", "could not be connected to in time", error);
  }
  const code = "code" in error && error.code ? ` (${error.code})` : "";
  return new FetchRefused("connection", `could not be reached${code}`, error);
}

export interface Guard {
  /** Returns all addresses of a name. Called once per connection. */
  addressesOf: (name: string) => Promise<string[]>;
  /** Returns true for a URL's host, or an address behind it, that must not be connected to. */
  isForbidden: (host: string) => boolean;
}

/** Resolves a name only if all of its addresses are allowed. */
function guardedLookup({ addressesOf, isForbidden }: Guard): LookupFunction {
  return (name, { all }, callback) => {
    const resolve = (addresses: string[]) => {
      const records = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = records;
      if (!first)
        callback(new FetchRefused("connection", "could not be resolved to an address"), "");
      else if (addresses.some(isForbidden)) callback(privateAddress(), "");
      else if (all) callback(null, records);
      else callback(null, first.address, first.family);
    };
    addressesOf(name).then(resolve, (error) => callback(error, ""));
  };
}

/**
 * Checks the host of the URL, because literal addresses are not looked up, then all addresses of a
 * name, then the peer of the open socket. HTTP/1.1 only, because the limits are per connection.
 * Certificates are checked whatever the environment says.
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
