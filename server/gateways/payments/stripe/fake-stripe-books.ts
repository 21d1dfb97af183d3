// The fake Stripe's payments, charges, refunds and disputes.
import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { referenceHash } from "#payments/provider";
import {
  declines,
  type FakeError,
  FakeRefusal,
  failedLater,
  refusal,
  unconfirmed,
} from "./fake-stripe-errors";
import {
  type FakeCharge,
  type FakeDispute,
  type FakePayment,
  type FakeRefund,
  type FakeReview,
  type FakeWarning,
  paymentResource,
  type RefundStatus,
  refundedOf,
  refundResource,
} from "./fake-stripe-resources";

const now = () => Math.floor(Date.now() / 1000);
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

function unexpected(payment: FakePayment, action: string): FakeRefusal {
  const message = `You cannot ${action} this PaymentIntent because it has a status of ${payment.status}.`;
  const { status, error } = refusal("payment_intent_unexpected_state", message);
  return new FakeRefusal(status, { ...error, payment_intent: paymentResource(payment) }, true);
}

function charge(payment: FakePayment, status: FakeCharge["status"]): FakeCharge {
  const isTaken = payment.charges.some((it) => it.status !== "failed");
  if (isTaken) throw new Error(`the fake Stripe would charge ${payment.id} twice`);
  const created: FakeCharge = {
    ...{ id: newId("ch"), status, created: now(), refunds: [], disputes: [], warnings: [] },
    ...{ review: null, userReport: null, isBooked: false },
  };
  payment.charges.push(created);
  return created;
}

function fail(payment: FakePayment, error: FakeError): void {
  payment.status = "requires_payment_method";
  payment.lastError = error;
}

function succeed(payment: FakePayment): void {
  payment.status = "succeeded";
  payment.lastError = null;
}

/** Uses a token for a payment that may be confirmed. */
function attempt(payment: FakePayment, name: string): void {
  const decline = declines[name];
  if (decline) {
    const failed = charge(payment, "failed");
    fail(payment, { ...decline, charge: failed.id });
    const error = { ...decline, charge: failed.id, payment_intent: paymentResource(payment) };
    throw new FakeRefusal(402, error, true);
  }
  payment.lastError = null;
  if (name === "action" || name === "qr") {
    payment.status = "requires_action";
    payment.nextAction =
      name === "qr" ? "cashapp_handle_redirect_or_display_qr_code" : "use_stripe_sdk";
  } else if (name === "capture") {
    payment.status = "requires_capture";
  } else if (name === "processing") {
    charge(payment, "pending");
    payment.status = "processing";
  } else {
    const { disputes, warnings } = charge(payment, "succeeded");
    succeed(payment);
    if (name === "disputed") disputes.push(newDispute(payment));
    if (name === "warned") warnings.push(newWarning());
  }
}

const plainTokens = ["ok", "action", "qr", "capture", "processing", "disputed", "warned"];
const tokenNames = new Set([...plainTokens, ...Object.keys(declines)]);

/** `ctoken_<name>` is a new token each time; `ctoken_<name>-<anything>` can be used once. */
function spendToken(token: string, used: Set<string>): string {
  const [, name = "", own] = /^ctoken_([a-z_]+)(-.+)?$/.exec(token) ?? [];
  const param = "confirmation_token";
  if (!tokenNames.has(name)) throw refusal("resource_missing", `No such token: '${token}'`, param);
  if (used.has(token)) throw refusal("token_already_used", `Used already: '${token}'`, param);
  if (own !== undefined) used.add(token);
  return name;
}

const DAY_S = 24 * 3600;

function newDispute({ amount }: FakePayment): FakeDispute {
  return {
    ...{ id: newId("du"), amount, created: now(), reason: "fraudulent", status: "needs_response" },
    ...{ dueBy: now() + 7 * DAY_S, movedCents: -amount },
  };
}

function newWarning(): FakeWarning {
  const fraud_type = "made_with_stolen_card";
  return { id: newId("issfr"), created: now(), fraud_type, actionable: true };
}

function newReview(): FakeReview {
  const reasons = { reason: "rule", opened_reason: "rule", closed_reason: null } as const;
  return { id: newId("prv"), created: now(), open: true, ...reasons };
}

interface FakeDomain extends Pick<Stripe.PaymentMethodDomain, "domain_name" | "enabled"> {
  apple_pay: Wallet;
  google_pay: Wallet;
  link: Wallet;
}
type Wallet = { status: Stripe.PaymentMethodDomain.ApplePay["status"] };
type FakeEndpoint = Pick<Stripe.WebhookEndpoint, "id" | "url" | "status" | "enabled_events">;

type Fields = Pick<FakePayment, "description" | "metadata" | "descriptorSuffix">;

export class FakeBooks {
  readonly account = {
    id: "acct_1FakeFakeFakeFak",
    object: "account",
    charges_enabled: true,
    settings: {
      card_payments: { statement_descriptor_prefix: "TILL" as string | null },
      payments: { statement_descriptor: "CARBON TILL" as string | null },
    },
  };
  readonly domains: FakeDomain[] = [];
  readonly endpoints: FakeEndpoint[] = [];
  readonly payments: FakePayment[] = [];
  readonly refunds: FakeRefund[] = [];
  /** A parameter that the account may not use. */
  refusedParameter: string | null = null;
  nextRefund: RefundStatus = "succeeded";
  /** False: charges stay without fee and net. */
  isBooking = true;
  readonly #spentTokens = new Set<string>();

  find(id: string): FakePayment {
    const payment = this.payments.find((it) => it.id === id);
    if (payment) return payment;
    const { error } = refusal("resource_missing", `No such payment_intent: '${id}'`, "intent");
    throw new FakeRefusal(404, error);
  }

  /** Payments with a reference in their metadata, or that return to a checkout session's page. */
  of(name: string): FakePayment[] {
    const hash = referenceHash(name);
    return this.payments.filter(
      ({ metadata, returnUrl }) =>
        Object.values(metadata).includes(hash) || returnUrl?.split("/").at(-1) === name,
    );
  }

  /** Finds a payment by its ID, or the last one of a reference or session. */
  named(id: string): FakePayment {
    return this.of(id).at(-1) ?? this.find(id);
  }

  create(amount: number, fields: Fields): FakePayment {
    if (!Number.isInteger(amount)) throw refusal("parameter_invalid_integer", "", "amount");
    if (amount < 50) throw refusal("amount_too_small", "At least 50 cents", "amount");
    if (amount > 99_999_999) throw refusal("amount_too_large", "Too much", "amount");
    const id = newId("pi");
    const payment: FakePayment = {
      ...{ id, amount, ...fields, created: now(), clientSecret: newId(`${id}_secret`) },
      ...{ status: "requires_payment_method", nextAction: null, lastError: null },
      ...{ returnUrl: null, charges: [], livemode: false },
    };
    this.payments.push(payment);
    return payment;
  }

  confirm(id: string, token: string, returnUrl: string): FakePayment {
    const payment = this.find(id);
    if (
      !["requires_payment_method", "requires_confirmation", "requires_action"].includes(
        payment.status,
      )
    ) {
      throw unexpected(payment, "confirm");
    }
    payment.returnUrl = returnUrl;
    attempt(payment, spendToken(token, this.#spentTokens));
    return payment;
  }

  /** Puts a payment into a state in which Stripe can leave it. */
  put(
    id: string,
    state: Partial<Pick<FakePayment, "status" | "nextAction" | "created" | "livemode">>,
  ): void {
    Object.assign(this.find(id), state);
  }

  /** Ends a confirmation by the customer or a slow payment. */
  settle(id: string, isPaid: boolean): FakePayment {
    const payment = this.named(id);
    const { status } = payment;
    if (status === "requires_action" && isPaid) charge(payment, "succeeded");
    else if (status === "processing") {
      const pending = payment.charges.at(-1);
      if (pending) pending.status = isPaid ? "succeeded" : "failed";
    } else if (status !== "requires_action") throw unexpected(payment, "settle");
    if (isPaid) succeed(payment);
    else fail(payment, status === "processing" ? failedLater : unconfirmed);
    return payment;
  }

  cancel(id: string): FakePayment {
    const payment = this.find(id);
    if (["processing", "succeeded", "canceled"].includes(payment.status)) {
      throw unexpected(payment, "cancel");
    }
    payment.status = "canceled";
    return payment;
  }

  /** Returns the charge that took the money. */
  taken(id: string): FakeCharge {
    const taken = this.find(id).charges.find((it) => it.status === "succeeded");
    if (!taken) throw refusal("charge_not_refundable", `${id} has no successful charge.`);
    return taken;
  }

  /** Books the charges: Stripe reports their fee and net from now on. */
  book(payment: FakePayment): FakePayment {
    for (const one of payment.charges) one.isBooked = this.isBooking && one.status === "succeeded";
    return payment;
  }

  /** Refunds an amount, or all that is left. */
  refund(id: string, cents?: number, metadata: Record<string, string> = {}) {
    const payment = this.find(id);
    const taken = this.taken(id);
    const amount = cents ?? payment.amount - refundedOf(taken);
    const isDisputed = taken.disputes.some(({ movedCents }) => movedCents < 0);
    if (isDisputed) throw refusal("charge_disputed", `Charge ${taken.id} has been charged back.`);
    if (amount <= 0 || refundedOf(taken) + amount > payment.amount) {
      const { status, error } = refusal("charge_already_refunded", "Refunded already.");
      throw new FakeRefusal(status, error, true);
    }
    const created: FakeRefund = {
      ...{ id: newId("re"), payment: id, charge: taken.id, amount, metadata, created: now() },
      status: this.nextRefund,
    };
    this.nextRefund = "succeeded";
    this.refunds.push(created);
    taken.refunds.push(created);
    return refundResource(created);
  }

  settleRefund(payment: string, status: RefundStatus): void {
    for (const refund of this.refunds) if (refund.payment === payment) refund.status = status;
  }

  /** Opens a dispute about a paid payment, or changes the last one. */
  dispute(id: string, change: Partial<FakeDispute> = {}): FakeDispute {
    const { disputes } = this.taken(id);
    if (disputes.length === 0) disputes.push(newDispute(this.find(id)));
    return Object.assign(disputes.at(-1) as FakeDispute, change);
  }

  /** Opens another dispute of the same payment. */
  disputeAgain(id: string): FakeDispute {
    const { disputes } = this.taken(id);
    disputes.push(newDispute(this.find(id)));
    return disputes.at(-1) as FakeDispute;
  }

  warn(id: string, change: Partial<FakeWarning> = {}): FakeWarning {
    const { warnings } = this.taken(id);
    if (warnings.length === 0) warnings.push(newWarning());
    return Object.assign(warnings.at(-1) as FakeWarning, change);
  }

  review(id: string, change: Partial<FakeReview> = {}): FakeReview {
    const taken = this.taken(id);
    taken.review = { ...(taken.review ?? newReview()), ...change };
    return taken.review;
  }

  /** Lists payments that took money. */
  charges() {
    return this.payments.flatMap((it) =>
      it.charges
        .filter(({ status }) => status === "succeeded")
        .map((taken) => ({
          id: taken.id,
          payment: it.id,
          reference: it.returnUrl?.split("/").at(-1) ?? "",
          amountCents: it.amount,
          refundedCents: refundedOf(taken),
        })),
    );
  }
}
