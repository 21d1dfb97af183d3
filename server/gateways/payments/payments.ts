// What the product needs of a payment provider, whichever it is.

/** Why no money was taken, in words of our own: the page has a text for each. */
export const failures = [
  "declined",
  "insufficient_funds",
  "expired_card",
  "incorrect_cvc",
  "incorrect_number",
  "not_confirmed",
  "not_a_test_card",
  "interrupted",
  "refused",
] as const;
export type Failure = (typeof failures)[number];

export const providers = ["test", "stripe"] as const;
export type ProviderName = (typeof providers)[number];

/** The most that one payment may be, in cents; Stripe takes eight digits of US cents. */
export const largestCents: Readonly<Record<ProviderName, number>> = {
  test: Number.MAX_SAFE_INTEGER,
  stripe: 99_999_999,
};

/** How a payment stands at its provider. */
export type PaymentStatus =
  /** Nothing was taken and nothing is under way; it may be tried again. */
  | { state: "open"; failure: Failure | null }
  /** The customer is to confirm it; with the secret, by the provider's own script. */
  | { state: "requires_action"; clientSecret: string | null }
  /** Accepted; whether the money comes is known later. */
  | { state: "processing" }
  | { state: "paid"; refundedCents: number }
  /** Over, and no money was taken: it can never be charged any more. */
  | { state: "cancelled"; failure?: Failure };

/** What the customer pays with. Card data only passes through: nobody keeps or logs it. */
export type Source =
  | { type: "card"; number: string; expiryMonth: number; expiryYear: number; cvc: string }
  /** Stands for what the customer gave the provider itself. */
  | { type: "token"; token: string };

export interface Intent {
  /** The same key always begins the same payment. */
  key: string;
  amountCents: number;
  /** What is bought, for the provider's own records. */
  description: string;
  /** The checkout session that is paid for. */
  reference: string;
}

/** A payment in the provider's own books, to be compared with ours. */
export interface Charge {
  id: string;
  reference: string;
  amountCents: number;
  refundedCents: number;
}

/** A provider's message that something changed; what did is to be asked. */
export interface Notice {
  id: string;
  type: string;
  /** Null where it is about something else than a payment. */
  paymentId: string | null;
}

/** There was no answer, or none that says what happened: ask again later. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The provider will not begin this payment, however often it is asked; no money was taken. */
export class PaymentRefused extends Error {
  override name = "PaymentRefused";
}

/** A message that does not bear the provider's signature. */
export class BadNotice extends Error {
  override name = "BadNotice";
}

/** All amounts are in US cents. Every call may be repeated, and throws ProviderUnavailable. */
export interface Payments {
  provider: ProviderName;
  /**
   * Begins a payment, and takes no money. Returns the provider's id of it.
   * @throws PaymentRefused
   */
  begin(intent: Intent): Promise<string>;
  /** Asks for the money, at most once for a payment; `key` names this attempt. */
  confirm(
    id: string,
    attempt: { key: string; source: Source; returnUrl: string },
  ): Promise<PaymentStatus>;
  find(id: string): Promise<PaymentStatus>;
  /** Ends the payment unless it is paid or too far on the way; returns how it then stands. */
  cancel(id: string): Promise<PaymentStatus>;
  /** Gives all of it back, once, whatever was given back before. */
  refund(id: string, key: string): Promise<PaymentStatus>;
  /** What was charged since a moment. */
  charges(since: Date): AsyncIterable<Charge>;
}
