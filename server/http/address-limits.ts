// How much one address may ask for without a key that is known to be good, counted in this process.
import { RateLimiterMemory } from "rate-limiter-flexible";
import { sha256 } from "#core/crypto";
import { isLimitExceeded, secondsUntilReset } from "#core/rate-limit";
import type { AddressKind } from "./request-class";

/** Long enough for a page with all that belongs to it to come at once. */
const WINDOW_SECONDS = 5;
/** Requests a second, for each page view a second. */
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
const MOST_PROVEN = 10_000;

export class AddressLimits {
  readonly #limiters: Record<AddressKind | "failures", RateLimiterMemory>;
  /** Hashes of keys that were accepted lately, and until when that counts. */
  readonly #proven = new Map<string, number>();

  /** `perSecond`: page views a second and address; everything else follows from it. */
  constructor(perSecond: number) {
    const entries = Object.entries(shares).map(([kind, share]) => {
      const points = Math.max(1, Math.round(perSecond * share * WINDOW_SECONDS));
      return [kind, new RateLimiterMemory({ points, duration: WINDOW_SECONDS })];
    });
    this.#limiters = Object.fromEntries(entries);
  }

  /**
   * Counts a request; one with a key that is not proven counts only once its key is refused. Returns
   * null, or in how many seconds the address may come again.
   */
  async admit(address: string, kind: AddressKind | null): Promise<number | null> {
    if (kind !== null) return this.#consume(address, kind);
    const failures = await this.#limiters.failures.get(address);
    return failures && failures.remainingPoints <= 0 ? secondsUntilReset(failures) : null;
  }

  /** Whether the key in this Authorization header was accepted lately. */
  isProven(authorization: string): boolean {
    const until = this.#proven.get(hashOf(authorization));
    return until !== undefined && until > Date.now();
  }

  /** The API accepted the key. */
  accept(authorization: string): void {
    const hash = hashOf(authorization);
    this.#proven.delete(hash);
    this.#proven.set(hash, Date.now() + PROVEN_MS);
    const oldest = this.#proven.keys().next().value;
    if (this.#proven.size > MOST_PROVEN && oldest !== undefined) this.#proven.delete(oldest);
  }

  /** The API answered 401: the key is revoked, or was never one. */
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
