// Guarantees behind the benchmarks, tested without a clock: few round trips, and plans that don't
// grow with the data.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { matchOrders } from "#domain/matching";
import { call } from "#testing/api";
import { named, planOf } from "#testing/bench/plans";
import { type Recorded, recordStatements } from "#testing/bench/record";
import { openShop, type Shop, seededId, seedOrders, settleTables } from "#testing/bench/seed";
import { freshDatabase } from "#testing/database";
import { contextOf, makeAccount, systemContext } from "#testing/factories";

const ORDERS = 5000;
let shop: Shop;
let buyer: Awaited<ReturnType<typeof makeAccount>>;
let subaccountId: string;
let batch: string;

beforeAll(async () => {
  shop = await openShop(10);
  buyer = await makeAccount();
  const subaccount = await database().transaction((db) =>
    createSubaccount({ ...contextOf(buyer.account), db }, { name: "Sub" }),
  );
  subaccountId = subaccount.id;
  const seeds = { accountId: buyer.account.id, portfolioId: shop.narrowId, count: ORDERS };
  batch = await seedOrders(seeds);
  // Another account's orders, so that an index that starts with the account has something to skip.
  const { account } = await makeAccount();
  await seedOrders({ ...seeds, accountId: account.id });
  await settleTables();
});

/** SQL of a request's second run: the first one records the key's use. */
async function statementsOf(
  method: "GET" | "POST",
  path: string,
  body?: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Recorded[]> {
  let statements: Recorded[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const own = method === "POST" ? { ...headers, "idempotency-key": randomUUID() } : headers;
    statements = await recordStatements(async () => {
      const response = await call(method, path, { key: buyer.token, body, headers: own });
      expect([200, 201]).toContain(response.status);
    });
  }
  return statements;
}

describe("placing an order", () => {
  const order = () => ({ portfolio_id: shop.wideId, description: "Measured", metadata: "x" });
  const forSubaccount = () => ({ "x-subaccount-id": subaccountId });

  it("takes three round trips, by kg, by price and for a subaccount", async () => {
    const requests = [
      await statementsOf("POST", "/orders", { ...order(), amount_kg: 25 }),
      await statementsOf("POST", "/orders", { ...order(), total_price_usd_cents: 500 }),
      await statementsOf("POST", "/orders", { ...order(), amount_kg: 1 }, forSubaccount()),
    ];
    for (const statements of requests) expect(statements.map(({ name }) => name)).toHaveLength(3);
  });

  it("uses only named prepared statements", async () => {
    const statements = await statementsOf("POST", "/orders", { ...order(), amount_kg: 25 });
    expect(statements.filter(({ name }) => name === "")).toEqual([]);
  });
});

describe("a page of orders", () => {
  const middle = () => seededId(batch, ORDERS / 2);

  it.each(["custom", "generic"] as const)(
    "is read from an index, wherever it is, with a %s plan",
    async (mode) => {
      const pages = [
        await statementsOf("GET", "/orders"),
        await statementsOf("GET", `/orders?starting_after=${middle()}`),
        await statementsOf("GET", `/orders?ending_before=${middle()}`),
        await statementsOf("GET", "/orders", undefined, { "x-subaccount-id": subaccountId }),
      ];
      for (const statements of pages) {
        const plan = await planOf(named(statements, /^orders-page-/), mode);
        expect(plan).toContain("Index Scan");
        expect(plan).not.toMatch(/Sort|Seq Scan on orders|Bitmap/);
      }
    },
  );
});

describe("the queue of waiting orders", () => {
  it.each(["custom", "generic"] as const)(
    "is read from its partial index only, with a %s plan",
    async (mode) => {
      const statements = await recordStatements(() =>
        matchOrders(systemContext(), { database: database(), stopped: () => true }),
      );
      for (const name of [/find-waiting/, /take-orders/]) {
        const plan = await planOf(named(statements, name), mode);
        const walks = [...plan.matchAll(/(?:Scan using|Bitmap Index Scan on) (\w+)/g)];
        const indexes = walks.map(([, index]) => index).filter((it) => it !== "catalogues_pkey");
        expect([...new Set(indexes)], plan).toEqual(["orders_queue_idx"]);
        expect(plan).not.toContain("Seq Scan on orders");
      }
    },
  );
});

describe("foreign key checks of orders and matching", () => {
  const KEYS = `
    SELECT conname AS name, confrelid::regclass::text AS parent, conrelid::regclass::text AS child,
           array(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY AS k (n, place)
                 JOIN pg_attribute ON attrelid = confrelid AND attnum = n ORDER BY place) AS parent_key,
           array(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS k (n, place)
                 JOIN pg_attribute ON attrelid = conrelid AND attnum = n ORDER BY place) AS child_key
    FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY ($1::regclass[])`;
  const WRITTEN = ["orders", "retirements", "order_cancellations", "events", "credit_lots"];

  // PostgreSQL plans such a check once per connection, often while the tables are new and without
  // statistics. An index that starts with the mode then looks as good as any other, and each order
  // would read all rows of the mode.
  it("find their rows by more than the mode, even on tables without statistics", async () => {
    const fresh = await freshDatabase();
    const client = new pg.Client({ connectionString: fresh.url });
    await client.connect();
    const { rows } = await client.query(KEYS, [`{${WRITTEN}}`]);
    await client.end();
    // Parents are never updated in their key columns, except for an order's state.
    const checks = rows.flatMap(({ name, parent, child, parent_key, child_key }) => [
      { name, table: parent, columns: parent_key as string[] },
      ...(parent === "orders" ? [{ name, table: child, columns: child_key as string[] }] : []),
    ]);
    expect(checks.length).toBeGreaterThan(10);
    const faults: string[] = [];
    for (const { name, table, columns } of checks) {
      const conditions = columns.map((column, index) => `${column} = $${index + 1}`);
      const text = `SELECT 1 FROM ONLY ${table} x WHERE ${conditions.join(" AND ")} FOR KEY SHARE OF x`;
      const values = columns.map(() => null);
      const plan = await planOf({ name: "", text, values }, "generic", fresh.url);
      const condition = /Index Cond: (.*)/.exec(plan)?.[1] ?? "";
      const byColumns = [...condition.matchAll(/(\w+) = \$\d/g)].map(([, column]) => column);
      if (byColumns.every((column) => column === "mode")) faults.push(`${name}: ${plan}`);
    }
    await fresh.drop();
    expect(faults).toEqual([]);
  });
});
