// What the product needs of a payment provider. Each provider is one folder beside this file, named
// like the provider and listed in registry.ts.
import type { Mode } from "#core/context";
import type { Db } from "#core/db";
import type { Language } from "#core/language";
import type { OutsideSources } from "#core/page-headers";

/** Why no money was taken. The checkout page has a text for each. */
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
  /** A transfer that was waited for. */
  "not_received",
] as const;
export type Failure = (typeof failures)[number];

/** The state of a payment at its provider. */
export type PaymentStatus =
  /** No money was taken and no attempt is under way; it may be tried again. */
  | { state: "open"; failure: Failure | null }
  /** The customer must confirm. With the secret, in a window that the provider's script opens. */
  | { state: "requires_action"; clientSecret: string | null }
  /** Accepted. Whether the money arrives is known later. */
  | { state: "processing" }
  | { state: "paid"; refundedCents: number }
  /** Ended without money: this payment can never be charged again. */
  | { state: "cancelled"; failure?: Failure };

/** What the customer pays with. Card data only passes through: nothing stores or logs it. */
export type Source =
  | { type: "card"; number: string; expiryMonth: number; expiryYear: number; cvc: string }
  /** Names what the customer entered in the provider's own form. */
  | { type: "token"; token: string }
  /** Nothing: the customer pays elsewhere, and later. */
  | { type: "none" };

export interface Intent {
  /** The same key always begins the same payment. */
  key: string;
  amountCents: number;
  /** For the provider's own records. */
  description: string;
  /** The id of the checkout session. */
  reference: string;
}

/** A payment that took money, in the provider's books. */
export interface Charge {
  id: string;
  /** The id of the checkout session. */
  reference: string;
  amountCents: number;
  refundedCents: number;
}

/** A webhook of the provider: something changed. What changed is read with `find`. */
export interface Notice {
  id: string;
  type: string;
  /** Null where it is not about a payment. */
  paymentId: string | null;
  /** The provider could not return the money: the operator has to. */
  isRefundFailure: boolean;
}

/** The provider did not answer, or not clearly. Repeat the call later. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The provider will never begin this payment. No money was taken. */
export class PaymentRefused extends Error {
  override name = "PaymentRefused";
}

/** A webhook without the provider's valid signature. */
export class BadNotice extends Error {
  override name = "BadNotice";
}

/**
 * The calls about single payments. All amounts are US cents. Ids are the provider's own.
 *
 * Every call may be repeated with the same arguments, by several processes at once, and after any
 * loss of an answer; the outcome is the same. Each call may throw ProviderUnavailable, after which
 * the state at the provider is unknown and the caller repeats it. No call runs inside a database
 * transaction, and none may take longer than `callLimits`.
 */
export interface PaymentCalls {
  /**
   * Begins a payment and takes no money. Called by an attempt to pay, and by the poll where that
   * attempt's answer was lost. Idempotent by `intent.key`. Returns the provider's id.
   * @throws PaymentRefused
   */
  begin(intent: Intent): Promise<string>;
  /**
   * Takes the money, at most once per payment. Called once per attempt, with an id that is stored.
   * `key` names the attempt: a repetition must not take money again.
   */
  confirm(
    id: string,
    attempt: { key: string; source: Source; returnUrl: string },
  ): Promise<PaymentStatus>;
  /** Reads the state. Called by the poll, and by the page for the secret of a confirmation. */
  find(id: string): Promise<PaymentStatus>;
  /**
   * Ends the payment unless it is paid or can no longer be stopped. Called for a session that
   * expired, an order that was cancelled, and a confirmation that the customer gave up.
   */
  cancel(id: string): Promise<PaymentStatus>;
  /** Returns all the money, once, whatever part was returned before. Called by the poll. */
  refund(id: string, key: string): Promise<PaymentStatus>;
  /** The provider's books: every payment that took money since a moment. */
  charges(since: Date): AsyncIterable<Charge>;
  /** The customer's answer to `requires_action`, where the checkout page itself asks for it. */
  answer?(id: string, isApproved: boolean): Promise<PaymentStatus>;
}

/** What the checkout page says about a provider, in one language. */
export interface CheckoutCopy {
  /** On the button; without it, "Pay" and the amount. */
  button?: string;
  /** Below the button: where the entered data goes, or what happens next. */
  note: string;
  /** Beside the question whether the customer confirms. */
  confirm: string;
  /** Where the payment failed after it was accepted; and where it is returned, and was. */
  failed?: string;
  refunding?: (amount: string) => string;
  refunded?: (amount: string) => string;
  /** Folded away below the form. */
  help?: { label: string; intro: string; rows: [term: string, text: string][] };
}

/** How a customer pays elsewhere: on the page and in a mail. */
export interface Instructions {
  title: string;
  paragraphs: string[];
  facts: { label: string; value: string }[];
}

/** The provider's part of the checkout page. */
export interface CheckoutPart {
  /**
   * What the customer fills in: `card`, our own card fields; `token`, a place that the provider's
   * script fills, which puts a token into the form; `none`, a button. It is the type of the `Source`
   * that follows.
   */
  form: Source["type"];
  /** Addresses of scripts that are loaded before the page's own, in this order. */
  scripts: string[];
  /** What the scripts load and call, beside our own host. Null where there are none. */
  outside: OutsideSources | null;
  /** For the scripts: `data-` attributes of the place that they fill. */
  data: Record<string, string>;
  copy: Record<Language, CheckoutCopy>;
}

/** A part of the installation's self-test. */
export interface Finding {
  /** "unused": not set up, and nothing is missing. */
  state: "ok" | "problem" | "unused";
  /** For a problem, what to correct, beginning with the variable's name. */
  detail: string;
}

export interface PaymentProvider {
  /** In the database, in addresses such as `/webhooks/<name>`, and of the folder. It never changes. */
  readonly name: string;
  /** For people, within a sentence: "2 charges at <label>". */
  readonly label: string;
  /** Such as "card". Of two providers for the same method one is offered, and no stand-in if it can be. */
  readonly method: string;
  /** Moves no money: for tests and trials only. */
  readonly isStandIn: boolean;
  /** The most that one payment may be. */
  readonly maxCents: number;
  /** Milliseconds between two polls of a payment that is processing; null: ever longer pauses. */
  readonly processingPollMs: number | null;
  /** Days of the books that `till check` compares; null: all. */
  readonly booksDays: number | null;
  /** Whether it can take the money of this mode as it is set up now. */
  takes(mode: Mode): boolean;
  /** Why it does not take the mode's money, and what the operator sets; null where there is no way. */
  setupHint(mode: Mode): string | null;
  /** The calls about payments of a mode. @throws Error naming the setting, where it cannot */
  calls(db: Db, mode: Mode): PaymentCalls;
  /** Its part of the checkout page, where it takes the mode's money. */
  checkout(): CheckoutPart;
  /** Its own script for the checkout page, served at `scriptPath(name)`. */
  readScript?(): Promise<string>;
  /** How the customer pays a payment that is processing; null where there is nothing to do. */
  instructions?(
    db: Db,
    payment: { id: string; mode: Mode; amountCents: number },
  ): Promise<Record<Language, Instructions> | null>;
  /**
   * For payments that a person confirms. Each runs in the caller's transaction, which settles the
   * status that it returns; null where the payment is past it, and nothing changed.
   */
  byHand?: {
    /** All the money arrived. */
    receive(db: Db, id: string, amountCents: number): Promise<PaymentStatus | null>;
    /** It will not arrive. */
    reject(db: Db, id: string): Promise<PaymentStatus | null>;
    /** All the money was returned. */
    refund(db: Db, id: string): Promise<PaymentStatus | null>;
    /** Unpaid at this time, the payment ends. */
    findDueAt(db: Db, id: string): Promise<Date | null>;
  };
  /** Reads webhooks, where it sends any. */
  webhook?: {
    /** The header that is at fault where the signature is. */
    signatureHeader: string;
    isSetUp(): boolean;
    /** Reads a body as it came. @throws BadNotice */
    read(message: { body: string; signature: string | null }): Promise<Notice>;
  };
  /** Asks the provider whether its settings work. */
  probe(): Promise<Finding[]>;
}

/** Where the provider's own script is served. */
export function scriptPath(name: string): string {
  return `/checkout/scripts/${name}.js`;
}

/**
 * How long calls may take, in milliseconds: `begin` at most `beginMs`, `confirm` at most `confirmMs`,
 * every other call at most `otherMs`. What waits for a call waits longer than these: see
 * `payment-timeouts` in the room checkout.
 */
export const callLimits = { beginMs: 8500, confirmMs: 19_500, otherMs: 22_000 } as const;
