// Refunds through the API and by hand, and disputes of the customers' bank.
import type { Bank } from "#testing/world/bank";
import { type Action, action } from "./explain";
import { onCancellation } from "./money";
import { type Draw, pick, status, writeOn } from "./requests";
import {
  type Dispute,
  ensure,
  type Payment,
  pendingIn,
  type Session,
  settleOrder,
  type Till,
} from "./till";

const MAX_PENDING = 2;
const PAID: readonly Payment["state"][] = [
  ...(["paid", "disputed", "refunding", "refunded", "charged_back"] as const),
];

const paymentIn = (till: Till, { id }: Session) =>
  till.sessions.find((session) => session.id === id)?.payment ?? null;

/** The cents that the till would refund; 0 if it refuses. */
function refundable({ price }: Session, payment: Payment | null): number {
  if (!payment || !PAID.includes(payment.state)) return 0;
  if (payment.dispute === "open" || payment.dispute === "lost") return 0;
  return price - payment.refunded - pendingIn(payment);
}

/** An account refunds a payment of its own, or tries another's. */
export function refund(till: Till, draw: Draw): Action | null {
  const target = pick(
    till.sessions.filter(({ payment }) => payment !== null),
    draw.what,
  );
  if (!target?.payment || target.payment.pendingRefunds.length >= MAX_PENDING) return null;
  const amount = [1, Math.ceil(target.price / 3), null, target.price][draw.how % 4] ?? null;
  const path = `/checkout/sessions/${target.id}/refunds`;
  const body = { reason: "Ordered twice", ...(amount !== null && { amount_usd_cents: amount }) };
  return writeOn("refunds", { target, draw, method: "POST", path, body }, (now, response) => {
    const session = now.sessions.find(({ id }) => id === target.id);
    const payment = paymentIn(now, target);
    const rest = session ? refundable(session, payment) : 0;
    if (!session || !payment || rest <= 0) return status(response, 409, "conflict");
    if ((amount ?? 0) > rest) return status(response, 400, "invalid-parameters");
    status(response, 201);
    ensure(response.json.amount_usd_cents === (amount ?? rest), "the whole rest must be refunded");
    payment.pendingRefunds.push(amount ?? rest);
    if ((amount ?? rest) < rest) return;
    const order = now.orders.find(({ id }) => id === session.orderId);
    if (order?.state === "placed") settleOrder(now, order, "cancelled");
    if (order?.state === "cancelled") onCancellation(session);
  });
}

const isDisputed = ({ bankDispute }: Payment) => bankDispute === "open" || bankDispute === "lost";

/** A payment with money at the bank that was neither refunded in full nor taken back. */
function withMoney(till: Till, drawn: number, isFit: (payment: Payment) => boolean = () => true) {
  const sessions = till.sessions.filter(
    ({ payment, price }) =>
      payment?.bank === "paid" &&
      payment.bankRefunded < price &&
      !isDisputed(payment) &&
      isFit(payment),
  );
  return pick(sessions, drawn);
}

/** Changes the payment of a session at the bank. */
function atBank(
  { id }: Session,
  run: { title: string; at(bank: Bank): Promise<void>; change(payment: Payment): void },
): Action {
  return action(
    `${id} ${run.title}`,
    ({ bank }) => run.at(bank),
    (now) => {
      const payment = now.sessions.find((session) => session.id === id)?.payment;
      if (payment) run.change(payment);
    },
  );
}

/** An operator refunds all that is left in the provider's dashboard. */
export function refundByHand(till: Till, draw: Draw): Action | null {
  const target = withMoney(till, draw.what);
  if (!target) return null;
  return atBank(target, {
    title: "is refunded by hand",
    at: (bank) => bank.refundByHand(target.id),
    change(payment) {
      payment.bankRefunded = target.price;
    },
  });
}

/** As `refundByHand`, of a part, while the till has no refund to request. */
export function refundPartByHand(till: Till, draw: Draw): Action | null {
  const target = withMoney(till, draw.what, ({ pendingRefunds }) => pendingRefunds.length === 0);
  if (!target?.payment) return null;
  const restAmount = target.price - target.payment.bankRefunded;
  const amount = 1 + ((draw.size * 7) % restAmount);
  return atBank(target, {
    title: `is refunded ${amount} cents by hand`,
    at: (bank) => bank.refundByHand(target.id, amount),
    change(payment) {
      payment.bankRefunded += amount;
    },
  });
}

/** The customer's bank takes the money back. Refunds that the till does not know of come first. */
export function openDispute(till: Till, draw: Draw): Action | null {
  const target = withMoney(
    till,
    draw.what,
    (payment) => payment.bankDispute === "none" && payment.bankRefunded === payment.refunded,
  );
  return target ? dispute(target, "open") : null;
}

/** The bank decides on a dispute. */
export function closeDispute(till: Till, draw: Draw): Action | null {
  const open = till.sessions.filter(({ payment }) => payment?.bankDispute === "open");
  const target = pick(open, draw.what);
  return target ? dispute(target, draw.how % 2 === 0 ? "won" : "lost") : null;
}

function dispute(target: Session, state: Exclude<Dispute, "none">): Action {
  return atBank(target, {
    title: `has a dispute that is ${state}`,
    at: (bank) => bank.dispute(target.id, state),
    change(payment) {
      payment.bankDispute = state;
    },
  });
}
