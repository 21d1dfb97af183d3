import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { supersedeRetirement } from "#domain/evidence";
import { monthOf, readMonth } from "#domain/figures";
import { type EvidenceShop, mode, openEvidenceShop, write } from "#testing/evidence-shop";
import { fulfillAt } from "#testing/fulfillment-time";
import { placeOrder } from "#testing/place-order";
import { leave, remedy } from "#testing/remedies";
import { toStatementLineResource } from "./line-resource";
import { listStatementLines } from "./lines";
import { getStatement } from "./statement";

let shop: EvidenceShop;
let subaccountId: string;
const thisMonth = monthOf(new Date());
const september = readMonth("2026-09") ?? thisMonth;

/** Kg, price and kg with evidence by channel and what was bought. */
type Sums = Record<string, [kg: number, price: number, retiredKg: number]>;

async function sumsOfGroups(month: typeof thisMonth, subaccount_id?: string): Promise<Sums> {
  const filter = { month: month.key, ...(subaccount_id && { subaccount_id }) };
  const { groups, retiredKg } = await getStatement(shop.ctx, filter);
  expect(retiredKg).toBe(groups.reduce((sum, group) => sum + group.retiredKg, 0));
  return Object.fromEntries(
    groups.map((group) => [
      `${group.channel} ${group.subaccountId} ${group.portfolioId} ${group.projectId}`,
      [group.kg, group.price, group.retiredKg],
    ]),
  );
}

async function sumsOfLines(month: typeof thisMonth, subaccount_id?: string): Promise<Sums> {
  const filter = { month, limit: 100, ...(subaccount_id && { subaccount_id }) };
  const { data } = await listStatementLines(shop.ctx, filter);
  const sums: Sums = {};
  for (const line of data) {
    if (line.kind !== "sale" && line.kind !== "replacement") continue;
    const key = `${line.channel} ${line.subaccountId} ${line.portfolioId} ${line.projectId}`;
    const [kg, price, retiredKg] = sums[key] ?? [0, 0, 0];
    const { amount_kg, amount, registry_retired_kg } = toStatementLineResource(line);
    sums[key] = [kg + (amount_kg ?? 0), price + amount, retiredKg + (registry_retired_kg ?? 0)];
  }
  return sums;
}

beforeAll(async () => {
  shop = await openEvidenceShop();
  ({ id: subaccountId } = await createSubaccount(shop.ctx, { name: "Oslo" }));
  const early = await shop.buy(700, { subaccountId });
  // Less than a tonne each, so that they follow each other in the lot.
  for (const kg of [901, 600]) await shop.buy(kg);
  for (const kg of [333, 999, 901, 101]) await shop.buy(kg, { subaccountId });
  // Evidence before and after the day of fulfillment is set, some of it withdrawn.
  const [wrong = ""] = await shop.record(shop.evidence(0, 1000));
  await fulfillAt("2026-09-30T23:59:59.999Z", [early]);
  await shop.record(shop.evidence(1000, 2000));
  const reason = "wrong file";
  await write((tx) => supersedeRetirement(tx, { mode, id: wrong, reason, replacement: null }));
  await shop.record(shop.evidence(0, 1000));
  // Credits that were replaced stay sold; what replaced them was not sold again.
  await remedy(await leave(shop, 3000, 4000));
  await shop.record(shop.evidence(4000, 5000));
});

describe("the groups of a statement", () => {
  it("are the sums of its lines, for the account and for a subaccount", async () => {
    for (const month of [thisMonth, september]) {
      for (const of of [undefined, subaccountId]) {
        const groups = await sumsOfGroups(month, of);
        expect(groups).toEqual(await sumsOfLines(month, of));
        expect(Object.keys(groups).length).toBe(month === thisMonth && !of ? 2 : 1);
      }
    }
  });

  it("are sold once, on the day of fulfillment, with the evidence that counts", async () => {
    const kgOf = async (month: typeof thisMonth) => {
      const sums = Object.values(await sumsOfGroups(month, subaccountId));
      return sums.map(([kg, , retiredKg]) => [kg, retiredKg]);
    };
    expect(await kgOf(september)).toEqual([[700, 700]]);
    // Of 2534 to 4535 in the lot, 3000 to 4000 were replaced by 4535 to 5535, and 4000 to 5000 are
    // retired.
    expect(await kgOf(thisMonth)).toEqual([[2334, 1000]]);
    const { data } = await listStatementLines(shop.ctx, { month: thisMonth, limit: 100 });
    const replaced = data.map((line) => (line.kind === "sale" ? line.replacedKg : 0));
    expect(replaced.reduce((sum, kg) => sum + kg, 0)).toBe(1000);
  });
});

describe("orders of a subaccount", () => {
  it("count as ordered while placed, whatever they wait for, and after their fulfillment", async () => {
    const ordered = async (id: string) =>
      (await getStatement(shop.ctx, { month: thisMonth.key, subaccount_id: id })).figures.ordered;
    const before = await ordered(subaccountId);
    expect(before.api).toMatchObject({ orders: 4, kg: 2334 });
    const { id: otherId } = await createSubaccount(shop.ctx, { name: "Bergen" });
    const place = (kg: number) =>
      placeOrder(
        { ...shop.ctx, now: new Date() },
        { amount_kg: kg, portfolio_id: shop.stock.portfolioId, subaccountId: otherId },
      );
    const changes = ["", "tried_stock_version = 7", "cooling_off = true, matchable_from = now()"];
    for (const [index, change] of changes.entries()) {
      const { id } = await place(10 ** index);
      if (change) {
        await database().sqlTransaction(async (sql) => {
          const text = `UPDATE orders SET ${change} WHERE id = $1`;
          await sql.query({ name: "", text }, [id]);
        });
      }
    }
    expect((await ordered(otherId)).api).toMatchObject({ orders: 3, kg: 111 });
    expect(await ordered(subaccountId)).toEqual(before);
  });
});
