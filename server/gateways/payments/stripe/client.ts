// Stripe's official client, loaded when first needed, and the meaning of its errors.
import type Stripe from "stripe";
import type { Mode } from "#core/context";
import { log } from "#core/log";
import { inCallSpan } from "#core/tracing";
import { PaymentRefused, ProviderUnavailable } from "#payments/provider";
import type { StripeSettings } from "./settings";

/** Time limits for Stripe's responses. */
export interface Timeouts {
  /** For one try of a request; each is tried twice, half a second apart. */
  tryMs: number;
  /** For one try of taking the money, which involves the customer's bank. */
  confirmMs: number;
}

/** The longest calls, including retries, stay within `callLimits`: see outages.unit.test.ts. */
export const TIMEOUTS: Timeouts = { tryMs: 3000, confirmMs: 8000 };

/** Cached responses and redirects must never replace Stripe's own response. */
const plainFetch: typeof fetch = (input, init) =>
  inCallSpan("stripe", (traced) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(traced)) headers.set(name, value);
    return fetch(input, { ...init, headers, cache: "no-store", redirect: "error" });
  });

/** The client is large, so it is loaded at the first request. */
export async function openStripe(settings: StripeSettings, { tryMs }: Timeouts): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const at = settings.url === undefined ? null : new URL(settings.url);
  const isPlain = at?.protocol === "http:";
  return new Client(settings.secretKey, {
    ...(at && {
      host: at.hostname,
      port: at.port || (isPlain ? 80 : 443),
      protocol: isPlain ? "http" : "https",
    }),
    // The package's default client does not count connecting or a response that arrives slowly.
    // With fetch, the time limit is for a whole try.
    httpClient: Client.createFetchHttpClient(plainFetch),
    timeout: tryMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: "Carbon Till" },
  });
}

/**
 * Stripe's response must be of the mode that the keys claim: a test payment must never count as
 * real money. @throws ProviderUnavailable
 */
export function requireMode(mode: Mode, { id, livemode }: { id: string; livemode: boolean }): void {
  if (livemode === (mode === "live")) return;
  log.error(
    { event: "payment.wrong_mode", mode, providerPaymentId: id },
    "Stripe returned a payment of the other mode",
  );
  throw new ProviderUnavailable(`Stripe's payment ${id} is not of ${mode} mode`);
}

/** An error response of Stripe, or the client's error without a response. */
export type StripeFailure = Stripe.errors.StripeError;

function isStripeFailure(error: unknown): error is StripeFailure {
  return error instanceof Error && "rawType" in error && "requestId" in error;
}

/** The card was declined: a normal result. */
export function isDecline(error: unknown): error is StripeFailure {
  return isStripeFailure(error) && error.statusCode === 402;
}

/** Stripe did not do what was requested. */
export function isRefusal(error: unknown): error is StripeFailure {
  return isStripeFailure(error) && (error.statusCode === 400 || error.statusCode === 404);
}

/**
 * Stripe will respond the same to repetitions. Not with a wrong key (401), which may be corrected.
 */
export function isFinalRefusal(error: unknown): error is StripeFailure {
  return isStripeFailure(error) && [400, 402, 403, 404].includes(error.statusCode ?? 0);
}

/** Returns true if the response is a replay for this idempotency key. */
export function isRepeated(headers: Record<string, string> | undefined): boolean {
  // With fetch, headers are not a plain object, whatever the package's types say.
  return new Headers(headers).get("idempotent-replayed") === "true";
}

/** Stripe failed and will repeat that for this idempotency key for a day. */
function isLastingFailure(error: unknown): boolean {
  if (!isStripeFailure(error) || (error.statusCode ?? 0) < 500) return false;
  return isRepeated(error.headers) || isNotToBeRetried(error.headers);
}

/** Keys per write; the next one is tried after a lasting failure. */
const KEYS = 3;

/**
 * Writes with an idempotency key. Stripe repeats its own failures for a key for a day, so further
 * keys are tried. Only for writes that are harmless when repeated.
 */
export async function write<T>(
  { key, withinMs }: { key: string; withinMs: number },
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  for (let tried = 1; ; tried += 1) {
    try {
      return await send(tried === 1 ? key : `${key}.${tried}`);
    } catch (error) {
      const isLate = performance.now() - started > withinMs;
      if (tried === KEYS || isLate || !isLastingFailure(error)) throw error;
    }
  }
}

/** Returns true if Stripe advises against repeating the request with the same key. */
function isNotToBeRetried(headers: Record<string, string> | undefined): boolean {
  return new Headers(headers).get("stripe-should-retry") === "false";
}

/**
 * Only what may be logged: the message of a failure can contain keys, tokens and client secrets.
 */
export function factsOf({ type, code, param, statusCode, requestId }: StripeFailure) {
  return { type, code, param, status: statusCode, request: requestId };
}

export function refused(error: StripeFailure): PaymentRefused {
  const facts = factsOf(error);
  log.error({ event: "payment.begin_refused", ...facts }, "Stripe refused to begin a payment");
  return new PaymentRefused(`Stripe refused to begin the payment: ${facts.code ?? facts.type}`);
}

/** Converts failures that the caller can only handle by repeating the call. */
export function unavailable(error: unknown): unknown {
  if (!isStripeFailure(error)) return error;
  const facts = factsOf(error);
  const { status = 0 } = facts;
  const isLasting = status >= 400 && status < 500 && status !== 409 && status !== 429;
  if (isLasting) {
    log.error(
      { event: "payment.provider_refused", ...facts },
      "Stripe refuses requests; check its keys",
    );
  }
  const details = Object.values(facts).filter((it) => it !== undefined);
  const cause = new Error(details.join(" "), { cause: error.detail });
  return new ProviderUnavailable("The outcome of the request to Stripe is unknown", { cause });
}
