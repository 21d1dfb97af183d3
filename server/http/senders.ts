// Senders of requests by address and key, and limits per address of those without a proven key, which
// are counted in this process.
import type http from "node:http";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { addressOf, callerOf, originOf } from "#core/caller";
import { sha256 } from "#core/crypto";
import { env } from "#core/env";
import { log } from "#core/log";
import { isLimitExceeded, secondsUntilReset } from "#core/rate-limit";
import { type Connection, isLoopback } from "./connections";
import { type AddressKind, isOwnPath, type RequestHead } from "./request-class";

interface Origin {
  remoteAddress: string;
  forwardedFor: string;
}

/**
 * Warns if the proxies in front do not match CT_TRUSTED_PROXIES: limits would then apply to the wrong
 * clients. Returns whether it warned.
 */
export function warnOfProxies(
  { remoteAddress, forwardedFor }: Origin,
  trusted = env.CT_TRUSTED_PROXIES,
): boolean {
  const entries = forwardedFor.split(",").filter((part) => part.trim() !== "").length;
  if (trusted === 0) {
    // Loopback clients are not limited, so a local proxy that is not trusted disables limits.
    if (entries === 0 || !isLoopback(remoteAddress)) return false;
    log.warn(
      { event: "http.proxy_not_trusted" },
      "a proxy on this machine sends X-Forwarded-For, but CT_TRUSTED_PROXIES is 0",
    );
    return true;
  }
  if (entries >= trusted) return false;
  // If a proxy adds nothing, a client may write any address into the header.
  log.warn(
    { event: "http.forwarded_for_missing", entries, trusted },
    "X-Forwarded-For has fewer addresses than CT_TRUSTED_PROXIES; configure each proxy to append " +
      "its client's address, or clients can claim any address",
  );
  return true;
}

/** Finds who sends requests. */
export class Senders {
  #hasWarned = false;

  /** Parsed once per connection, unless its proxy forwards another client. */
  find(connection: Connection, req: http.IncomingMessage): { caller: string; address: string } {
    const origin = originOf(req);
    if (connection.caller?.forwardedFor !== origin.forwardedFor) {
      const { forwardedFor, remoteAddress = "" } = origin;
      if (!this.#hasWarned && !isOwnPath(req.url ?? "")) {
        this.#hasWarned = warnOfProxies({ forwardedFor, remoteAddress });
      }
      connection.caller = { forwardedFor, name: callerOf(origin), address: addressOf(origin) };
    }
    const { name: caller, address } = connection.caller;
    return { caller, address };
  }
}

/**
 * Returns the hash of the request's key: keys are not held in memory. Computed once per connection,
 * unless it carries other keys.
 */
export function keyHashOf(
  connection: Connection,
  { authorization }: RequestHead,
): string | undefined {
  if (authorization === undefined) return undefined;
  if (connection.key?.authorization !== authorization) {
    connection.key = { authorization, hash: sha256(authorization).toString("base64") };
  }
  return connection.key.hash;
}

/** Long enough for a page to load with all its files at once. */
const WINDOW_SECONDS = 5;
/** Requests per second for each page view per second. */
const shares: Record<AddressKind | "failures", number> = {
  pages: 1,
  docs: 0.5,
  checkout: 1,
  api: 1,
  forms: 0.5,
  dashboard: 5,
  assets: 20,
  webhooks: 10,
  failures: 1,
};
const PROVEN_MS = 600_000;
/** A key that is in use is renewed this often. */
const RENEW_MS = 60_000;
const MAX_PROVEN = 10_000;

function limitersOf(perSecond: number): Record<AddressKind | "failures", RateLimiterMemory> {
  const entries = Object.entries(shares).map(([kind, share]) => {
    const points = Math.max(1, Math.round(perSecond * share * WINDOW_SECONDS));
    return [kind, new RateLimiterMemory({ points, duration: WINDOW_SECONDS })];
  });
  return Object.fromEntries(entries);
}

export class AddressLimits {
  /** Null without limits. */
  readonly #limiters: Record<AddressKind | "failures", RateLimiterMemory> | null;
  /** By the hash of a recently accepted key. */
  readonly #proven = new Map<string, { account: string; until: number }>();

  /** `perSecond` is page views per second and address; the other limits derive from it. */
  constructor(perSecond: number | null) {
    this.#limiters = perSecond === null ? null : limitersOf(perSecond);
  }

  /**
   * Counts a request. One with an unproven key counts only if its key is then rejected. Returns
   * null, or after how many seconds to retry.
   */
  async admit(address: string, kind: AddressKind | null): Promise<number | null> {
    if (kind !== null) return this.#consume(address, kind);
    const failures = await this.#limiters?.failures.get(address);
    return failures && failures.remainingPoints <= 0 ? secondsUntilReset(failures) : null;
  }

  /** Returns the account of a key that the API has accepted recently. */
  accountOf(keyHash: string): string | undefined {
    const proven = this.#proven.get(keyHash);
    return proven && proven.until > Date.now() ? proven.account : undefined;
  }

  accept(keyHash: string, account: string): void {
    const until = Date.now() + PROVEN_MS;
    const proven = this.#proven.get(keyHash);
    if (proven && proven.until > until - RENEW_MS && proven.account === account) return;
    this.#proven.delete(keyHash);
    this.#proven.set(keyHash, { account, until });
    const oldest = this.#proven.keys().next().value;
    if (this.#proven.size > MAX_PROVEN && oldest !== undefined) this.#proven.delete(oldest);
  }

  /** The API responded with 401: the key is revoked or unknown. */
  async reject(keyHash: string, address: string): Promise<void> {
    this.#proven.delete(keyHash);
    await this.#consume(address, "failures");
  }

  async #consume(address: string, kind: AddressKind | "failures"): Promise<number | null> {
    try {
      await this.#limiters?.[kind].consume(address);
      return null;
    } catch (state) {
      if (!isLimitExceeded(state)) throw state;
      return secondsUntilReset(state);
    }
  }
}
