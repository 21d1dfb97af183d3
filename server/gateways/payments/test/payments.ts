// The test provider's payments: everything but moving money happens as at a real provider. A payment
// is charged at most once.
import { randomBase62 } from "#core/crypto";
import type { Db } from "#core/db";
import type { Currency } from "#core/money";
import {
  type Charge,
  type Failure,
  failures,
  type PaidStatus,
  type PaymentCalls,
  type PaymentStatus,
  type ProviderDispute,
  type RefundStatus,
} from "#payments/provider";
import { DISPUTE_MS, outcomeOf, type Simulation, TAKES_MS } from "./cards";
import { statement } from "./statements";

interface PaymentRow {
  id: string;
  reference: string;
  amount: number;
  currency: Currency;
  refunded: number;
  state: "open" | "requires_action" | "processing" | "paid" | "cancelled";
  failure: string | null;
  simulates: Simulation | null;
  disputed_at: Date | null;
  dispute_closes_at: Date | null;
}

const DAY_MS = 24 * 3_600_000;
/** Time until evidence would be due. */
const EVIDENCE_MS = 7 * DAY_MS;
/** The fee that is simulated, as card processors charge it. */
const FEE = { share: 0.029, fixedAmount: 30 } as const;

function failureOf(text: string | null): Failure | null {
  return failures.find((one) => one === text) ?? null;
}

function disputeStateOf(row: PaymentRow, now: Date): ProviderDispute["state"] {
  if (row.simulates === "warning") {
    return row.refunded === row.amount ? "won" : "open";
  }
  if (row.dispute_closes_at === null || row.dispute_closes_at > now) return "open";
  return row.simulates === "won_dispute" ? "won" : "lost";
}

function disputesOf(row: PaymentRow, now: Date): ProviderDispute[] {
  if (row.disputed_at === null || row.disputed_at > now) return [];
  const kind = row.simulates === "warning" ? "warning" : "dispute";
  const dispute: ProviderDispute = {
    id: `td_${row.id.slice(3)}`,
    kind,
    state: disputeStateOf(row, now),
    amount: row.amount,
    reason: row.simulates === "won_dispute" ? "product_not_received" : "fraudulent",
    evidenceDueOn: kind === "warning" ? null : new Date(row.disputed_at.getTime() + EVIDENCE_MS),
  };
  return [dispute];
}

function paidStatusOf(row: PaymentRow): PaidStatus {
  const now = new Date();
  const amount = row.amount;
  const fee = Math.min(amount, Math.round(amount * FEE.share) + FEE.fixedAmount);
  const next = [row.disputed_at, row.dispute_closes_at].find((at) => at !== null && at > now);
  return {
    state: "paid",
    refunded: row.refunded,
    fee,
    net: amount - fee,
    settlementCurrency: row.currency,
    disputes: disputesOf(row, now),
    ...(next && { pollAfterMs: next.getTime() - now.getTime() }),
  };
}

function toStatus(row: PaymentRow): PaymentStatus {
  const { state } = row;
  if (state === "open") return { state, failure: failureOf(row.failure) };
  if (state === "paid") return paidStatusOf(row);
  return state === "requires_action" ? { state, clientSecret: null } : { state };
}

async function find(db: Db, id: string): Promise<PaymentStatus> {
  await db.query(statement("settle"), [id]);
  await db.query(statement("settle-refunds"), [id]);
  const [row] = await db.query<PaymentRow>(statement("find"), [id]);
  if (!row) throw new Error(`unknown payment ${id} of the test provider`);
  return toStatus(row);
}

interface Written {
  state: "paid" | "requires_action" | "open" | "processing";
  failure?: Failure;
  settlesPaid?: boolean;
  simulates?: Simulation | null;
}

function writesOf(cardNumber: string): Written {
  const outcome = outcomeOf(cardNumber);
  if (outcome.type === "pays") return { state: "paid", simulates: outcome.simulates };
  if (outcome.type === "asks") return { state: "requires_action" };
  if (outcome.type === "fails") return { state: "open", failure: outcome.failure };
  return { state: "processing", settlesPaid: outcome.pays };
}

/** The parameters of `confirm` after the ID. */
function confirmParams(cardNumber: string) {
  const { state, failure = null, settlesPaid = null, simulates = null } = writesOf(cardNumber);
  const settlesMs = settlesPaid === null ? null : TAKES_MS;
  const isDisputed = simulates === "lost_dispute" || simulates === "won_dispute";
  const disputedMs = isDisputed || simulates === "warning" ? TAKES_MS : null;
  const closesMs = isDisputed ? TAKES_MS + DISPUTE_MS : null;
  return [state, failure, settlesMs, settlesPaid, simulates, disputedMs, closesMs];
}

async function* charges(db: Db, since: Date): AsyncGenerator<Charge> {
  await db.query(statement("settle-all"), []);
  let after = "";
  for (;;) {
    const rows = await db.query<PaymentRow>(statement("charges"), [since, after]);
    for (const row of rows) {
      after = row.id;
      yield {
        id: row.id,
        reference: row.reference,
        amount: row.amount,
        refunded: row.refunded,
        currency: row.currency,
      };
    }
    if (rows.length < 1000) return;
  }
}

async function findRefund(
  db: Db,
  id: string,
  { key, refundId }: { key: string; refundId: string | null },
): Promise<RefundStatus | null> {
  await db.query(statement("settle-refunds"), [id]);
  const [row] = await db.query<Omit<RefundStatus, "failure">>(statement("find-refund"), [
    ...[id, key, refundId],
  ]);
  if (!row) return null;
  return { ...row, failure: row.state === "failed" ? "expired_or_canceled_card" : null };
}

export function testPayments(db: Db): PaymentCalls {
  return {
    async begin({ key, amount, currency, reference }) {
      const id = `tp_${randomBase62(24)}`;
      await db.query(statement("begin"), [id, key, reference, amount, currency]);
      const [row] = await db.query<PaymentRow>(statement("find-by-key"), [key]);
      if (row?.amount !== amount) throw new Error(`${key} was used for another amount`);
      return row.id;
    },
    async confirm(id, { source }) {
      if (source.type !== "card") throw new Error("the test provider takes cards only");
      await db.query(statement("confirm"), [id, ...confirmParams(source.number)]);
      return find(db, id);
    },
    find: (id) => find(db, id),
    async cancel(id) {
      await find(db, id);
      await db.query(statement("cancel"), [id]);
      return find(db, id);
    },
    async refund(id, { key, amount }) {
      const refundId = `tr_${randomBase62(24)}`;
      await db.query(statement("refund"), [key, id, refundId, amount, TAKES_MS]);
      const refused: RefundStatus = { id: null, state: "failed", failure: "refused" };
      return (await findRefund(db, id, { key, refundId: null })) ?? refused;
    },
    findRefund: (id, refund) => findRefund(db, id, refund),
    charges: (since) => charges(db, since),
    async decide(id, isApproved) {
      await db.query(statement("decide"), [id, isApproved]);
      return find(db, id);
    },
  };
}
