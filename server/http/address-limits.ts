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
const MAX_PROVEN = 10_000;

export class AddressLimits {
  readonly #limiters: Record<AddressKind | "failures", RateLimiterMemory>;
  /** Hashes of recently accepted keys → expiration time. */
  readonly #proven = new Map<string, number>();

  /** `perSecond` is page views per second and address; the other limits derive from it. */
  constructor(perSecond: number) {
    const entries = Object.entries(shares).map(([kind, share]) => {
      const points = Math.max(1, Math.round(perSecond * share * WINDOW_SECONDS));
      return [kind, new RateLimiterMemory({ points, duration: WINDOW_SECONDS })];
    });
    this.#limiters = Object.fromEntries(entries);
  }

  /**
   * Counts a request. One with an unproven key counts only if its key is then rejected. Returns
   * null, or after how many seconds to retry.
   */
  async admit(address: string, kind: AddressKind | null): Promise<number | null> {
    if (kind !== null) return this.#consume(address, kind);
    const failures = await this.#limiters.failures.get(address);
    return failures && failures.remainingPoints <= 0 ? secondsUntilReset(failures) : null;
  }

  /** Returns true if the API has accepted the key recently. */
  isProven(authorization: string): boolean {
    const until = this.#proven.get(hashOf(authorization));
    return until !== undefined && until > Date.now();
  }

  accept(authorization: string): void {
    const hash = hashOf(authorization);
    this.#proven.delete(hash);
    this.#proven.set(hash, Date.now() + PROVEN_MS);
    const oldest = this.#proven.keys().next().value;
    if (this.#proven.size > MAX_PROVEN && oldest !== undefined) this.#proven.delete(oldest);
  }

  /** The API responded with 401: the key is revoked or unknown. */
  async reject(authorization: string, address: string): Promise<void> {
    this.#proven.delete(hashOf(authorization));
    await this.#consume(address, "failures");
  }

  async #consume(address: string, kind: AddressKind | "failures"): Promise<number | null> {
    try {
      await this.#limiters[kind].consume(address);
      return null;
    } catch (state) {
      if (!isLimitExceeded(state)) throw state;
      return secondsUntilReset(state);
    }
  }
}

function hashOf(text: string): string {
  return sha256(text).toString("base64");
}
