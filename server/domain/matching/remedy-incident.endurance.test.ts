import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { database } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { checkLedger } from "#domain/diagnostics";
import { type InventoryTables, registryStatus } from "#domain/inventory";
import { getOrder, type OrderTables, toOrderResource } from "#domain/orders";
import {
  EvidenceShop,
  eventTypesOf,
  mode,
  openEvidenceShop,
  statusOf,
  write,
} from "#testing/evidence-shop";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { decide, dispute, leave, remedy } from "#testing/remedies";
import { remedyIncident } from "./remedy-incident";

const done = { orders: 0, kg: 0, missingKg: 0, hasMore: false };
const faults = () => checkLedger(systemContext());

/** A shop of two projects in one category. The lot under test is that of the first one. */
async function openLargeShop(tonnes = 5): Promise<EvidenceShop> {
  const { account } = await makeAccount();
  return new EvidenceShop(contextOf(account), await makeStock({ projects: ["a", "b"], tonnes }));
}

const query = queriesOn<InventoryTables & OrderTables>();

const findAllocations = query("testing-allocations", (db, of: Params<{ orderId: string }>) =>
  db
    .selectFrom("retirements as r")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.accountId", "=", "r.accountId").onRef("o.id", "=", "r.orderId"),
    )
    .innerJoin("creditLots as lot", (join) =>
      join.onRef("lot.mode", "=", "r.mode").onRef("lot.id", "=", "r.lotId"),
    )
    .select(["r.orderStartKg", "r.orderEndKg", "r.lotStartKg", "r.lotEndKg", "r.replacedKg"])
    .select(registryStatus.as("status"))
    .where("r.orderId", "=", of.orderId)
    .orderBy("r.orderStartKg"),
);

const rowsOf = async (orderId: string) => {
  const rows = await findAllocations(database(), { orderId });
  return rows.map((row) => [
    [row.orderStartKg, row.orderEndKg],
    [row.lotStartKg, row.lotEndKg],
    row.replacedKg,
    row.status,
  ]);
};

describe("a remedy", () => {
  test("substitutes credits of the same project for disputed ones, once", async () => {
    const shop = await openEvidenceShop();
    const id = await shop.buy(2500);
    const incident = await leave(shop, 1000, 2000);
    expect(await statusOf(id)).toMatchObject(["disputed", 0, null, 1]);
    expect(await remedy(incident)).toEqual({ ...done, orders: 1, kg: 1000 });
    // The substitute is a tonne of its own, in the piece behind the opened tonne.
    expect(await rowsOf(id)).toEqual([
      [[0, 2500], [0, 2500], 1000, "pending"],
      [[2500, 3500], [0, 1000], 0, "pending"],
    ]);
    expect(await statusOf(id)).toMatchObject(["pending", 0, null, 2]);
    expect(await remedy(incident)).toEqual(done);
    const where = { parentLotId: shop.lotId };
    const { id: lotId } = await database().prisma.creditLot.findFirstOrThrow({ where });
    const items = [{ lotId, startKg: 0, endKg: 1000 }];
    await shop.record(
      shop.evidence(0, 1000),
      shop.evidence(2000, 3000),
      shop.evidence(3000, 4000, { items }),
    );
    expect(await statusOf(id)).toMatchObject(["retired", 2500, "2026-11-03", 3]);
    expect(await eventTypesOf(id)).toEqual(["order.fulfilled", "order.retired"]);
    expect(await faults()).toEqual([]);
  });

  test("covers every order of a shared tonne, and a remedy that is disputed itself", async () => {
    const shop = await openEvidenceShop();
    const [ann, bo] = [await shop.buy(600), await shop.buy(600)];
    const incident = await leave(shop, 0, 1000);
    expect(await remedy(incident)).toEqual({ ...done, orders: 2, kg: 1000 });
    expect(await statusOf(ann)).toMatchObject(["pending", 0, null, expect.anything()]);
    const again = await leave(shop, 1000, 2000);
    expect(await statusOf(ann)).toMatchObject(["disputed", 0, null, expect.anything()]);
    expect(await statusOf(bo)).toMatchObject(["disputed", 0, null, expect.anything()]);
    expect(await remedy(again)).toEqual({ ...done, orders: 2, kg: 1000 });
    expect(await statusOf(ann)).toMatchObject(["pending", 0, null, expect.anything()]);
    expect(await statusOf(bo)).toMatchObject(["pending", 0, null, expect.anything()]);
    expect(await faults()).toEqual([]);
  });

  test("draws from the order's portfolio if the project is sold out, or from a chosen one", async () => {
    const shop = await openLargeShop(2);
    const id = await shop.buy(3000);
    const incident = await leave(shop, 0, 1000);
    expect(await remedy(incident)).toEqual({ ...done, orders: 1, kg: 1000 });
    const order = toOrderResource(await getOrder(shop.ctx, { id }));
    const kgOf = order.project_allocations.map(({ amount_kg }) => amount_kg);
    expect(kgOf.reduce((sum, kg) => sum + kg)).toBe(3000);
    const last = await leave(shop, 1000, 2000);
    expect(await remedy(last)).toMatchObject({ orders: 0, kg: 0 });
    expect(await statusOf(id)).toMatchObject(["disputed", 0, null, expect.anything()]);
    const other = await makeStock({ tonnes: 5 });
    const { missingKg } = await remedy(last, other.portfolioId);
    expect(missingKg).toBe(0);
    expect(await statusOf(id)).toMatchObject(["pending", 0, null, expect.anything()]);
    expect(await faults()).toEqual([]);
  });

  test("is refused until an operator has left the credits to someone else", async () => {
    const shop = await openEvidenceShop();
    await shop.buy(1000);
    const incident = await dispute(shop, 0, 1000);
    await expect(remedy(incident)).rejects.toMatchObject({ code: "conflict" });
    await decide(incident, "dismissed");
    await expect(remedy(incident)).rejects.toMatchObject({ code: "conflict" });
    await expect(remedy("rin_unknown")).rejects.toMatchObject({ code: "not-found" });
  });

  test("is written whole or not at all", async () => {
    const shop = await openEvidenceShop();
    const id = await shop.buy(1000);
    const incident = await leave(shop, 0, 1000);
    const crash = write(async (tx) => {
      await remedyIncident(tx, { mode, id: incident, portfolioId: null });
      throw new Error("crashed");
    });
    await expect(crash).rejects.toThrow("crashed");
    expect(await rowsOf(id)).toEqual([[[0, 1000], [0, 1000], 0, "disputed"]]);
    expect(await remedy(incident)).toEqual({ ...done, orders: 1, kg: 1000 });
  });

  test("and matching at once never allocate a kg twice", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 1500 }), { maxLength: 6 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (before, during, place) => {
          const shop = await openLargeShop(4);
          for (const kg of before) await shop.buy(kg);
          const lot = { id_mode: { id: shop.lotId, mode } };
          const { retiredKg } = await database().prisma.creditLot.findUniqueOrThrow({ where: lot });
          const startKg = Math.floor(place * Math.ceil(Number(retiredKg) / 1000)) * 1000;
          const incident = await leave(shop, startKg, startKg + 1000);
          const terms = { portfolio_id: shop.stock.portfolioId, subaccountId: null };
          for (const amount_kg of during) await placeOrder(shop.ctx, { ...terms, amount_kg });
          const work = [matchAll(), remedy(incident), matchAll(), remedy(incident), matchAll()];
          await Promise.all(work);
          expect(await faults()).toEqual([]);
        },
      ),
      { numRuns: 8 },
    );
  });
});
