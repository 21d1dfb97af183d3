// A customer's money in the model: what the till makes of what the bank says.
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

/** The orders that sessions led to, as they were seen afterwards: their ids are the till's to choose. */
export type OrderIds = ReadonlyMap<string, string>;

/** How often the bank is asked about an attempt whose answer was lost. */
const QUESTIONS = 7;

const fresh: Payment = {
  state: "open",
  bank: "none",
  isReturned: false,
  hasReason: false,
  questionsLeft: 0,
  isNoticed: false,
  attempts: 0,
};

function orderOf(till: Till, session: Session): Order | undefined {
  return till.orders.find(({ id }) => id === session.orderId);
}

/** The session is paid for, or will be: an order comes of it, at the price that it locked. */
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

/** Takes the session for one attempt to pay. */
export function startPayment(session: Session): Payment {
  const payment = session.payment ?? { ...fresh };
  session.payment = { ...payment, state: "confirming", attempts: payment.attempts + 1 };
  return session.payment;
}

export const tokens = ["ok", "declined", "action", "processing"] as const;
export type Token = (typeof tokens)[number];

/** The bank is asked for the money. */
export function charge(payment: Payment, token: Token): void {
  if (payment.bank === "none") Object.assign(payment, { bank: "open", hasReason: false });
  if (payment.bank !== "open") return;
  payment.hasReason = token === "declined";
  if (token === "ok") payment.bank = "paid";
  if (token === "action") payment.bank = "requires_action";
  if (token === "processing") payment.bank = "processing";
}

/** The customer confirms or refuses, or a payment that takes its time comes to its end. */
export function settleAtBank(payment: Payment, isPaid: boolean): void {
  payment.bank = isPaid ? "paid" : "open";
  payment.hasReason = !isPaid;
}

/** The attempt is known: the session is paid, or free to be paid in another way. */
function learnOfAttempt(till: Till, session: Session, ids: OrderIds): void {
  const payment = session.payment ?? fresh;
  const { bank } = payment;
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
    payment.questionsLeft = isLost
      ? QUESTIONS
      : payment.state === "open"
        ? payment.questionsLeft
        : 0;
    payment.state = "open";
    if (bank === "cancelled") payment.bank = "none";
  }
}

/** Nobody waits for this money any more: the job sees to it that none comes, and what came goes back. */
function learnTooLate(session: Session, isJob: boolean): void {
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

function learnOfOrder(till: Till, session: Session): void {
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

/** Draws the conclusions of what the bank says of the session's payment now. */
export function learn(
  till: Till,
  session: Session,
  { ids, isJob = false }: { ids: OrderIds; isJob?: boolean },
): void {
  const { payment } = session;
  if (!payment || payment.state === "refunded" || payment.state === "failed") return;
  const isOver = payment.state === "open" && visibleState(session) !== "open";
  const isUnwanted =
    payment.state === "refunding" ||
    (payment.state === "processing" && orderOf(till, session)?.state === "cancelled");
  if (isOver || isUnwanted) learnTooLate(session, isJob);
  else if (session.state === "open") learnOfAttempt(till, session, ids);
  else learnOfOrder(till, session);
}

/** Whether the payments job has a reason to ask the bank about this session. */
function isToBeAsked(session: Session): boolean {
  const { payment } = session;
  if (!payment) return false;
  if (isPaying(session) || payment.isNoticed) return true;
  if (payment.state === "open") return session.state === "expired" || payment.questionsLeft > 0;
  return payment.state === "processing" || payment.state === "refunding";
}

/** The payments job asks about one session; what is to be given back is given back at once. */
export function followUp(till: Till, session: Session, ids: OrderIds): void {
  const { payment } = session;
  if (!payment || !isToBeAsked(session)) return;
  payment.isNoticed = false;
  if (payment.state === "open") payment.questionsLeft = Math.max(0, payment.questionsLeft - 1);
  learn(till, session, { ids, isJob: true });
  if (payment.state === "refunding") learn(till, session, { ids, isJob: true });
}

/** An order is cancelled: what was paid for it is to be given back. */
export function onCancellation(session: Session): void {
  if (session.payment?.state === "paid") session.payment.state = "refunding";
}
