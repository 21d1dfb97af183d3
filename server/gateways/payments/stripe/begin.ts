// Begins a payment: a PaymentIntent without money.
import type Stripe from "stripe";
import type { Mode } from "#core/context";
import { log } from "#core/log";
import type { Intent } from "#payments/provider";
import { referenceHash } from "#payments/provider";
import { toStripe } from "./amounts";
import { factsOf, isFinalRefusal, refused, requireMode, write } from "./client";

/** Our reference in Stripe's metadata, hashed. Earlier versions wrote it as it is. */
const REFERENCE = "till_session";
const FORMER_REFERENCE = "checkout_session";

/** Our reference of a payment; null for payments that other software made in the account. */
export function referenceOf({ metadata }: Stripe.PaymentIntent): string | null {
  return metadata[REFERENCE] ?? metadata[FORMER_REFERENCE] ?? null;
}

/** With the longest prefix and "* ", this makes the 22 characters of a card statement. */
const MAX_SUFFIX = 10;

/**
 * Turns the seller's name into the suffix of a card statement: Latin letters, without the characters
 * that card networks forbid. Returns null where no letter is left.
 */
export function descriptorSuffix(name: string): string | null {
  const latin = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/[^ -~]|[<>\\'"*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const suffix = latin.toUpperCase().slice(0, MAX_SUFFIX).trim();
  return /[A-Z]/.test(suffix) ? suffix : null;
}

/** Parameters without which a payment can begin as well. */
function extrasOf({ descriptor }: Intent) {
  const suffix = descriptor ? descriptorSuffix(descriptor) : null;
  return {
    // Small test deposits would take days, while the credits are held.
    payment_method_options: { us_bank_account: { verification_method: "instant" } },
    ...(suffix !== null && { statement_descriptor_suffix: suffix }),
  } satisfies Partial<Stripe.PaymentIntentCreateParams>;
}

function create(stripe: Stripe, intent: Intent, extras: Partial<ReturnType<typeof extrasOf>>) {
  const { amount: minor, currency, description, reference } = intent;
  const amount = toStripe({ minor, currency });
  return (idempotencyKey: string) =>
    stripe.paymentIntents.create(
      {
        amount,
        currency,
        automatic_payment_methods: { enabled: true },
        description,
        metadata: { [REFERENCE]: referenceHash(reference) },
        ...extras,
      },
      { idempotencyKey },
    );
}

function isAboutExtras(param: string | undefined): boolean {
  return /^(payment_method_options|statement_descriptor_suffix)\b/.test(param ?? "");
}

export async function begin(
  stripe: Stripe,
  { intent, mode, withinMs }: { intent: Intent; mode: Mode; withinMs: number },
): Promise<string> {
  const { key } = intent;
  const started = performance.now();
  try {
    const created = await write({ key, withinMs }, create(stripe, intent, extrasOf(intent))).catch(
      (error: unknown) => {
        const isLate = performance.now() - started > withinMs;
        if (isLate || !isFinalRefusal(error) || !isAboutExtras(error.param)) throw error;
        log.warn(
          { event: "payment.option_refused", ...factsOf(error) },
          "Stripe refused an option of a payment, which begins without it",
        );
        return create(stripe, intent, {})(`${key}.plain`);
      },
    );
    requireMode(mode, created);
    return created.id;
  } catch (error) {
    throw isFinalRefusal(error) ? refused(error) : error;
  }
}
