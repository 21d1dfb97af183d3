// Actions of customers and their bank: pay, confirm, come back, and the bank's webhooks.
import { type Fields, sendNotice, submitForm } from "#testing/world/forms";
import { type Action, action, type Step } from "./explain";
import { holdForPayment } from "./holds";
import {
  applyStatus,
  cancelIfSoldOut,
  charge,
  settleAtBank,
  startPayment,
  type Token,
  tokens,
} from "./money";
import { type Draw, pick } from "./requests";
import { isPaying, type Payment, type Session, type Till, visibleState } from "./till";
import { runSql, type World } from "./world";

/** The till allows this many attempts per minute. */
const MAX_ATTEMPTS = 4;
const MAX_RETURNS = 6;

/** Submits a form. Its response says nothing about the result, which is on the page. */
async function submit(target: Session, name: string, fields: Fields): Promise<void> {
  const status = await submitForm(`/checkout/${target.id}/${name}`, fields);
  if (status !== 303) throw new Error(`the checkout's form returned ${status}`);
}

const sessionIn = (till: Till, { id }: Session) => till.sessions.find((it) => it.id === id);

let attempts = 0;

/** The till reserves the session for this attempt if no other one has it and there is stock. */
const takeSession =
  (target: Session, attempt: string): Step =>
  (till) => {
    const session = sessionIn(till, target);
    if (!session || visibleState(session) !== "open" || isPaying(session)) return;
    if (!holdForPayment(till, session)) return;
    startPayment(session);
    till.inProgress.push(attempt);
  };

/** Returns true if an attempt of the session would get stock now. */
function canHold(till: Till, target: Session): boolean {
  const copy = structuredClone(till);
  const session = sessionIn(copy, target);
  return session !== undefined && holdForPayment(copy, session);
}

type Lost = "before" | "after" | null;

/** The session of an attempt that has not ended. */
function attempted(till: Till, target: Session, attempt: string) {
  const session = sessionIn(till, target);
  return session?.payment && till.inProgress.includes(attempt) ? session : undefined;
}

const takeMoney =
  (target: Session, attempt: string, { token, lost }: { token: Token; lost: Lost }): Step =>
  (till) => {
    const session = attempted(till, target, attempt);
    if (!session?.payment) return;
    if (session.payment.bank === "none") {
      Object.assign(session.payment, { bank: "open", hasReason: false });
    }
    if (lost === "before" || cancelIfSoldOut(session)) return;
    charge(session.payment, token);
  };

/** The till learns the result unless the response is lost. */
const endAttempt =
  (target: Session, attempt: string, lost: Lost): Step =>
  (till, { observation }) => {
    const session = attempted(till, target, attempt);
    till.inProgress = till.inProgress.filter((it) => it !== attempt);
    if (session && lost === null) applyStatus(till, session, { ids: observation.orderIds });
  };

/** One attempt to pay; the bank's response may get lost before or after the charge. */
export function pay(till: Till, draw: Draw, isAlone: boolean): Action | null {
  const target = pick(till.sessions, draw.what);
  if (!target || (target.payment?.attempts ?? 0) >= MAX_ATTEMPTS) return null;
  const token = draw.how % 3 === 0 ? "ok" : (pick(tokens, draw.size) ?? "ok");
  const isReached = visibleState(target) === "open" && !isPaying(target);
  const mayLose = isAlone && isReached && draw.who % 6 === 5;
  const lost = mayLose ? (draw.size % 2 === 0 ? "before" : "after") : null;
  attempts += 1;
  const attempt = `attempt ${attempts}`;
  // A lost response is prepared at the bank, and another customer must not get it.
  if (lost && !canHold(till, target)) return null;
  return action(
    `a customer pays ${target.id} (${token}${lost ? `, lost ${lost}` : ""})`,
    async ({ bank }) => {
      if (lost) await bank.loseNextCharge(lost);
      await submit(target, "pay", { email: "ada@example.com", token: `ctoken_${token}` });
    },
    takeSession(target, attempt),
    takeMoney(target, attempt, { token, lost }),
    endAttempt(target, attempt, lost),
  );
}

const isWaiting = ({ bank }: Payment) => bank === "requires_action" || bank === "processing";

/** The customer confirms or refuses at the bank, or a slow payment ends. */
export function settle(till: Till, draw: Draw): Action | null {
  const waiting = till.sessions.filter(({ payment }) => payment && isWaiting(payment));
  const target = pick(waiting, draw.what);
  if (!target) return null;
  const isPaid = draw.how % 3 !== 2;
  return action(
    `the bank ${isPaid ? "pays" : "refuses to pay"} ${target.id}`,
    ({ bank }) => bank.settle(target.id, isPaid),
    (now) => {
      const payment = sessionIn(now, target)?.payment;
      // The bank refuses the second decision.
      if (payment && isWaiting(payment)) settleAtBank(payment, isPaid);
    },
  );
}

/** The customer returns from the bank to the checkout page. */
export function returnFromBank(till: Till, draw: Draw): Action | null {
  const target = pick(till.sessions, draw.what);
  if (!target || target.returns >= MAX_RETURNS) return null;
  return action(
    `the customer of ${target.id} returns from the bank`,
    () => submit(target, "confirm", {}),
    (now, { observation }) => {
      const session = sessionIn(now, target);
      if (!session) return;
      session.returns += 1;
      if (session.payment?.state !== "requires_action") return;
      cancelIfSoldOut(session);
      applyStatus(now, session, { ids: observation.orderIds });
    },
  );
}

const NOTICES = ["payment_intent.succeeded", "payment_intent.payment_failed", "charge.refunded"];
/** Sent of payments with a dispute. */
const DISPUTE_NOTICES = ["charge.dispute.created", "charge.dispute.closed"];

async function send({ bank }: World, type: string, sessionId: string): Promise<void> {
  const status = await sendNotice(await bank.notice(type, sessionId));
  if (status !== 200) throw new Error(`the bank's webhook returned ${status}`);
}

function noticeOf(target: Session, { type, copies }: { type: string; copies: number }): Action {
  return action(
    `the bank sends ${type} of ${target.id}, ${copies} ×`,
    (world) => Promise.all(Array.from({ length: copies }, () => send(world, type, target.id))),
    (now) => {
      const key = `${type} ${target.id}`;
      const payment = sessionIn(now, target)?.payment;
      if (!payment || now.notices.includes(key)) return;
      now.notices.push(key);
      payment.isNoticed = true;
    },
  );
}

/** A webhook of any type at any time, true or not, twice or late: the till must not trust it. */
export function notice(till: Till, draw: Draw): Action | null {
  const known = till.sessions.filter(
    ({ payment }) => payment && !["none", "open"].includes(payment.bank),
  );
  const target = pick(known, draw.what);
  if (!target) return null;
  const isDisputed = target.payment?.bankDispute !== "none" && draw.how % 2 === 0;
  const drawn = pick(isDisputed ? DISPUTE_NOTICES : NOTICES, draw.who) ?? "";
  // Webhooks about a charge need a charge.
  const type = target.payment?.bank === "paid" ? drawn : "payment_intent.succeeded";
  return noticeOf(target, { type, copies: draw.size % 3 === 0 ? 2 : 1 });
}

/** Webhooks that the bank will send in any case: those about refunds by hand and disputes. */
export function pendingNotices(till: Till): Action[] {
  return till.sessions
    .filter(
      ({ payment }) =>
        payment?.bank === "paid" &&
        (payment.bankRefunded !== payment.refunded || payment.bankDispute !== payment.dispute),
    )
    .map((session) => noticeOf(session, { type: "charge.refund.updated", copies: 1 }));
}

/** Lets a session's 24 hours pass. */
export function passDay(till: Till, draw: Draw): Action | null {
  const target = pick(
    till.sessions.filter(({ isOverdue }) => !isOverdue),
    draw.what,
  );
  if (!target) return null;
  return action(
    `24 hours pass for ${target.id}`,
    () =>
      runSql(
        `UPDATE checkout_sessions SET created_at = created_at - interval '25 hours',
           expires_at = expires_at - interval '25 hours' WHERE id = $1`,
        [target.id],
      ),
    (now) => {
      const session = sessionIn(now, target);
      if (session) session.isOverdue = true;
    },
  );
}
