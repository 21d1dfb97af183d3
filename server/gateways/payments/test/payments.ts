// The test provider's payments: everything but moving money happens as at a real provider. Each
// change is one statement, and a payment is charged at most once.
import { randomBase62 } from "#core/crypto";
import type { Db, Statement } from "#core/db";
import {
  type Charge,
  type Failure,
  failures,
  type PaymentCalls,
  type PaymentStatus,
} from "#payments/provider";

interface PaymentRow {
  id: string;
  reference: string;
  amount_usd_cents: number;
  refunded_usd_cents: number;
  state: "open" | "requires_action" | "processing" | "paid" | "cancelled";
  failure: string | null;
}

const COLUMNS = "id, reference, amount_usd_cents, refunded_usd_cents, state, failure";

// Ends slow payments that are due; the first reader records it.
const SETTLE = `
  UPDATE test_provider_payments
  SET state = CASE WHEN settles_paid THEN 'paid' ELSE 'open' END,
      failure = CASE WHEN settles_paid THEN NULL ELSE 'declined' END,
      charges = CASE WHEN settles_paid THEN 1 ELSE 0 END, settles_at = NULL, settles_paid = NULL
  WHERE state = 'processing' AND settles_at <= now()`;

const statements = {
  begin: `
    INSERT INTO test_provider_payments (id, key, reference, amount_usd_cents, state, created_at)
    VALUES ($1, $2, $3, $4, 'open', now()) ON CONFLICT (key) DO NOTHING`,
  findByKey: `SELECT ${COLUMNS} FROM test_provider_payments WHERE key = $1`,
  settle: `${SETTLE} AND id = $1`,
  find: `SELECT ${COLUMNS} FROM test_provider_payments WHERE id = $1`,
  confirm: `
    UPDATE test_provider_payments
    SET state = $2, failure = $3, charges = CASE WHEN $2 = 'paid' THEN 1 ELSE 0 END,
        settles_at = now() + $4::int * interval '1 millisecond', settles_paid = $5
    WHERE id = $1 AND state = 'open'`,
  decide: `
    UPDATE test_provider_payments
    SET state = CASE WHEN $2 THEN 'paid' ELSE 'open' END,
        failure = CASE WHEN $2 THEN NULL ELSE 'not_confirmed' END,
        charges = CASE WHEN $2 THEN 1 ELSE 0 END
    WHERE id = $1 AND state = 'requires_action'`,
  cancel: `
    UPDATE test_provider_payments SET state = 'cancelled'
    WHERE id = $1 AND state IN ('open', 'requires_action')`,
  refund: `
    UPDATE test_provider_payments SET refunded_usd_cents = amount_usd_cents
    WHERE id = $1 AND state = 'paid'`,
  settleAll: SETTLE,
  charges: `
    SELECT ${COLUMNS} FROM test_provider_payments
    WHERE charges > 0 AND created_at >= $1 AND id > $2 ORDER BY id LIMIT 1000`,
} as const;

function statement(name: keyof typeof statements): Statement {
  return { name: `test-provider-${name}`, text: statements[name] };
}

function failureOf(text: string | null): Failure | null {
  return failures.find((one) => one === text) ?? null;
}

function toStatus({ state, failure, refunded_usd_cents }: PaymentRow): PaymentStatus {
  if (state === "open") return { state, failure: failureOf(failure) };
  if (state === "paid") return { state, refundedCents: refunded_usd_cents };
  return state === "requires_action" ? { state, clientSecret: null } : { state };
}

async function find(db: Db, id: string): Promise<PaymentStatus> {
  await db.query(statement("settle"), [id]);
  const [row] = await db.query<PaymentRow>(statement("find"), [id]);
  if (!row) throw new Error(`unknown payment ${id} of the test provider`);
  return toStatus(row);
}

/**
 * Returns what a confirmation stores: state, failure, milliseconds to its end, whether that is
 * paid.
 */
function writes(
  outcome: CardOutcome,
): readonly [string, string | null, number | null, boolean | null] {
  if (outcome.type === "pays") return ["paid", null, null, null];
  if (outcome.type === "asks") return ["requires_action", null, null, null];
  if (outcome.type === "fails") return ["open", outcome.failure, null, null];
  return ["processing", null, TAKES_MS, outcome.pays];
}

async function* charges(db: Db, since: Date): AsyncGenerator<Charge> {
  await db.query(statement("settleAll"), []);
  let after = "";
  for (;;) {
    const rows = await db.query<PaymentRow>(statement("charges"), [since, after]);
    for (const row of rows) {
      after = row.id;
      yield {
        id: row.id,
        reference: row.reference,
        amountCents: row.amount_usd_cents,
        refundedCents: row.refunded_usd_cents,
      };
    }
    if (rows.length < 1000) return;
  }
}

export function testPayments(db: Db): PaymentCalls {
  return {
    async begin({ key, amountCents, reference }) {
      const id = `tp_${randomBase62(24)}`;
      await db.query(statement("begin"), [id, key, reference, amountCents]);
      const [row] = await db.query<PaymentRow>(statement("findByKey"), [key]);
      if (row?.amount_usd_cents !== amountCents)
        throw new Error(`${key} was used for another amount`);
      return row.id;
    },
    async confirm(id, { source }) {
      if (source.type !== "card") throw new Error("the test provider takes cards only");
      await db.query(statement("confirm"), [id, ...writes(outcomeOf(source.number))]);
      return find(db, id);
    },
    find: (id) => find(db, id),
    async cancel(id) {
      await find(db, id);
      await db.query(statement("cancel"), [id]);
      return find(db, id);
    },
    async refund(id) {
      await db.query(statement("refund"), [id]);
      return find(db, id);
    },
    charges: (since) => charges(db, since),
    async decide(id, isApproved) {
      await db.query(statement("decide"), [id, isApproved]);
      return find(db, id);
    },
  };
}

export type CardOutcome =
  | { type: "pays" }
  | { type: "fails"; failure: Failure }
  | { type: "asks" }
  | { type: "takes time"; pays: boolean };

// Card numbers of Stripe's test mode, which developers know. At Stripe, the two slow ones stand for
// charges that end differently later.
const outcomes: Readonly<Record<string, CardOutcome>> = {
  "4242424242424242": { type: "pays" },
  "4000000000000002": { type: "fails", failure: "declined" },
  "4000000000009995": { type: "fails", failure: "insufficient_funds" },
  "4000000000000069": { type: "fails", failure: "expired_card" },
  "4000000000000127": { type: "fails", failure: "incorrect_cvc" },
  "4000000000003220": { type: "asks" },
  "4000000000000259": { type: "takes time", pays: true },
  "4000000000000341": { type: "takes time", pays: false },
};

/** Milliseconds that a slow payment takes. */
const TAKES_MS = 3000;

/** Any number that is not for tests is rejected, because it may be a real card. */
function outcomeOf(cardNumber: string): CardOutcome {
  return outcomes[cardNumber] ?? { type: "fails", failure: "not_a_test_card" };
}
