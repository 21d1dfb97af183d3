// A customer's payment in the model: the till's reaction to the bank's status.
import { holdForPayment } from "./holds";
import {
  ensure,
  isPaying,
  type Order,
  type Payment,
  type Session,
  settleOrder,
  type Till,
  visibleState,
} from "./till";

/** Order ids by session, as observed: the till chooses them. */
export type OrderIds = ReadonlyMap<string, string>;

/** Polls after an attempt whose response was lost. */
const LOST_POLLS = 7;

const fresh: Payment = {
  state: "open",
  bank: "none",
  isReturned: false,
  hasReason: false,
  pollsLeft: 0,
  isNoticed: false,
  attempts: 0,
};

function orderOf(till: Till, session: Session): Order | undefined {
  return till.orders.find(({ id }) => id === session.orderId);
}

/** The session is paid, or will be: it gets an order at its locked price. */
function complete(
  till: Till,
  session: Session,
  { ids, isPaid }: { ids: OrderIds; isPaid: boolean },
) {
  const id = ids.get(session.id);
  ensure(id !== undefined, `session ${session.id} must have led to an order`);
  const { account, subaccountId, portfolioId, amountKg, priceCents, hasCallback } = session;
  session.state = "complete";
  session.orderId = id;
  till.orders.push({
    ...{ id, account, subaccountId, portfolioId, amountKg, priceCents, hasCallback },
    state: "placed",
    sessionId: session.id,
    awaitsMoney: !isPaid,
    parts: [],
  });
}

/** Reserves the session for one attempt to pay. */
export function startPayment(session: Session): Payment {
  const payment = session.payment ?? { ...fresh };
  session.payment = { ...payment, state: "confirming", attempts: payment.attempts + 1 };
  return session.payment;
}

export const tokens = ["ok", "declined", "action", "processing"] as const;
export type Token = (typeof tokens)[number];

/** Asks the bank for the money. */
export function charge(payment: Payment, token: Token): void {
  if (payment.bank !== "open") return;
  payment.hasReason = token === "declined";
  if (token === "ok") payment.bank = "paid";
  if (token === "action") payment.bank = "requires_action";
  if (token === "processing") payment.bank = "processing";
}

/** The customer confirms or refuses, or a slow payment ends. */
export function settleAtBank(payment: Payment, isPaid: boolean): void {
  payment.bank = isPaid ? "paid" : "open";
  payment.hasReason = !isPaid;
}

/** Cancels an unpaid payment at the bank if the stock that was held for it is gone. */
export function cancelIfSoldOut({ hold, payment }: Session): boolean {
  if (hold !== null || !payment) return false;
  if (payment.bank !== "open" && payment.bank !== "requires_action") return false;
  payment.bank = "cancelled";
  payment.hasReason = true;
  return true;
}

/** Applies the result of an attempt: the session is paid, or open for another one. */
function applyToAttempt(till: Till, session: Session, ids: OrderIds): void {
  const payment = session.payment ?? fresh;
  const { bank } = payment;
  const getsMoney = bank === "processing" || (bank === "paid" && !payment.isReturned);
  if (getsMoney && session.hold === null && !holdForPayment(till, session)) {
    session.state = "expired";
    payment.state = bank === "paid" ? "refunding" : "processing";
    return;
  }
  if (bank === "requires_action") payment.state = "requires_action";
  else if (bank === "processing") {
    complete(till, session, { ids, isPaid: false });
    payment.state = "processing";
  } else if (bank === "paid" && payment.isReturned) {
    session.state = "expired";
    payment.state = "refunded";
  } else if (bank === "paid") {
    complete(till, session, { ids, isPaid: true });
    payment.state = "paid";
  } else {
    const isLost = payment.state === "confirming" && !payment.hasReason;
    payment.pollsLeft = isLost ? LOST_POLLS : payment.state === "open" ? payment.pollsLeft : 0;
    if (!isLost && (payment.state !== "open" || payment.hasReason)) session.hold = null;
    payment.state = "open";
    if (bank === "cancelled") payment.bank = "none";
  }
}

/** The payment is no longer needed: the job prevents a charge, or refunds it. */
function applyToUnneeded(session: Session, isJob: boolean): void {
  const payment = session.payment ?? fresh;
  const { bank } = payment;
  if (bank === "processing" || (!isJob && bank !== "paid" && bank !== "cancelled")) return;
  if (session.state === "open") session.state = "expired";
  if (bank !== "paid") {
    payment.bank = bank === "none" ? "none" : "cancelled";
    payment.state = "failed";
  } else if (payment.isReturned || (payment.state === "refunding" && isJob)) {
    payment.isReturned = true;
    payment.state = "refunded";
  } else {
    payment.state = "refunding";
  }
}

function applyToOrder(till: Till, session: Session): void {
  const payment = session.payment ?? fresh;
  const order = orderOf(till, session);
  const cancelIfPlaced = () => {
    if (order?.state === "placed") settleOrder(till, order, "cancelled");
  };
  if (payment.bank === "paid" && payment.isReturned) {
    payment.state = "refunded";
    cancelIfPlaced();
  } else if (payment.state === "processing" && payment.bank === "paid") {
    payment.state = "paid";
    if (order) order.awaitsMoney = false;
  } else if (payment.state === "processing" && payment.bank !== "processing") {
    payment.state = "failed";
    payment.bank = "cancelled";
    cancelIfPlaced();
  }
}

/** Applies the bank's present status of the session's payment. */
export function applyStatus(
  till: Till,
  session: Session,
  { ids, isJob = false }: { ids: OrderIds; isJob?: boolean },
): void {
  const { payment } = session;
  if (!payment || payment.state === "refunded" || payment.state === "failed") return;
  const isOver = payment.state === "open" && visibleState(session) !== "open";
  const isUnwanted =
    payment.state === "refunding" ||
    (payment.state === "processing" &&
      (session.state === "expired" || orderOf(till, session)?.state === "cancelled"));
  if (isOver || isUnwanted) applyToUnneeded(session, isJob);
  else if (session.state === "open") applyToAttempt(till, session, ids);
  else applyToOrder(till, session);
  if (["failed", "refunding", "refunded"].includes(payment.state)) session.hold = null;
}

/** Returns true if the payments job has a reason to poll this session. */
function needsPoll(session: Session): boolean {
  const { payment } = session;
  if (!payment) return false;
  if (isPaying(session) || payment.isNoticed) return true;
  if (payment.state === "open") return session.state === "expired" || payment.pollsLeft > 0;
  return payment.state === "processing" || payment.state === "refunding";
}

/** The payments job polls one session; a refund that it finds necessary is made at once. */
export function followUp(till: Till, session: Session, ids: OrderIds): void {
  const { payment } = session;
  if (!payment || !needsPoll(session)) return;
  payment.isNoticed = false;
  if (payment.state === "open") payment.pollsLeft = Math.max(0, payment.pollsLeft - 1);
  if (payment.state === "requires_action") cancelIfSoldOut(session);
  applyStatus(till, session, { ids, isJob: true });
  if (payment.state === "refunding") applyStatus(till, session, { ids, isJob: true });
}

/** A cancelled order's payment must be refunded, and its stock is no longer held. */
export function onCancellation(session: Session): void {
  session.hold = null;
  if (session.payment?.state === "paid") session.payment.state = "refunding";
}
