// The interface of a payment provider. Each provider is a folder here, listed in registry.ts.
import type { Mode } from "#core/context";
import type { Db } from "#core/db";
import type { Language } from "#core/language";
import type { Currency, Money } from "#core/money";
import type { OutsideSources } from "#core/page-headers";

/** Why a payment failed. The checkout page has a message for each. */
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
  /** The stock that was held for the payment was removed before it was charged. */
  "sold_out",
  /** A bank transfer that did not arrive. */
  "not_received",
] as const;
export type Failure = (typeof failures)[number];

/** State of a payment at its provider. */
export type PaymentStatus =
  /** No money was taken, and no attempt is in progress; may be tried again. */
  | { state: "open"; failure: Failure | null }
  /** The customer must confirm; with a secret, in a window that the provider's script opens. */
  | { state: "requires_action"; clientSecret: string | null }
  /** Accepted. The outcome is not known yet. */
  | { state: "processing" }
  | PaidStatus
  /** Ended without money; can never be charged again. */
  | { state: "cancelled"; failure?: Failure };

export interface PaidStatus {
  state: "paid";
  /** Sum of the refunds that succeeded, including those made at the provider by hand. */
  refunded: number;
  /** The provider's fee for the charge, in the currency of the settlement; null until it is known. */
  fee: number | null;
  /** The charge less its fee, before refunds; null until it is known. */
  net: number | null;
  settlementCurrency: Currency | null;
  /** Disputes and warnings, in any state; those that are missing have not changed. */
  disputes: readonly ProviderDispute[];
  /** Poll again after this time: the provider knows of a change to come. */
  pollAfterMs?: number;
}

/** A customer's bank claims the money back, or the card network warns that it may. */
export interface ProviderDispute {
  id: string;
  kind: "dispute" | "warning";
  /** A warning that needs no action any more is "won". */
  state: "open" | "won" | "lost";
  /** Claimed by the customer's bank: more than the payment, if rates have moved since. */
  amount: number;
  /** The provider's code, such as "fraudulent". */
  reason: string;
  evidenceDueOn: Date | null;
}

/** State of a refund at its provider. */
export interface RefundStatus {
  /** Null if the provider does not have it. */
  id: string | null;
  /** A refund that succeeded can still fail later, if the customer's bank returns it. */
  state: "pending" | "succeeded" | "failed";
  /** The provider's code for a failure, such as "expired_or_canceled_card". */
  failure: string | null;
}

/** The means of payment. Card data is neither stored nor logged. */
export type Source =
  | { type: "card"; number: string; expiryMonth: number; expiryYear: number; cvc: string }
  /** Stands for what the customer entered in the provider's own form. */
  | { type: "token"; token: string }
  /** The customer pays elsewhere and later. */
  | { type: "none" };

export interface Intent {
  /** The same key always begins the same payment. */
  key: string;
  amount: number;
  currency: Currency;
  /** For the provider's own records. */
  description: string;
  /** ID of the checkout session. It opens the session's page, so a provider may keep its hash. */
  reference: string;
  /** The seller's name on the page, which the customer's statement repeats. */
  descriptor?: string;
}

/** A payment that took money, from the provider's records. */
export interface Charge {
  id: string;
  /** ID of the checkout session or its hash: see `isReferenceOf`. */
  reference: string;
  amount: number;
  refunded: number;
  currency: Currency;
}

/** A webhook of the provider. The change itself is read with `find`. */
export interface Notice {
  id: string;
  type: string;
  /** Null if it is not about a payment. */
  paymentId: string | null;
}

/** The provider did not respond, or not clearly. Repeat the call later. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The provider will never begin this payment. No money was taken. */
export class PaymentRefused extends Error {
  override name = "PaymentRefused";
}

/** A webhook without a valid signature. */
export class BadNotice extends Error {
  override name = "BadNotice";
}

/**
 * Calls about single payments, in minor units and with the provider's IDs.
 * Every call may be repeated with the same arguments, by several processes at once, and after a
 * lost response; the outcome is the same. A call may throw ProviderUnavailable: the state at the
 * provider is then unknown, and the caller repeats the call. Calls never run inside a database
 * transaction, and take no longer than `callLimits`.
 */
export interface PaymentCalls {
  /**
   * Begins a payment without taking money. Called when the customer pays, and by the poll if the
   * response was lost. Idempotent by `intent.key`. Returns the provider's ID. @throws
   * PaymentRefused
   */
  begin(intent: Intent): Promise<string>;
  /**
   * Takes the money, at most once per payment. `key` identifies the attempt: a repetition must not
   * take money again.
   */
  confirm(
    id: string,
    attempt: { key: string; source: Source; returnUrl: string },
  ): Promise<PaymentStatus>;
  /** Reads the state. Called by the poll, and by the page for the secret of a confirmation. */
  find(id: string): Promise<PaymentStatus>;
  /**
   * Cancels the payment unless it is paid or cannot be stopped any more. Called for expired
   * sessions, cancelled orders, and confirmations that the customer abandoned.
   */
  cancel(id: string): Promise<PaymentStatus>;
  /**
   * Refunds a part of the money, once per key. A refusal is a refund that failed. Called by the poll.
   */
  refund(
    id: string,
    refund: { key: string; amount: number; currency: Currency },
  ): Promise<RefundStatus>;
  /** Reads a refund by the provider's ID, or by its key; null if the provider does not have it. */
  findRefund(
    id: string,
    refund: { key: string; refundId: string | null },
  ): Promise<RefundStatus | null>;
  /** Lists every payment that took money since a time. */
  charges(since: Date): AsyncIterable<Charge>;
  /**
   * Passes on the customer's reply to `requires_action` if the checkout page itself asks for it.
   */
  decide?(id: string, isApproved: boolean): Promise<PaymentStatus>;
}

/** The provider's copy on the checkout page, in one language. */
export interface CheckoutCopy {
  /** Label of the button; defaults to "Pay" and the amount. */
  button?: string;
  /** Below the button: who gets the entered data, or what happens next. */
  note: string;
  /** Shown while the customer has to confirm. */
  confirm: string;
  /** For a payment that failed after it was accepted, is being refunded, and was refunded. */
  failed?: string;
  refunding?: (amount: string) => string;
  refunded?: (amount: string) => string;
  /** Collapsed below the form. */
  help?: { label: string; intro: string; rows: [term: string, text: string][] };
}

/** Instructions to pay elsewhere, for the page and a mail. */
export interface Instructions {
  title: string;
  paragraphs: string[];
  facts: { label: string; value: string }[];
}

/** The provider's part of the checkout page. */
export interface CheckoutPart {
  /**
   * Content of the form: `card`, our card fields; `token`, an element in which the
   * provider's script collects the data and puts a token into the form; `none`, only a button. It
   * becomes the type of the `Source`.
   */
  form: Source["type"];
  /** URLs of scripts loaded in this order before the page's own. */
  scripts: string[];
  /** Other hosts that the scripts use; null for none. */
  outside: OutsideSources | null;
  /** `data-` attributes of the scripts' element, for a payment of this price. */
  data(price: Money): Record<string, string>;
  copy: Record<Language, CheckoutCopy>;
}

/** A result of the installation's self-test. */
export interface Finding {
  /** "unused": not configured, and not needed. */
  state: "ok" | "problem" | "unused";
  /** For a problem, what to correct, starting with the variable's name. */
  detail: string;
}

export interface PaymentProvider {
  /** Used in the database, in URLs such as `/webhooks/<name>`, and as the folder. Never changes. */
  readonly name: string;
  /** Used in sentences: "2 charges at <label>". */
  readonly label: string;
  /**
   * Such as "card". Only one provider is offered per method, and a stand-in only if there is no
   * other.
   */
  readonly method: string;
  /** Moves no money: for tests and demos. */
  readonly isStandIn: boolean;
  /** Milliseconds between polls of a processing payment; null for increasing pauses. */
  readonly processingPollMs: number | null;
  /** Then paid payments are polled too: a webhook can be lost. */
  readonly hasDisputes: boolean;
  /** Days of charges that `till check` compares; null for all. */
  readonly booksDays: number | null;
  /** Returns the smallest and the largest payment, in minor units. */
  limits(currency: Currency): { min: number; max: number };
  /** Returns true if it is configured to take payments of this mode. */
  takes(mode: Mode): boolean;
  /** Returns why it does not take the mode's payments, and what to set; null if nothing. */
  setupHint(mode: Mode): string | null;
  /** Returns the provider's account that the configured keys belong to; null if unknown. */
  accountId?(): string | null;
  /** Returns the calls for a mode. @throws Error that names the missing setting */
  calls(db: Db, mode: Mode): PaymentCalls;
  /** Returns its part of the checkout page, if it takes the mode's payments. */
  checkout(): CheckoutPart;
  /** Returns its own script for the checkout page, served at `scriptPath(name)`. */
  readScript?(): Promise<string>;
  /** Returns how the customer pays a processing payment; null if there is nothing to do. */
  instructions?(
    db: Db,
    payment: { id: string; mode: Mode; amount: number; currency: Currency },
  ): Promise<Record<Language, Instructions> | null>;
  /**
   * For payments that a person confirms. Each runs in the caller's transaction, which applies the
   * returned status; null if the payment is past that, and nothing has changed.
   */
  manualActions?: {
    /** All the money arrived. */
    receive(db: Db, id: string, amount: number): Promise<PaymentStatus | null>;
    /** The money will not arrive. */
    reject(db: Db, id: string): Promise<PaymentStatus | null>;
    /** The money of a refund was returned. */
    refund(
      db: Db,
      id: string,
      refund: { key: string; amount: number },
    ): Promise<PaymentStatus | null>;
    /** Returns when an unpaid payment ends. */
    findDueAt(db: Db, id: string): Promise<Date | null>;
  };
  /** Reads webhooks, if the provider sends any. */
  webhook?: {
    /** Header named in the error for a bad signature. */
    signatureHeader: string;
    isSetUp(): boolean;
    /** Reads a body exactly as it was received. @throws BadNotice */
    read(message: { body: string; signature: string | null }): Promise<Notice>;
  };
  /** Tests the settings with the provider. */
  probe(): Promise<Finding[]>;
}

export { isReferenceOf, referenceHash } from "./reference";

/**
 * Time limits of calls in milliseconds: `begin` at most `beginMs`, `confirm` at most `confirmMs`,
 * others at most `otherMs`. Callers wait longer: see `payment-timeouts` in the room checkout.
 */
export const callLimits = { beginMs: 8500, confirmMs: 19_500, otherMs: 22_000 } as const;
