// How many requests a key may make each second, counted in this process.
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { env } from "#core/env";
import { Problem } from "#core/errors";

type Kind = "read" | "write";

function limiters(setting: string): Record<Kind, RateLimiterMemory> | null {
  if (setting === "off") return null;
  const [reads = "100", writes = reads] = setting.split(",");
  const perSecond = (points: string) =>
    new RateLimiterMemory({ points: Number(points), duration: 1 });
  return { read: perSecond(reads), write: perSecond(writes) };
}

const limits = limiters(env.CT_RATE_LIMIT);

function headersOf(kind: Kind, limit: number, state: RateLimiterRes): Record<string, string> {
  const resetSeconds = Math.ceil(state.msBeforeNext / 1000);
  return {
    "ratelimit-policy": `"${kind}";q=${limit};w=1`,
    ratelimit: `"${kind}";r=${state.remainingPoints};t=${resetSeconds}`,
  };
}

/** Counts a request of the key; the headers that tell how many are left. @throws rate-limited */
export async function countRequest(keyId: string, kind: Kind): Promise<Record<string, string>> {
  if (!limits) return {};
  const limiter = limits[kind];
  try {
    return headersOf(kind, limiter.points, await limiter.consume(keyId));
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state;
    const retryAfter = String(Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
    throw new Problem("rate-limited", {
      detail: `This key may make ${limiter.points} ${kind} requests a second.`,
      headers: { ...headersOf(kind, limiter.points, state), "retry-after": retryAfter },
    });
  }
}
