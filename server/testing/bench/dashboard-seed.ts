// An account with a great number of orders as people search them: over a year, with descriptions,
// in all states.

import { database, type Sql } from "#core/db";
import { firstIdAt } from "#core/id";
import { openShop, settleTables } from "#testing/bench/seed";
import { makeAccount } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";

const TO = Date.UTC(2026, 10, 1);
const YEAR_MS = 365 * 24 * 3_600_000;
const BATCH_SIZE = 50_000;
/** One order in this many is cancelled; the newest of this number are still placed. */
const RARE = 1000;

// A replica runs no triggers, and so no foreign keys, which saves writing retirements.
const TRUST = "SET LOCAL session_replication_role = replica";

const ADD = `
  INSERT INTO orders (account_id, mode, id, portfolio_id, subaccount_id, type, channel, amount_kg,
                      fulfilled_kg, pricing_unit, price_per_tonne, price, currency, state,
                      cancelled_order_id, description, metadata, created_at, settled_at)
  SELECT $1, 'test', id, $2, CASE WHEN n % 10 = 0 THEN $3::text END, 'generic', 'api', kg,
         CASE WHEN state = 'fulfilled' THEN kg END, 'tonne', 2000, kg * 2, 'usd', state,
         CASE WHEN state = 'cancelled' THEN id END,
         'Delivery ' || n || ' to the customer', 'invoice ' || (n * 7), at,
         CASE WHEN state <> 'placed' THEN at END
  FROM (
    SELECT input.*, (1 + n::bigint * 7919 % 4999)::int AS kg,
           CASE WHEN n > $4::int THEN 'placed' WHEN n % ${RARE} = 0 THEN 'cancelled'
                ELSE 'fulfilled' END AS state
    FROM unnest($5::text[], $6::int[], $7::timestamptz[]) AS input (id, n, at)
  ) orders_to_add`;

export interface SeededAccount {
  accountId: string;
  slug: string;
  /** Cookie of a signed-in viewer. */
  cookie: string;
  /** Ids by number, from oldest to newest. */
  idOf(n: number): string;
}

/** Creates an account with orders 1 to `count`, evenly over the year. */
export async function seedAccount(count: number): Promise<SeededAccount> {
  const { narrowId } = await openShop(1);
  const { live, test } = await makeAccount();
  const { email } = await makePerson({ accountId: live.id, role: "viewer" });
  const at = (n: number) => new Date(TO - YEAR_MS + Math.floor((n / count) * YEAR_MS));
  const idOf = (n: number) => firstIdAt("order", at(n));
  const subaccount = `sub_bench_${test.id.slice(-8)}`;
  const now = new Date();
  await database().prisma.subaccount.create({
    data: { accountId: test.id, mode: "test", id: subaccount, name: "Harbor", createdAt: now },
  });
  const add = (sql: Sql, first: number) => {
    const numbers = Array.from(
      { length: Math.min(BATCH_SIZE, count + 1 - first) },
      (_, n) => first + n,
    );
    const same = [test.id, narrowId, subaccount, count - Math.ceil(count / RARE)];
    return sql.query({ name: "", text: ADD }, [
      ...same,
      numbers.map(idOf),
      numbers,
      numbers.map(at),
    ]);
  };
  await database().sqlTransaction(async (sql) => {
    await sql.query({ name: "", text: TRUST }, []);
    for (let first = 1; first <= count; first += BATCH_SIZE) await add(sql, first);
  });
  await settleTables();
  return { accountId: test.id, slug: live.slug, cookie: await sessionCookie(email), idOf };
}
