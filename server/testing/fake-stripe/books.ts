// The fake Stripe's payments, charges, refunds and disputes.
import type Stripe from "stripe";
import { referenceHash } from "#payments/provider";
import {
  attempt,
  charge,
  fail,
  newDispute,
  newId,
  newReview,
  newWarning,
  now,
  spendToken,
  succeed,
  testCards,
  unexpected,
} from "./attempts";
import { requireUnits, ruleOf } from "./currencies";
import { FakeRefusal, failedLater, refusal, refusalWithoutCode, unconfirmed } from "./errors";
import {
  type FakeCharge,
  type FakeDispute,
  type FakePayment,
  type FakeRefund,
  type FakeReview,
  type FakeWarning,
  type RefundStatus,
  refundedOf,
  refundResource,
  type Settlement,
} from "./resources";

interface FakeDomain extends Pick<Stripe.PaymentMethodDomain, "domain_name" | "enabled"> {
  apple_pay: Wallet;
  google_pay: Wallet;
  link: Wallet;
}
type Wallet = { status: Stripe.PaymentMethodDomain.ApplePay["status"] };
type FakeEndpoint = Pick<Stripe.WebhookEndpoint, "id" | "url" | "status" | "enabled_events">;

type Fields = Pick<FakePayment, "currency" | "description" | "metadata" | "descriptorSuffix">;

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
  /** Of payments to come; null without conversion. */
  settlement: Settlement | null = null;
  /** When charges get fee and net. Stripe does it at once or later, depending on the method. */
  booking: "at_once" | "later" | "never" = "later";
  readonly #spentTokens = new Set<string>();
  /** Names of the tokens that stand for test cards. */
  readonly #tokens = new Map<string, string>();

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
    requireUnits(amount, fields.currency);
    const { smallest } = ruleOf(fields.currency);
    if (amount < smallest) throw refusal("amount_too_small", `At least ${smallest}`, "amount");
    if (amount > 99_999_999) throw refusal("amount_too_large", "Too much", "amount");
    const id = newId("pi");
    const payment: FakePayment = {
      ...{ id, amount, ...fields, created: now(), clientSecret: newId(`${id}_secret`) },
      ...{ status: "requires_payment_method", nextAction: null, lastError: null },
      ...{ returnUrl: null, charges: [], livemode: false, settlement: this.settlement },
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
    const name = this.#tokens.get(token);
    const known = name === undefined ? token : `ctoken_${name}-${token}`;
    attempt(payment, spendToken(known, this.#spentTokens));
    return payment;
  }

  /** Creates a token of one of Stripe's test cards. */
  tokenOf(card: string) {
    const name = testCards[card];
    if (name === undefined)
      throw refusal("resource_missing", `No such PaymentMethod: '${card}'`, "payment_method");
    const id = newId("ctoken");
    this.#tokens.set(id, name);
    return {
      id,
      object: "confirmation_token",
      created: now(),
      livemode: false,
      payment_intent: null,
    };
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

  /** Books the charges if it is time: Stripe reports their fee and net from now on. */
  book(payment: FakePayment, time: "at_once" | "later"): FakePayment {
    const isTime = this.booking === "at_once" || this.booking === time;
    for (const one of payment.charges) one.isBooked = isTime && one.status === "succeeded";
    return payment;
  }

  /** Refunds an amount, or all that is left. */
  refund(id: string, part: number | null, metadata: Record<string, string> = {}) {
    const payment = this.find(id);
    const taken = this.taken(id);
    const amount = part ?? payment.amount - refundedOf(taken);
    const isDisputed = taken.disputes.some(({ movedAmount }) => movedAmount < 0);
    if (isDisputed) throw refusal("charge_disputed", `Charge ${taken.id} has been charged back.`);
    requireUnits(amount, payment.currency);
    const rest = payment.amount - refundedOf(taken);
    if (rest === 0) throw refusal("charge_already_refunded", `${taken.id} is refunded already.`);
    if (amount <= 0 || amount > rest) throw refusalWithoutCode("Greater than the rest.", "amount");
    const created: FakeRefund = {
      ...{ id: newId("re"), payment: id, charge: taken.id, amount, metadata, created: now() },
      currency: payment.currency,
      status: taken.refundsEnd === "succeeded" ? "pending" : this.nextRefund,
    };
    this.nextRefund = "succeeded";
    this.refunds.push(created);
    taken.refunds.push(created);
    return refundResource(created);
  }

  /** Ends refunds that take time. */
  endRefunds({ charges }: FakePayment): void {
    for (const { refunds, refundsEnd } of charges)
      if (refundsEnd !== null) for (const refund of refunds) refund.status = refundsEnd;
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
          amount: it.amount,
          refunded: refundedOf(taken),
        })),
    );
  }
}
