// The fake Stripe's payments, charges and refunds.
import { randomBytes } from "node:crypto";

export interface FakeError {
  type: "card_error" | "invalid_request_error" | "idempotency_error" | "api_error";
  message: string;
  [field: string]: unknown;
}

/** An error response; `isStored` says if it is stored for the idempotency key. */
export class FakeRefusal extends Error {
  readonly status: number;
  readonly error: FakeError;
  readonly isStored: boolean;
  constructor(status: number, error: FakeError, isStored = false) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.isStored = isStored;
  }
}

export function refusal(code: string, message: string, param?: string): FakeRefusal {
  return new FakeRefusal(400, {
    type: "invalid_request_error",
    code,
    message,
    ...(param && { param }),
  });
}

interface FakeCharge {
  id: string;
  status: "succeeded" | "pending" | "failed";
  created: number;
  refunded: number;
  refunds: FakeRefund[];
}

type RefundStatus = "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
type FakeRefund = Pick<FakePayment, "id" | "amount" | "metadata"> & Refunded;
type Refunded = { payment: string; status: RefundStatus };

interface FakePayment {
  id: string;
  amount: number;
  status:
    | "requires_payment_method"
    | "requires_action"
    | "processing"
    | "requires_capture"
    | "succeeded"
    | "canceled";
  description: string | null;
  metadata: Record<string, string>;
  created: number;
  clientSecret: string;
  lastError: FakeError | null;
  charges: FakeCharge[];
}

const now = () => Math.floor(Date.now() / 1000);
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

const card = (code: string, decline_code = code): FakeError => ({
  type: "card_error",
  code,
  decline_code,
  message: "Your card was declined.",
});

/** Tokens that do not simply succeed. */
const declines: Readonly<Record<string, FakeError>> = {
  declined: card("card_declined", "generic_decline"),
  insufficient_funds: card("card_declined", "insufficient_funds"),
  expired_card: card("expired_card"),
  incorrect_cvc: card("incorrect_cvc"),
  incorrect_number: card("incorrect_number"),
};
const unconfirmed: FakeError = {
  type: "invalid_request_error",
  code: "payment_intent_authentication_failure",
  message: "The provided PaymentMethod has failed authentication.",
};
const failedLater: FakeError = {
  type: "card_error",
  code: "payment_intent_payment_attempt_failed",
  message: "The payment failed.",
};

function chargeResource(payment: FakePayment, charge: FakeCharge) {
  const isPaid = charge.status === "succeeded";
  return {
    id: charge.id,
    object: "charge",
    amount: payment.amount,
    amount_captured: isPaid ? payment.amount : 0,
    amount_refunded: charge.refunded,
    created: charge.created,
    currency: "usd",
    metadata: payment.metadata,
    paid: isPaid,
    payment_intent: payment.id,
    refunds: { object: "list", has_more: false, data: charge.refunds },
    refunded: charge.refunded === payment.amount,
    status: charge.status,
  };
}

/** The charge is an ID unless it was expanded. */
export function paymentResource(payment: FakePayment, isExpanded = false) {
  const charge = payment.charges.at(-1);
  const isPaid = payment.status === "succeeded";
  return {
    id: payment.id,
    object: "payment_intent",
    amount: payment.amount,
    amount_received: isPaid ? payment.amount : 0,
    client_secret: payment.clientSecret,
    created: payment.created,
    currency: "usd",
    description: payment.description,
    last_payment_error: payment.lastError,
    latest_charge: charge ? (isExpanded ? chargeResource(payment, charge) : charge.id) : null,
    livemode: false,
    metadata: payment.metadata,
    next_action:
      payment.status === "requires_action" ? { type: "use_stripe_sdk", use_stripe_sdk: {} } : null,
    status: payment.status,
  };
}

function unexpected(payment: FakePayment, what: string): FakeRefusal {
  const message = `You cannot ${what} this PaymentIntent because it has a status of ${payment.status}.`;
  const { status, error } = refusal("payment_intent_unexpected_state", message);
  return new FakeRefusal(status, { ...error, payment_intent: paymentResource(payment) }, true);
}

function charge(payment: FakePayment, status: FakeCharge["status"]): FakeCharge {
  const isTaken = payment.charges.some((it) => it.status !== "failed");
  if (isTaken) throw new Error(`the fake Stripe would charge ${payment.id} twice`);
  const created: FakeCharge = { id: newId("ch"), status, created: now(), refunded: 0, refunds: [] };
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
  if (name === "action") {
    payment.status = "requires_action";
  } else if (name === "capture") {
    payment.status = "requires_capture";
  } else if (name === "processing") {
    charge(payment, "pending");
    payment.status = "processing";
  } else {
    charge(payment, "succeeded");
    succeed(payment);
  }
}

const tokenNames = new Set(["ok", "action", "capture", "processing", ...Object.keys(declines)]);

/** `ctoken_<name>` is a new token each time; `ctoken_<name>-<anything>` can be used once. */
function spendToken(token: string, used: Set<string>): string {
  const [, name = "", own] = /^ctoken_([a-z_]+)(-.+)?$/.exec(token) ?? [];
  const param = "confirmation_token";
  if (!tokenNames.has(name)) throw refusal("resource_missing", `No such token: '${token}'`, param);
  if (used.has(token)) throw refusal("token_already_used", `Used already: '${token}'`, param);
  if (own !== undefined) used.add(token);
  return name;
}

type Fields = Pick<FakePayment, "description" | "metadata">;

export class FakeBooks {
  readonly account = { id: "acct_1FakeFakeFakeFak", object: "account", charges_enabled: true };
  readonly payments: FakePayment[] = [];
  readonly refunds: FakeRefund[] = [];
  nextRefund: RefundStatus = "succeeded";
  readonly #spentTokens = new Set<string>();

  find(id: string): FakePayment {
    const payment = this.payments.find((it) => it.id === id);
    if (payment) return payment;
    const { error } = refusal("resource_missing", `No such payment_intent: '${id}'`, "intent");
    throw new FakeRefusal(404, error);
  }

  /** Finds a payment by its ID, or the last one of a checkout session. */
  named(id: string): FakePayment {
    return this.payments.findLast((it) => it.metadata["checkout_session"] === id) ?? this.find(id);
  }

  create(amount: number, { description, metadata }: Fields): FakePayment {
    if (!Number.isInteger(amount)) throw refusal("parameter_invalid_integer", "", "amount");
    if (amount < 50) throw refusal("amount_too_small", "At least 50 cents", "amount");
    if (amount > 99_999_999) throw refusal("amount_too_large", "Too much", "amount");
    const id = newId("pi");
    const payment: FakePayment = {
      id,
      amount,
      status: "requires_payment_method",
      description,
      metadata,
      created: now(),
      clientSecret: newId(`${id}_secret`),
      lastError: null,
      charges: [],
    };
    this.payments.push(payment);
    return payment;
  }

  confirm(id: string, token: string): FakePayment {
    const payment = this.find(id);
    if (!["requires_payment_method", "requires_action"].includes(payment.status)) {
      throw unexpected(payment, "confirm");
    }
    attempt(payment, spendToken(token, this.#spentTokens));
    return payment;
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

  /** Refunds an amount, or all that is left. */
  refund(id: string, cents?: number, metadata = {}) {
    const payment = this.find(id);
    const taken = payment.charges.find((it) => it.status === "succeeded");
    if (!taken) throw refusal("charge_not_refundable", `${id} has no successful charge.`);
    const amount = cents ?? payment.amount - taken.refunded;
    if (amount <= 0 || taken.refunded + amount > payment.amount) {
      const { status, error } = refusal("charge_already_refunded", "Refunded already.");
      throw new FakeRefusal(status, error, true);
    }
    taken.refunded += amount;
    const created = { id: newId("re"), payment: id, amount, status: this.nextRefund, metadata };
    this.nextRefund = "succeeded";
    this.refunds.push(created);
    taken.refunds.push(created);
    return { ...created, object: "refund", payment_intent: id, charge: taken.id };
  }

  settleRefund(payment: string, status: RefundStatus): void {
    for (const refund of this.refunds) if (refund.payment === payment) refund.status = status;
  }

  charges() {
    return this.payments.flatMap((it) =>
      it.charges
        .filter(({ status }) => status === "succeeded")
        .map(({ id, refunded }) => ({
          id,
          payment: it.id,
          reference: it.metadata["checkout_session"] ?? "",
          amountCents: it.amount,
          refundedCents: refunded,
        })),
    );
  }
}
