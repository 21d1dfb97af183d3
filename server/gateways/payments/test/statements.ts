// The SQL of the test provider's books. Each change is one statement.
import type { Statement } from "#core/db";

const COLUMNS = `id, reference, amount, currency, refunded, state, failure, simulates,
  disputed_at, dispute_closes_at`;

// Ends slow payments that are due; the first reader records it.
const SETTLE = `
  UPDATE test_provider_payments
  SET state = CASE WHEN settles_paid THEN 'paid' ELSE 'open' END,
      failure = CASE WHEN settles_paid THEN NULL ELSE 'declined' END,
      charges = CASE WHEN settles_paid THEN 1 ELSE 0 END, settles_at = NULL, settles_paid = NULL
  WHERE state = 'processing' AND settles_at <= now()`;

const statements = {
  begin: `
    INSERT INTO test_provider_payments (id, key, reference, amount, currency, state, created_at)
    VALUES ($1, $2, $3, $4, $5, 'open', now()) ON CONFLICT (key) DO NOTHING`,
  "find-by-key": `SELECT ${COLUMNS} FROM test_provider_payments WHERE key = $1`,
  settle: `${SETTLE} AND id = $1`,
  find: `SELECT ${COLUMNS} FROM test_provider_payments WHERE id = $1`,
  confirm: `
    UPDATE test_provider_payments
    SET state = $2, failure = $3, charges = CASE WHEN $2 = 'paid' THEN 1 ELSE 0 END,
        settles_at = now() + $4::int * interval '1 millisecond', settles_paid = $5, simulates = $6,
        disputed_at = now() + $7::int * interval '1 millisecond',
        dispute_closes_at = now() + $8::int * interval '1 millisecond'
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
  // Only the first refund of a card for failed refunds fails. A disputed payment is not refunded.
  refund: `
    WITH payment AS (
      SELECT id, currency, simulates, amount - refunded - refunding AS rest
      FROM test_provider_payments
      WHERE id = $2 AND state = 'paid' AND (disputed_at <= now() AND (
        simulates = 'lost_dispute' OR simulates = 'won_dispute' AND dispute_closes_at > now())) IS NOT TRUE
      FOR UPDATE
    ), refund AS (
      SELECT payment.id, currency, rest, CASE
        WHEN simulates = 'slow_refund' THEN 'succeeded'
        WHEN simulates = 'failed_refund' AND NOT EXISTS (
          SELECT FROM test_provider_refunds WHERE payment_id = payment.id) THEN 'failed'
        END AS settles_as
      FROM payment
    ), created AS (
      INSERT INTO test_provider_refunds
        (id, key, payment_id, amount, currency, state, settles_at, settles_as)
      SELECT $3, $1, id, $4, currency, CASE WHEN settles_as IS NULL THEN 'succeeded' ELSE 'pending' END,
        CASE WHEN settles_as IS NOT NULL THEN now() + $5::int * interval '1 millisecond' END,
        settles_as
      FROM refund WHERE rest >= $4
      ON CONFLICT (key) DO NOTHING RETURNING payment_id, amount, state
    )
    UPDATE test_provider_payments p SET
      refunded = refunded
        + CASE WHEN created.state = 'succeeded' THEN created.amount ELSE 0 END,
      refunding = refunding
        + CASE WHEN created.state = 'pending' THEN created.amount ELSE 0 END
    FROM created WHERE p.id = created.payment_id`,
  "settle-refunds": `
    WITH settled AS (
      UPDATE test_provider_refunds SET state = settles_as, settles_at = NULL, settles_as = NULL
      WHERE payment_id = $1 AND state = 'pending' AND settles_at <= now()
      RETURNING amount, state
    ), total AS (
      SELECT sum(amount) AS settled,
        coalesce(sum(amount) FILTER (WHERE state = 'succeeded'), 0) AS succeeded
      FROM settled
    )
    UPDATE test_provider_payments SET
      refunded = refunded + succeeded,
      refunding = refunding - settled
    FROM total WHERE id = $1 AND settled IS NOT NULL`,
  "find-refund": `
    SELECT id, state FROM test_provider_refunds
    WHERE payment_id = $1 AND (key = $2 OR id = $3)`,
  "settle-all": SETTLE,
  charges: `
    SELECT ${COLUMNS} FROM test_provider_payments
    WHERE charges > 0 AND created_at >= $1 AND id > $2 ORDER BY id LIMIT 1000`,
} as const;

export function statement(name: keyof typeof statements): Statement {
  return { name: `test-provider-${name}`, text: statements[name] };
}
