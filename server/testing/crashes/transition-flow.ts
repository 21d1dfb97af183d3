// A flow for each transition of a payment: the provider reports a status, and the poll applies it.
import { database } from "#core/db";
import {
  type EffectiveState,
  type PaymentState,
  type ProviderStatus,
  paymentTransitions,
} from "#domain/checkout";
import { booksOf, cancel, cards, expire, openSession, pay, refund } from "#testing/checkout";
import { difference, differences, type FlowContext, flow } from "#testing/crashes/flow";
import { openShop } from "#testing/crashes/order-flows";
import { select } from "#testing/world/sql";
import { matchNow, reconcileNow } from "#testing/world/turns";

export interface TransitionCase {
  from: EffectiveState;
  status: ProviderStatus;
  to: PaymentState;
  effects: readonly string[];
}

const storedOf = (state: EffectiveState) =>
  ({
    session_over: "open",
    order_cancelled: "processing",
    paid_fulfilled: "paid",
    refunded_fulfilled: "refunded",
    charged_back_fulfilled: "charged_back",
  })[state as string] ?? state;

/** Nothing leads there but stock that leaves while the customer pays: `torture -- holds` tries it. */
export const untried: readonly EffectiveState[] = ["uncovered"];

/** All transitions that change something. The test provider ends what it processes by itself. */
export const transitionCases: readonly TransitionCase[] = Object.entries(
  paymentTransitions,
).flatMap(([from, cells]) =>
  Object.entries(cells).flatMap(([status, { to, effects }]) => {
    const one = { from, status, to, effects } as TransitionCase;
    const isChange = to !== storedOf(one.from) || effects.length > 0;
    const isTried = status !== "processing" && !untried.includes(one.from);
    return isChange && isTried ? [one] : [];
  }),
);

/** Makes the payment due for a poll, whatever its state. */
const makeDue = (sessionId: string) =>
  select(
    "UPDATE payments SET next_poll_at = now() - interval '1 s' WHERE checkout_session_id = $1",
    [sessionId],
  );

const PAID = "state = 'paid', charges = 1, settles_at = NULL, settles_paid = NULL";
const DISPUTED = `${PAID}, disputed_at = now() - interval '1 s'`;
const UNPAID = "charges = 0, settles_at = NULL, settles_paid = NULL";

/** Sets the provider's record of the payment so that it reports the status. */
const records: Record<ProviderStatus, string> = {
  open: `state = 'open', ${UNPAID}`,
  requires_action: `state = 'requires_action', ${UNPAID}`,
  processing: "state = 'processing'",
  cancelled: `state = 'cancelled', ${UNPAID}`,
  // A dispute that was open is won.
  paid: `${PAID}, simulates = CASE WHEN disputed_at IS NOT NULL THEN 'won_dispute' END,
    dispute_closes_at = CASE WHEN disputed_at IS NOT NULL THEN now() - interval '1 s' END`,
  warned: `${DISPUTED}, simulates = 'warning', dispute_closes_at = NULL`,
  disputed: `${DISPUTED}, simulates = 'lost_dispute', dispute_closes_at = NULL`,
  charged_back: `${DISPUTED}, simulates = 'lost_dispute', dispute_closes_at = now()`,
  returned: `${PAID}, refunded = amount`,
};

async function report(sessionId: string, { from, status }: TransitionCase): Promise<void> {
  const where = "WHERE reference = $1";
  if (storedOf(from) === "refunded" && status !== "returned") {
    await select(
      `UPDATE test_provider_refunds SET state = 'failed' WHERE payment_id IN
        (SELECT id FROM test_provider_payments ${where})`,
      [sessionId],
    );
    await select(`UPDATE test_provider_payments SET refunded = 0 ${where}`, [sessionId]);
  }
  await select(`UPDATE test_provider_payments SET ${records[status]} ${where}`, [sessionId]);
}

async function poll(sessionId: string): Promise<void> {
  await makeDue(sessionId);
  await reconcileNow();
}

type Account = Awaited<ReturnType<typeof openShop>>["account"];
type Step = (sessionId: string, account: Account) => Promise<unknown>;

const by =
  (card: string): Step =>
  (sessionId) =>
    pay(sessionId, card);
const cancelIt: Step = async (sessionId, account) =>
  cancel(account, (await booksOf(sessionId)).session.orderId ?? "");
const fail: Step = async (sessionId) => {
  await select("UPDATE test_provider_payments SET settles_at = now() WHERE reference = $1", [
    sessionId,
  ]);
  await poll(sessionId);
};
const reportAs =
  (status: ProviderStatus): Step =>
  async (sessionId) => {
    const columns = records[status];
    await select(`UPDATE test_provider_payments SET ${columns} WHERE reference = $1`, [sessionId]);
    await poll(sessionId);
  };
const dispute = reportAs("disputed");
const lose = reportAs("charged_back");

/** Steps that lead to a state. */
const ways: Record<EffectiveState, readonly Step[]> = {
  open: [by(cards.declined)],
  confirming: [
    by(cards.needsApproval),
    (id) => select("UPDATE payments SET state = 'confirming' WHERE checkout_session_id = $1", [id]),
  ],
  requires_action: [by(cards.needsApproval)],
  session_over: [by(cards.declined), (id, account) => expire(account, id)],
  processing: [by(cards.paysLater)],
  order_cancelled: [by(cards.paysLater), cancelIt],
  paid: [by(cards.good)],
  paid_fulfilled: [by(cards.good), matchNow],
  disputed: [by(cards.good), dispute],
  refunding: [by(cards.good), cancelIt],
  refunded: [by(cards.good), cancelIt, poll],
  refunded_fulfilled: [by(cards.good), matchNow, (id, account) => refund(account, id), poll],
  charged_back: [by(cards.good), dispute, lose],
  charged_back_fulfilled: [by(cards.good), matchNow, dispute, lose],
  uncovered: [],
  failed: [by(cards.failsLater), fail],
};

async function countEntries(sessionId: string, { to }: TransitionCase): Promise<number> {
  const { payment } = await booksOf(sessionId);
  const where = { action: `payment.${to}`, subjectId: payment?.id ?? "" };
  return database().prisma.auditEntry.count({ where });
}

/**
 * A refund under way is made, unless the bank has the money or an earlier refund failed. The stock
 * of a declined payment is no longer held, so the customer cannot confirm it: it is open again.
 */
function endOf({ from, status, to }: TransitionCase): PaymentState {
  if (from === "open" && to === "requires_action") return "open";
  const isHeldBack = status === "disputed" || storedOf(from) === "refunded";
  return to === "refunding" && !isHeldBack ? "refunded" : to;
}

const caseAt = (index: number) => transitionCases[index % transitionCases.length] as TransitionCase;

export const changing = flow({
  name: "transition",
  async prepare(scene: FlowContext) {
    const index = (scene.seed - 1) % transitionCases.length;
    const it = caseAt(index);
    const { account, portfolioId } = await openShop(scene);
    const { id } = await openSession({ account, portfolioId, amountKg: 100, provider: "test" });
    for (const step of ways[it.from]) await step(id, account);
    const entered = await countEntries(id, it);
    await report(id, it);
    await makeDue(id);
    return { sessionId: id, index, entered };
  },
  run: reconcileNow,
  async isOver({ sessionId, index }) {
    const { payment } = await booksOf(sessionId);
    return payment?.state === endOf(caseAt(index));
  },
  async judge({ sessionId, index, entered }) {
    const it = caseAt(index);
    const name = `${it.from} reported as ${it.status}`;
    const { payment, orders } = await booksOf(sessionId);
    const times = storedOf(it.from) === it.to ? 0 : 1;
    const [order] = orders;
    const mustWait = payment?.state === "disputed" && order?.state === "placed";
    return [
      ...differences({
        [`the state of ${name}`]: [payment?.state, endOf(it)],
        [`the changes of ${name}`]: [(await countEntries(sessionId, it)) - entered, times],
      }),
      ...(it.effects.includes("cancel") ? difference(name, order?.state, "cancelled") : []),
      ...(it.effects.includes("release") ? difference(name, order?.state, "fulfilled") : []),
      ...differences({
        [`waiting of ${name}`]: [order?.state === "placed" && order.awaitingPayment, mustWait],
      }),
    ];
  },
});
