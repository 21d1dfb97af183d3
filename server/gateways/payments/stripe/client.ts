// The official client of Stripe, loaded when it is first needed, and what its errors mean to us.
import type Stripe from "stripe";
import { log } from "#core/log";
import { PaymentRefused, ProviderUnavailable } from "#payments/provider";
import { type StripeSettings, stripeAccountOf } from "./settings";

/** How long Stripe may take to answer. */
export interface Patience {
  /** One try of a request; each is tried twice, half a second apart. */
  tryMs: number;
  /** One try of the request that asks for the money: the customer's bank is behind it. */
  confirmMs: number;
}

/** The longest calls, with their retries, stay within `callLimits`: see the test beside this file. */
export const PATIENCE: Patience = { tryMs: 3000, confirmMs: 8000 };

/** An answer of before, or one from elsewhere, must never stand in for Stripe's own. */
const plainFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, cache: "no-store", redirect: "error" });

/** The client is large: it is loaded when Stripe is first asked. */
export async function openStripe(settings: StripeSettings, { tryMs }: Patience): Promise<Stripe> {
  const { default: Client } = await import("stripe");
  const at = settings.url === undefined ? null : new URL(settings.url);
  const isPlain = at?.protocol === "http:";
  return new Client(settings.secretKey, {
    ...(at && {
      host: at.hostname,
      port: at.port || (isPlain ? 80 : 443),
      protocol: isPlain ? "http" : "https",
    }),
    // The package's default client does not count the time that connecting takes, nor that of an
    // answer which trickles in. With fetch the time is for the whole of a try.
    httpClient: Client.createFetchHttpClient(plainFetch),
    timeout: tryMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: "Carbon Till" },
  });
}

/** An error that Stripe answered with, or that the client made of having no answer. */
export type StripeFailure = Stripe.errors.StripeError;

function isStripeFailure(error: unknown): error is StripeFailure {
  return error instanceof Error && "rawType" in error && "requestId" in error;
}

/** The card was declined: an answer as good as any other. */
export function isDecline(error: unknown): error is StripeFailure {
  return isStripeFailure(error) && error.statusCode === 402;
}

/** Stripe says that it did not do what it was asked. */
export function isRefusal(error: unknown): error is StripeFailure {
  return isStripeFailure(error) && (error.statusCode === 400 || error.statusCode === 404);
}

/** Stripe will answer the same however often it is asked. With a wrong key (401) it may not. */
export function isFinalRefusal(error: unknown): error is StripeFailure {
  return isStripeFailure(error) && [400, 402, 403, 404].includes(error.statusCode ?? 0);
}

/** Whether the answer was given before, to the first request with this idempotency key. */
export function isRepeated(headers: Record<string, string> | undefined): boolean {
  // With fetch, an answer's headers are no plain object, whatever the package's types say.
  return new Headers(headers).get("idempotent-replayed") === "true";
}

/** Stripe failed, and will say the same of this idempotency key for a day. */
export function isLastingFailure(error: unknown): boolean {
  if (!isStripeFailure(error) || (error.statusCode ?? 0) < 500) return false;
  return isRepeated(error.headers) || isNotToBeRetried(error.headers);
}

/** Whether Stripe says that repeating this request, under the same key, is of no use. */
function isNotToBeRetried(headers: Record<string, string> | undefined): boolean {
  return new Headers(headers).get("stripe-should-retry") === "false";
}

/** What may be written down of a failure. Its own text can hold keys, tokens and client secrets. */
export function factsOf({ type, code, param, statusCode, requestId }: StripeFailure) {
  return { type, code, param, status: statusCode, request: requestId };
}

/** What the caller of a payment that cannot begin gets to know. */
export function refused(error: StripeFailure): PaymentRefused {
  const facts = factsOf(error);
  log.error({ event: "payment.begin_refused", ...facts }, "Stripe refused to begin a payment");
  return new PaymentRefused(`Stripe refuses to begin the payment: ${facts.code ?? facts.type}`);
}

/** Makes of a failure that nothing can be done about what the caller knows to repeat. */
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
  const told = Object.values(facts).filter((it) => it !== undefined);
  const cause = new Error(told.join(" "), { cause: error.detail });
  return new ProviderUnavailable("Stripe did not say what became of the request", { cause });
}

export interface StripeAccountCheck {
  /** Null where Stripe does not tell it: with a restricted key, or without an answer. */
  accountId: string | null;
  /** What is wrong, each naming its variable; none where nothing is, or nothing could be asked. */
  problems: string[];
}

function problemsOf(account: Stripe.Account, { publishableKey }: StripeSettings): string[] {
  const problems: string[] = [];
  const other = stripeAccountOf(publishableKey);
  if (other !== null && other !== account.id) {
    problems.push(
      `STRIPE_PUBLISHABLE_KEY: belongs to the Stripe account ${other}, but STRIPE_SECRET_KEY to ${account.id}`,
    );
  }
  if (!account.charges_enabled) {
    problems.push(`STRIPE_SECRET_KEY: the Stripe account ${account.id} cannot take payments yet`);
  }
  return problems;
}

/** Checks the settings with Stripe itself; without an answer from Stripe nothing is wrong. */
export async function checkStripeAccount(
  settings: StripeSettings,
  patience: Patience = PATIENCE,
): Promise<StripeAccountCheck> {
  const stripe = await openStripe(settings, patience);
  try {
    const account = await stripe.accounts.retrieveCurrent();
    return { accountId: account.id, problems: problemsOf(account, settings) };
  } catch (error) {
    const isRefused = (error as Partial<StripeFailure>).statusCode === 401;
    const problems = isRefused ? ["STRIPE_SECRET_KEY: Stripe does not accept this key"] : [];
    return { accountId: null, problems };
  }
}
