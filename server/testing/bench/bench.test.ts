// What the benchmarks rest on, in seconds: few round trips, and plans that do not grow with the data.
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/accounts";
import { matchOrders } from "#domain/orders";
import { call } from "#testing/api";
import { type Recorded, recordStatements } from "#testing/bench/record";
import { openShop, type Shop, seededId, seedOrders, settleTables } from "#testing/bench/seed";
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
  // Others' orders, so that an index that leads with the account has something to leave out.
  const { account } = await makeAccount();
  await seedOrders({ ...seeds, accountId: account.id });
  await settleTables();
});

/** The SQL of a request, at its second time: the first notes the key's last use. */
async function statementsOf(
  method: "GET" | "POST",
  path: string,
  body?: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Recorded[]> {
  let statements: Recorded[] = [];
  for (const turn of ["first", "second"]) {
    const own = method === "POST" ? { ...headers, "idempotency-key": `${turn}-${path}` } : headers;
    statements = await recordStatements(async () => {
      const answer = await call(method, path, { key: buyer.token, body, headers: own });
      expect([200, 201]).toContain(answer.status);
    });
  }
  return statements;
}

/** The statement's plan as text, planned for these values or once for all values. */
async function planOf(statement: Recorded, mode: "custom" | "generic"): Promise<string> {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  try {
    await client.query(`SET plan_cache_mode = force_${mode}_plan`);
    await client.query(`PREPARE it AS ${statement.text}`);
    const values = statement.values.map((value) =>
      value === null ? "NULL" : pg.escapeLiteral(String(value)),
    );
    const { rows } = await client.query<Record<string, string>>(
      `EXPLAIN EXECUTE it (${values.join(", ")})`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await client.end();
  }
}

function named(statements: Recorded[], name: RegExp): Recorded {
  const found = statements.find((statement) => name.test(statement.name));
  if (!found) throw new Error(`no statement ${name} among ${statements.map((it) => it.name)}`);
  return found;
}

describe("an order's way to the database", () => {
  const order = () => ({ portfolio_id: shop.wideId, description: "Measured", metadata: "x" });
  const forSubaccount = () => ({ "x-subaccount-id": subaccountId });

  it("is three round trips at most, by kg, by price and for a subaccount", async () => {
    const ways = [
      await statementsOf("POST", "/orders", { ...order(), amount_kg: 25 }),
      await statementsOf("POST", "/orders", { ...order(), total_price_usd_cents: 500 }),
      await statementsOf("POST", "/orders", { ...order(), amount_kg: 1 }, forSubaccount()),
    ];
    for (const way of ways) expect(way.map(({ name }) => name)).toHaveLength(3);
  });

  it("is named prepared statements only", async () => {
    const way = await statementsOf("POST", "/orders", { ...order(), amount_kg: 25 });
    expect(way.filter(({ name }) => name === "")).toEqual([]);
  });
});

describe("a page of orders", () => {
  const middle = () => seededId(batch, ORDERS / 2);

  it.each(["custom", "generic"] as const)(
    "is read along an index, wherever it is, with a %s plan",
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
    "is walked along its partial index, with a %s plan",
    async (mode) => {
      const statements = await recordStatements(() =>
        matchOrders(systemContext(), { database: database(), stopped: () => true }),
      );
      const plan = await planOf(named(statements, /take-orders/), mode);
      expect(plan).toContain("orders_queue_idx");
      expect(plan).not.toContain("Seq Scan on orders");
    },
  );
});
