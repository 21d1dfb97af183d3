import { expect, it } from "vitest";
import { database } from "#core/db";
import { firstIdAt, startIdsAfter } from "#core/id";
import { log } from "#core/log";
import { raiseIdFloor } from "#setup/id-floor";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";

const AHEAD_MS = 600_000;

it("includes an order placed after the clock was set back, for clients that poll for newer orders", async () => {
  const { token: key } = await makeAccount();
  const { portfolioId: portfolio_id } = await makeStock();
  const place = async () => {
    const response = await call("POST", "/orders", { key, body: { amount_kg: 1, portfolio_id } });
    expect(response.status).toBe(201);
    return response.json.id as string;
  };
  const newerThan = async (id: string) => {
    const { json } = await call("GET", `/orders?ending_before=${id}`, { key });
    return json.data.map((order: { id: string }) => order.id);
  };
  // An order of a process whose clock was ahead.
  const id = firstIdAt("order", new Date(Date.now() + AHEAD_MS));
  const model = await place();
  await database().prisma.$executeRaw`
    INSERT INTO orders (account_id, mode, id, portfolio_id, type, channel, amount_kg,
                        pricing_unit, price_per_tonne_usd_cents, price_usd_cents, state, created_at)
    SELECT account_id, mode, ${id}, portfolio_id, type, channel, amount_kg,
           pricing_unit, price_per_tonne_usd_cents, price_usd_cents, state, created_at
    FROM orders WHERE id = ${model}`;
  const missed = await place();
  expect(await newerThan(id)).toEqual([]);
  await raiseIdFloor(database(), log);
  const first = await place();
  const second = await place();
  expect(await newerThan(id)).toEqual([second, first]);
  expect(missed < id).toBe(true);
  expect(startIdsAfter([])).toBeGreaterThan(AHEAD_MS - 300_000);
});
