// A customer's payment in the model: the till's reaction to the bank's status.
import { holdForPayment } from "./holds";
import {
  type Dispute,
  ensure,
  isPaying,
  type Order,
  type Payment,
  pendingIn,
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
  bankRefunded: 0,
  refunded: 0,
  pendingRefunds: [],
  bankDispute: "none",
  dispute: "none",
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
  const { account, subaccountId, portfolioId, amountKg, price, hasCallback } = session;
  session.state = "complete";
  session.orderId = id;
  till.orders.push({
    ...{ id, account, subaccountId, portfolioId, amountKg, price, hasCallback },
    state: "placed",
    sessionId: session.id,
    awaitsMoney: !isPaid,
    parts: [],
  });
}

/** Reserves the session for one attempt to pay. */
export function startPayment(session: Session): Payment {
  const payment = session.payment ?? structuredClone(fresh);
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

/** The rest of the money, which the till owes to the customer. */
function restAmount(session: Session, payment: Payment): number {
  return session.price - payment.refunded - pendingIn(payment);
}

function owe(session: Session, payment: Payment): void {
  const amount = restAmount(session, payment);
  if (amount > 0) payment.pendingRefunds.push(amount);
  payment.state = "refunding";
}

const isDisputed = (dispute: Dispute) => dispute === "open" || dispute === "lost";

/** Requests one refund at the bank, unless the bank has taken the money back. */
function requestOneRefund(session: Session, payment: Payment): void {
  const { pendingRefunds } = payment;
  if (pendingRefunds.length === 0 || isDisputed(payment.bankDispute)) return;
  const [amount = 0] = pendingRefunds.splice(1 % pendingRefunds.length, 1);
  // The bank refuses more than the rest, of which some may have been refunded by hand.
  if (amount > session.price - payment.bankRefunded) return;
  payment.bankRefunded += amount;
  payment.refunded += amount;
}

/** Learns of disputes and, once no refund is pending, of refunds by hand. */
function readMoney(session: Session, payment: Payment): Payment["state"] {
  payment.dispute = payment.bankDispute;
  if (payment.dispute === "lost") payment.pendingRefunds = [];
  if (payment.pendingRefunds.length === 0) payment.refunded = payment.bankRefunded;
  if (payment.refunded >= session.price) return "refunded";
  if (payment.dispute === "lost") return "charged_back";
  return payment.dispute === "open" ? "disputed" : "paid";
}

/** Applies the result of an attempt: the session is paid, or open for another one. */
function applyToAttempt(till: Till, session: Session, ids: OrderIds): void {
  const payment = session.payment ?? fresh;
  const { bank } = payment;
  const money = bank === "paid" ? readMoney(session, payment) : null;
  const getsMoney = bank === "processing" || money === "paid" || money === "disputed";
  if (getsMoney && session.hold === null && !holdForPayment(till, session)) {
    session.state = "expired";
    if (bank === "paid") owe(session, payment);
    else payment.state = "processing";
    return;
  }
  if (bank === "requires_action") payment.state = "requires_action";
  else if (getsMoney) {
    complete(till, session, { ids, isPaid: money === "paid" });
    payment.state = money ?? "processing";
  } else if (money) {
    session.state = "expired";
    payment.state = money;
  } else {
    const isLost = payment.state === "confirming" && !payment.hasReason;
    payment.pollsLeft = isLost ? LOST_POLLS : payment.state === "open" ? payment.pollsLeft : 0;
    if (!isLost && (payment.state !== "open" || payment.hasReason)) session.hold = null;
    payment.state = "open";
    if (bank === "cancelled") payment.bank = "none";
  }
}

/** The payment is no longer needed: the job prevents a charge, or the till owes the money. */
function applyToUnneeded(session: Session, isJob: boolean): void {
  const payment = session.payment ?? fresh;
  const { bank } = payment;
  if (bank === "processing" || (!isJob && bank !== "paid" && bank !== "cancelled")) return;
  if (session.state === "open") session.state = "expired";
  if (bank !== "paid") {
    payment.bank = bank === "none" ? "none" : "cancelled";
    payment.state = "failed";
    return;
  }
  const money = readMoney(session, payment);
  if (money === "refunded" || money === "charged_back") payment.state = money;
  else if (payment.state !== "refunding") owe(session, payment);
}

function applyToOrder(till: Till, session: Session): void {
  const payment = session.payment ?? fresh;
  const order = orderOf(till, session);
  const cancelIfPlaced = () => {
    if (order?.state === "placed") settleOrder(till, order, "cancelled");
  };
  if (payment.bank === "paid") {
    const money = readMoney(session, payment);
    if (money === "refunded" || money === "charged_back") cancelIfPlaced();
    else if (order?.state === "placed") order.awaitsMoney = money === "disputed";
    payment.state = money;
  } else if (payment.state === "processing" && payment.bank !== "processing") {
    payment.state = "failed";
    payment.bank = "cancelled";
    cancelIfPlaced();
  }
}

const ended: readonly Payment["state"][] = ["failed", "refunding", "refunded", "charged_back"];

/** Applies the bank's present status of the session's payment. */
export function applyStatus(
  till: Till,
  session: Session,
  { ids, isJob = false }: { ids: OrderIds; isJob?: boolean },
): void {
  const { payment } = session;
  if (!payment || ["refunded", "charged_back", "failed"].includes(payment.state)) return;
  const isOver = payment.state === "open" && visibleState(session) !== "open";
  const isUnwanted =
    payment.state === "refunding" ||
    (payment.state === "processing" &&
      (session.state === "expired" || orderOf(till, session)?.state === "cancelled"));
  if (isOver || isUnwanted) applyToUnneeded(session, isJob);
  else if (session.state === "open") applyToAttempt(till, session, ids);
  else applyToOrder(till, session);
  if (ended.includes(payment.state)) session.hold = null;
}

/** Returns true if the payments job has a reason to poll this session. */
function needsPoll(session: Session): boolean {
  const { payment } = session;
  if (!payment) return false;
  if (isPaying(session) || payment.isNoticed) return true;
  if (payment.state === "open") return session.state === "expired" || payment.pollsLeft > 0;
  return (
    payment.pendingRefunds.length > 0 ||
    ["processing", "disputed", "refunding"].includes(payment.state)
  );
}

/** The payments job requests the refunds of a session, one after the other. */
export function requestRefunds(till: Till, session: Session, ids: OrderIds): void {
  const { payment } = session;
  while (payment && payment.pendingRefunds.length > 0) {
    const { length } = payment.pendingRefunds;
    requestOneRefund(session, payment);
    applyStatus(till, session, { ids, isJob: true });
    if (payment.pendingRefunds.length === length) return;
  }
}

/** The payments job polls one session. */
export function followUp(till: Till, session: Session, ids: OrderIds): void {
  const { payment } = session;
  if (!payment || !needsPoll(session)) return;
  payment.isNoticed = false;
  if (payment.state === "open") payment.pollsLeft = Math.max(0, payment.pollsLeft - 1);
  if (payment.state === "requires_action") cancelIfSoldOut(session);
  requestOneRefund(session, payment);
  applyStatus(till, session, { ids, isJob: true });
  requestRefunds(till, session, ids);
}

/** A cancelled order's payment must be refunded, and its stock is no longer held. */
export function onCancellation(session: Session): void {
  session.hold = null;
  const { payment } = session;
  if (payment?.state === "paid" || payment?.state === "disputed") owe(session, payment);
}
