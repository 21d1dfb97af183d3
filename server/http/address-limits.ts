// Limits per address for requests without a proven key, counted in this process.
import { RateLimiterMemory } from "rate-limiter-flexible";
import { sha256 } from "#core/crypto";
import { isLimitExceeded, secondsUntilReset } from "#core/rate-limit";
import type { AddressKind } from "./request-class";

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

/** Keys are not held in memory. */
export function hashOfKey(authorization: string): string {
  return sha256(authorization).toString("base64");
}
