// Limits per second, for all processes together.

import type { RateLimiterRes } from "rate-limiter-flexible";
import { env, rateLimitsOf } from "./env";
import { Problem } from "./errors";
import { oncePerProcess } from "./once-per-process";
import { GuardedLimiter, SettledLimiter } from "./shared-limits";

/** Counted separately: a key's reads and writes, and an address's lookups without a key. */
type Kind = "read" | "write" | "lookup";
type Limiters = Record<Kind, Pick<SettledLimiter, "points" | "consume">>;

function limiters(setting: string): Limiters | null {
  const perSecond = rateLimitsOf(setting);
  if (perSecond === null) return null;
  const { reads, writes, lookups } = perSecond;
  return {
    read: new SettledLimiter({ kind: "read", points: reads, duration: 1 }),
    write: new SettledLimiter({ kind: "write", points: writes, duration: 1 }),
    // Certificates could be guessed, and a lookup costs several statements anyway.
    lookup: new GuardedLimiter({ kind: "lookup", points: lookups, duration: 1 }),
  };
}

/** By setting. */
const known = oncePerProcess("rate-limits", () => new Map<string, Limiters | null>());

function currentLimits(): Limiters | null {
  const setting = env.CT_RATE_LIMIT;
  const limits = known.get(setting) ?? limiters(setting);
  known.set(setting, limits);
  return limits;
}

function headersOf(kind: Kind, limit: number, state: RateLimiterRes): Record<string, string> {
  const resetSeconds = Math.ceil(state.msBeforeNext / 1000);
  return {
    "ratelimit-policy": `"${kind}";q=${limit};w=1`,
    ratelimit: `"${kind}";r=${state.remainingPoints};t=${resetSeconds}`,
  };
}

/** `instanceof` fails because pages have their own copy of the class. */
export function isLimitExceeded(state: unknown): state is RateLimiterRes {
  return !(state instanceof Error) && typeof state === "object";
}

export function secondsUntilReset({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

function tooMany(kind: Kind, points: number): string {
  if (kind === "lookup")
    return `Without a key, an IP address can make ${points} lookups per second.`;
  return `This key can make ${points} ${kind} requests per second.`;
}

/** Counts a request of a key or an address. Returns the RateLimit headers. @throws rate-limited */
export async function countRequest(name: string, kind: Kind): Promise<Record<string, string>> {
  const limits = currentLimits();
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
