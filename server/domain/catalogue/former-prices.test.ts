// Prices from before prices per tonne.
import type pg from "pg";
import { expect, it } from "vitest";
import { withClient } from "#core/db-client";
import { log } from "#core/log";
import { migrate } from "#setup/migrations";
import { emptyDatabase } from "#testing/database";
import { migrateBefore } from "#testing/former-schema";
import {
  kgForTotal,
  portfolioPricePerTonne,
  priceOf,
  pricePerKgBound,
  storedPricePerTonne,
} from "./price-rules";

const at = "'2026-11-22T10:00:00Z'";

const text = "1, 'P', 'S', 'D'";
const ROWS = `
  INSERT INTO accounts (id, mode, live_account_id, name, slug, created_at) VALUES
    ('acc_live', 'live', NULL, 'A', 'a', ${at}), ('acc_test', 'test', 'acc_live', 'A', 'a-test', ${at});
  INSERT INTO project_categories (mode, id, position, name, description,
    api_price_per_kg_usd_cents, checkout_price_per_kg_usd_cents) VALUES
    ('test', 'cat_a', 1, 'A', 'A', 2, 3), ('test', 'cat_b', 2, 'B', 'B', 5, 9),
    ('test', 'cat_c', 3, 'C', 'C', 1000000, 999999);
  INSERT INTO portfolios (mode, id, position, name, summary, description, account_id,
    api_price_per_kg_usd_cents, checkout_price_per_kg_usd_cents, archived_at) VALUES
    ('test', 'pf_derived', ${text}, NULL, NULL, NULL, NULL),
    ('test', 'pf_exact', ${text}, NULL, NULL, NULL, NULL),
    ('test', 'pf_explicit', ${text}, NULL, 4, 7, NULL),
    ('test', 'pf_mixed', ${text}, NULL, NULL, 1, NULL),
    ('test', 'pf_own', ${text}, 'acc_test', NULL, NULL, NULL),
    ('test', 'pf_archived', ${text}, 'acc_test', NULL, NULL, ${at}),
    ('test', 'pf_expensive', ${text}, NULL, NULL, NULL, NULL);
  INSERT INTO portfolio_allocations (mode, portfolio_id, category_id, start_millionths, end_millionths)
  SELECT 'test', id, part.* FROM portfolios, (VALUES
    ('cat_a', 0, 333333), ('cat_b', 333333, 1000000)) AS part
  WHERE id NOT IN ('pf_exact', 'pf_expensive');
  INSERT INTO portfolio_allocations (mode, portfolio_id, category_id, start_millionths, end_millionths)
  VALUES ('test', 'pf_exact', 'cat_a', 0, 500000), ('test', 'pf_exact', 'cat_c', 500000, 1000000),
         ('test', 'pf_expensive', 'cat_a', 0, 1), ('test', 'pf_expensive', 'cat_c', 1, 1000000);
  INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg,
    price_per_kg_usd_cents, price_usd_cents, state, created_at) VALUES
    ('acc_test', 'test', 'ord_a', 'pf_derived', 'generic', 'api', 25, 4, 100, 'placed', ${at});
  INSERT INTO checkout_sessions (account_id, mode, id, portfolio_id, amount_kg,
    price_per_kg_usd_cents, price_usd_cents, success_url, cancel_url, state, created_at, expires_at)
  VALUES ('acc_test', 'test', 'cs_a', 'pf_own', 1000000000, 1000000, 1000000000000000, 'https://a.example',
          'https://a.example', 'open', ${at}, ${at})`;

/** Cents per kg as they were calculated before. */
const FORMER_PRICES = `
  SELECT p.id,
         coalesce(p.api_price_per_kg_usd_cents, ceil(sum(part.millionths * c.api_price_per_kg_usd_cents)
           / 1000000))::int AS api,
         coalesce(p.checkout_price_per_kg_usd_cents,
           ceil(sum(part.millionths * c.checkout_price_per_kg_usd_cents) / 1000000))::int AS checkout
  FROM portfolios p
  JOIN portfolio_allocations a ON a.mode = p.mode AND a.portfolio_id = p.id
  CROSS JOIN LATERAL (SELECT (a.end_millionths - a.start_millionths)::numeric AS millionths) part
  JOIN project_categories c ON c.mode = a.mode AND c.id = a.category_id
  GROUP BY p.mode, p.id ORDER BY p.id`;

const priceRow = (
  table: string,
) => `json_build_array(json_build_object('currency', ${table}.currency,
  'apiPricePerTonne', ${table}.api_price_per_tonne,
  'checkoutPricePerTonne', ${table}.checkout_price_per_tonne))`;

const PRICES = `
  SELECT p.id, CASE WHEN pp.currency IS NULL THEN '[]' ELSE ${priceRow("pp")} END AS prices,
         json_agg(json_build_object(
           'startMillionths', a.start_millionths, 'endMillionths', a.end_millionths,
           'category', json_build_object('prices', ${priceRow("c")}))) AS allocations
  FROM portfolios p
  JOIN portfolio_allocations a ON a.mode = p.mode AND a.portfolio_id = p.id
  JOIN category_prices c ON c.mode = a.mode AND c.category_id = a.category_id
  LEFT JOIN portfolio_prices pp ON pp.mode = p.mode AND pp.portfolio_id = p.id
  GROUP BY p.mode, p.id, pp.mode, pp.portfolio_id, pp.currency ORDER BY p.id`;

const OWN = ["pf_own", "pf_archived"];

interface Former {
  id: string;
  api: number;
  checkout: number;
}

type Portfolio = { id: string } & Parameters<typeof portfolioPricePerTonne>[0];

function expectSamePrices(former: Former[], rows: Portfolio[]): void {
  expect(rows.map(({ id }) => id)).toEqual(former.map(({ id }) => id));
  for (const [index, row] of rows.entries()) {
    for (const channel of ["api", "checkout"] as const) {
      const before = former[index]?.[channel] ?? 0;
      const pricePerTonne = portfolioPricePerTonne(row, { channel, currency: "usd" }) ?? 0;
      expect([row.id, channel, pricePerTonne]).toEqual([row.id, channel, before * 1000]);
      expect(pricePerKgBound(pricePerTonne)).toBe(before);
      for (const kg of [1, 25, 999, 1001, 1_000_000_000]) {
        expect(priceOf({ pricePerTonne, priceStep: 1 }, kg)).toBe(kg * before);
        const total = kg * before + (kg % before);
        expect(kgForTotal({ pricePerTonne }, total)).toBe(Math.floor(total / before));
      }
    }
  }
}

async function expectSameSales(client: pg.Client): Promise<void> {
  const columns = `amount_kg, price, pricing_unit,
    price_per_kg AS "pricePerKg",
    price_per_tonne AS "pricePerTonne"`;
  const { rows } = await client.query(
    `SELECT ${columns} FROM orders UNION ALL SELECT ${columns} FROM checkout_sessions`,
  );
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row.pricing_unit).toBe("kg");
    const pricePerTonne = storedPricePerTonne(row);
    expect(priceOf({ pricePerTonne, priceStep: 1 }, row.amount_kg)).toBe(Number(row.price));
  }
  const change = client.query("UPDATE orders SET price = 101");
  await expect(change).rejects.toThrow("orders_price_is_kg_times_price");
}

it("an upgrade changes no price or total of offered portfolios", async () => {
  const database = await emptyDatabase();
  try {
    await migrateBefore(database.url, "20261122210000");
    const former = await withClient(database.url, async (client) => {
      await client.query(ROWS);
      return (await client.query<Former>(FORMER_PRICES)).rows;
    });
    expect(former).toHaveLength(7);
    await migrate(database.url, log);
    await withClient(database.url, async (client) => {
      const { rows } = await client.query<Portfolio>(PRICES);
      const isOffered = ({ id }: { id: string }) => !OWN.includes(id);
      expectSamePrices(former.filter(isOffered), rows.filter(isOffered));
      // An account's own portfolio has no price of its own, and loses the rounding.
      const own = rows.find(({ id }) => id === "pf_own");
      const on = { channel: "api", currency: "usd" } as const;
      expect(own && portfolioPricePerTonne(own, on)).toBe(4001);
      await expectSameSales(client);
    });
  } finally {
    await database.drop();
  }
});
