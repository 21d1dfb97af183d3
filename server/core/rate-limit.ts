// How many requests a key, or without one a caller's address, may make each second, counted in this
// process.

import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { env, rateLimitsOf } from "./env";
import { Problem } from "./errors";
import { oncePerProcess } from "./once-per-process";

/** What is counted apart: a key's reads and writes, and look-ups without a key, by address. */
type Kind = "read" | "write" | "lookup";
type Limiters = Record<Kind, RateLimiterMemory>;

function limiters(setting: string): Limiters | null {
  const perSecond = rateLimitsOf(setting);
  if (perSecond === null) return null;
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: 1 });
  const { reads, writes, lookups } = perSecond;
  return { read: limiter(reads), write: limiter(writes), lookup: limiter(lookups) };
}

const limits = oncePerProcess("rate-limits", () => limiters(env.CT_RATE_LIMIT));

function headersOf(kind: Kind, limit: number, state: RateLimiterRes): Record<string, string> {
  const resetSeconds = Math.ceil(state.msBeforeNext / 1000);
  return {
    "ratelimit-policy": `"${kind}";q=${limit};w=1`,
    ratelimit: `"${kind}";r=${state.remainingPoints};t=${resetSeconds}`,
  };
}

/** Whether a limiter threw its count; `instanceof` fails because pages have a copy of its class. */
export function isLimitExceeded(state: unknown): state is RateLimiterRes {
  return !(state instanceof Error) && typeof state === "object";
}

/** Whole seconds until the limit starts over. */
export function secondsUntilReset({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

function tooMany(kind: Kind, points: number): string {
  if (kind === "lookup") return `Without a key, an address may look up ${points} times a second.`;
  return `This key may make ${points} ${kind} requests a second.`;
}

/**
 * Counts a request of whom `name` names: a key's id, or an address. Returns the headers that tell
 * how many are left. @throws rate-limited
 */
export async function countRequest(name: string, kind: Kind): Promise<Record<string, string>> {
  if (!limits) return {};
  const limiter = limits[kind];
  try {
    return headersOf(kind, limiter.points, await limiter.consume(name));
  } catch (state) {
    if (!isLimitExceeded(state)) throw state;
    const retryAfter = String(secondsUntilReset(state));
    throw new Problem("rate-limited", {
      detail: tooMany(kind, limiter.points),
      headers: { ...headersOf(kind, limiter.points, state), "retry-after": retryAfter },
    });
  }
}
