import { expect, test } from "vitest";
import { database } from "#core/db";
import { type EvidenceShop, mode, openEvidenceShop } from "#testing/evidence-shop";
import { decide, dispute } from "#testing/remedies";

/** Lots cut from the shop's, with what is left of them. */
async function lotsOf({ lotId }: EvidenceShop) {
  const where = { mode, rootLotId: lotId };
  const lots = await database().prisma.creditLot.findMany({
    where,
    orderBy: { lineStartKg: "asc" },
  });
  return lots.map((lot) => [Number(lot.quantityKg), Number(lot.retiredKg), lot.state]);
}

/** Two rows, by the one that is decided first. */
const bothOrders = [
  ["first", 0, 1],
  ["second", 1, 0],
] as const;

test("the rest of a tonne in dispute is not sold until the dispute is dismissed", async () => {
  const shop = await openEvidenceShop({ tonnes: 3 });
  await shop.buy(1500);
  const incident = await dispute(shop, 1000, 2000);
  expect(await lotsOf(shop)).toEqual([
    [2000, 1500, "stopped"],
    [1000, 0, "on_sale"],
  ]);
  await shop.buy(200);
  expect(await lotsOf(shop)).toEqual([
    [2000, 1500, "stopped"],
    [1000, 200, "on_sale"],
  ]);
  await decide(incident, "dismissed");
  await shop.buy(600);
  expect(await lotsOf(shop)).toEqual([
    [2000, 2000, "on_sale"],
    [1000, 300, "on_sale"],
  ]);
});

test.each(bothOrders)(
  "the rest of a tonne that the %s of two rows gives up leaves stock for good",
  async (_name, given, other) => {
    const shop = await openEvidenceShop({ tonnes: 2 });
    await shop.buy(500);
    const rows = [await dispute(shop, 0, 1000), await dispute(shop, 0, 1000)];
    await decide(rows[given] ?? "", "theirs");
    await decide(rows[other] ?? "", "dismissed");
    await shop.buy(100);
    expect(await lotsOf(shop)).toEqual([
      [1000, 500, "removed"],
      [1000, 100, "on_sale"],
    ]);
  },
);

test.each(bothOrders)(
  "the rest of a tonne that two rows name is for sale once both are dismissed, the %s before",
  async (_name, before, after) => {
    const shop = await openEvidenceShop({ tonnes: 1 });
    await shop.buy(500);
    const rows = [await dispute(shop, 0, 1000), await dispute(shop, 0, 1000)];
    await decide(rows[before] ?? "", "dismissed");
    expect(await lotsOf(shop)).toEqual([[1000, 500, "stopped"]]);
    await decide(rows[after] ?? "", "dismissed");
    expect(await lotsOf(shop)).toEqual([[1000, 500, "on_sale"]]);
  },
);

test("unsold tonnes that a row names are not sold until it is decided, and others are", async () => {
  const shop = await openEvidenceShop({ tonnes: 4 });
  const incident = await dispute(shop, 1000, 2000);
  expect(await lotsOf(shop)).toEqual([
    [1000, 0, "on_sale"],
    [1000, 0, "stopped"],
    [2000, 0, "on_sale"],
  ]);
  await shop.buy(2500);
  expect((await lotsOf(shop))[1]).toEqual([1000, 0, "stopped"]);
  await decide(incident, "dismissed");
  await shop.buy(1500);
  expect((await lotsOf(shop)).map(([, sold]) => sold)).toEqual([1000, 1000, 2000]);
});
