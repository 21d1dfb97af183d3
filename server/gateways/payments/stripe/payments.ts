// Each payment is a PaymentIntent, confirmed with a token of what the customer entered at Stripe.
import type Stripe from "stripe";
import type { Mode } from "#core/context";
import { log } from "#core/log";
import {
  type Charge,
  type PaymentCalls,
  type PaymentStatus,
  ProviderUnavailable,
  type Source,
} from "#payments/provider";
import { fromStripe } from "./amounts";
import { begin, referenceOf } from "./begin";
import {
  factsOf,
  isDecline,
  isRefusal,
  isRepeated,
  openStripe,
  requireMode,
  type StripeFailure,
  TIMEOUTS,
  type Timeouts,
  unavailable,
  write,
} from "./client";
import { findDisputes } from "./disputes";
import { findRefund, refund } from "./refunds";
import type { StripeSettings } from "./settings";
import { chargeOf, failureOf, isCancellable, refundedOf, statusOf } from "./status";

/**
 * A session lasts a day and an attempt a little longer, so every charge follows its beginning
 * within this.
 */
const FROM_BEGIN_TO_CHARGE_MS = 2 * 24 * 3_600_000;
/** Expanded payments take Stripe seconds per page, and no one waits for `till check`. */
const LIST_PAGE = 50;
const LIST_TIMEOUT_MS = 20_000;
const expand = ["latest_charge.refunds", "latest_charge.balance_transaction", "review"];

/** Stripe with the configured keys, which are of one mode. */
interface Keys {
  stripe: Stripe;
  mode: Mode;
}
type RunRequest = <T>(work: (keys: Keys) => Promise<T>) => Promise<T>;
type Attempt = { key: string; source: Source; returnUrl: string };

function requireStatus(mode: Mode, intent: Stripe.PaymentIntent): PaymentStatus {
  requireMode(mode, intent);
  const status = statusOf(intent);
  if (status) return status;
  throw new ProviderUnavailable(`Stripe calls the payment ${intent.id} ${intent.status}`);
}

/** Returns the status after Stripe did not take the money. */
async function statusAfterRefusal(
  error: StripeFailure,
  { mode, readStatus }: { mode: Mode; readStatus: () => Promise<PaymentStatus> },
): Promise<PaymentStatus> {
  const isDeclined = error.statusCode === 402;
  // A replayed response is about the past: another attempt may have succeeded since.
  const isNew = isDeclined && !isRepeated(error.headers);
  if (isNew && error.payment_intent)
    return requireStatus(mode, error.payment_intent as Stripe.PaymentIntent);
  const status = await readStatus();
  if (status.state !== "open") return status;
  if (isNew) return { state: "open", failure: failureOf(error) };
  // The key was used for another token, or the payment was in another state for a moment.
  const isOfThePayment = error.code === "payment_intent_unexpected_state";
  if (isDeclined || error.rawType === "idempotency_error" || isOfThePayment) return status;
  log.warn(
    { event: "payment.source_refused", ...factsOf(error) },
    "Stripe refused the payment method",
  );
  return { state: "open", failure: "interrupted" };
}

async function confirm(
  { stripe, mode }: Keys,
  { id, attempt, confirmMs }: { id: string; attempt: Attempt; confirmMs: number },
): Promise<PaymentStatus> {
  const { source, returnUrl, key: idempotencyKey } = attempt;
  if (source.type !== "token") throw new Error("Stripe is given a token, never a card");
  // Without retries, because the customer is waiting.
  const readStatus = async () =>
    requireStatus(
      mode,
      await stripe.paymentIntents.retrieve(id, { expand }, { maxNetworkRetries: 0 }),
    );
  try {
    const intent = await stripe.paymentIntents.confirm(
      id,
      { confirmation_token: source.token, return_url: returnUrl, expand },
      { idempotencyKey, timeout: confirmMs },
    );
    return isRepeated(intent.lastResponse.headers)
      ? await readStatus()
      : requireStatus(mode, intent);
  } catch (error) {
    if (isDecline(error) || isRefusal(error))
      return statusAfterRefusal(error, { mode, readStatus });
    throw error;
  }
}

/** Reads the payment, with what is disputed about it. */
async function find({ stripe, mode }: Keys, id: string): Promise<PaymentStatus> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand });
  const status = requireStatus(mode, intent);
  if (status.state !== "paid") return status;
  return { ...status, disputes: await findDisputes(stripe, intent) };
}

async function cancel({ stripe, mode }: Keys, { id, withinMs }: { id: string; withinMs: number }) {
  const intent = await stripe.paymentIntents.retrieve(id);
  requireMode(mode, intent);
  if (isCancellable(intent)) {
    // After another attempt this is a different request, so it must not get the stored response.
    const key = [id, "cancel", intent.status, intent.latest_charge ?? "uncharged"].join(".");
    try {
      await write({ key, withinMs }, (idempotencyKey) =>
        stripe.paymentIntents.cancel(id, {}, { idempotencyKey }),
      );
    } catch (error) {
      // It has changed in the meantime; the next request shows its state.
      if (!isRefusal(error)) throw error;
    }
  }
  return requireStatus(mode, await stripe.paymentIntents.retrieve(id, { expand }));
}

async function* charges({ stripe, mode }: Keys, since: Date): AsyncGenerator<Charge> {
  const sinceSeconds = Math.floor(since.getTime() / 1000);
  const created = { gte: sinceSeconds - FROM_BEGIN_TO_CHARGE_MS / 1000 };
  const intents = stripe.paymentIntents.list(
    {
      created,
      limit: LIST_PAGE,
      expand: ["data.latest_charge.refunds"],
    },
    { timeout: LIST_TIMEOUT_MS },
  );
  for await (const intent of intents) {
    requireMode(mode, intent);
    const charge = chargeOf(intent);
    const reference = referenceOf(intent);
    // The Stripe account may take other payments, too.
    if (intent.status !== "succeeded" || !charge || !reference) continue;
    if (charge.created < sinceSeconds) continue;
    const { id, currency } = intent;
    const amount = fromStripe(intent.amount_received, currency);
    yield { id, reference, amount, refunded: refundedOf(intent), currency };
  }
}

/** Without a response in time, calls throw ProviderUnavailable. */
export function stripePayments(
  settings: StripeSettings,
  timeouts: Timeouts = TIMEOUTS,
): PaymentCalls {
  const { mode } = settings;
  let opened: Promise<Stripe> | undefined;
  const client = async (): Promise<Keys> => {
    opened ??= openStripe(settings, timeouts);
    return { stripe: await opened, mode };
  };
  const request: RunRequest = async (work) => {
    const keys = await client();
    return work(keys).catch((error: unknown) => {
      throw unavailable(error);
    });
  };
  // Another key is tried only while a whole `begin` stays within 8.5 s.
  const { confirmMs, tryMs } = timeouts;
  const withinMs = (tryMs * 2) / 3;
  return {
    begin: (intent) => request(({ stripe }) => begin(stripe, { intent, mode, withinMs })),
    confirm: (id, attempt) => request((keys) => confirm(keys, { id, attempt, confirmMs })),
    find: (id) => request((keys) => find(keys, id)),
    cancel: (id) => request((keys) => cancel(keys, { id, withinMs })),
    refund: (id, input) => request(({ stripe }) => refund(stripe, { id, ...input, withinMs })),
    findRefund: (id, input) => request(({ stripe }) => findRefund(stripe, { id, ...input })),
    async *charges(since) {
      try {
        yield* charges(await client(), since);
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}
