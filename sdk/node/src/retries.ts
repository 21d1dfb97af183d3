const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8000;
/** A call does not wait longer than this, whatever the server asks for. */
const MAX_RETRY_AFTER_MS = 60_000;

const RETRIED = new Set([429, 500, 502, 503, 504]);

/** Requests without an effect so far, and those whose effect happens once however often sent. */
export function shouldRetry(status: number, code: string | undefined): boolean {
  if (status === 409) return code === "idempotency-concurrent-requests";
  return RETRIED.has(status);
}

function retryAfterMs(text: string, now: number): number | null {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

export function pauseMs(attempt: number, retryAfter: null): number;
export function pauseMs(attempt: number, retryAfter: string | null): number | null;
/** Pause before the next attempt; null if the server asks for more than a call waits. */
export function pauseMs(attempt: number, retryAfter: string | null): number | null {
  const longest = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  // Spreads clients that failed together.
  const own = longest * (0.5 + Math.random() / 2);
  const requestedMs = retryAfter === null ? null : retryAfterMs(retryAfter, Date.now());
  if (requestedMs === null) return own;
  return requestedMs > MAX_RETRY_AFTER_MS ? null : Math.max(requestedMs, own);
}

/** @throws the signal's reason as soon as it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
