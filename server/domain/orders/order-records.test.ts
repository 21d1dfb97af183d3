import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { recordRetirements, supersedeRetirement } from "#domain/evidence";
import { EvidenceShop, mode, registry, write } from "#testing/evidence-shop";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { leave, remedy } from "#testing/remedies";
import { findOrder, listOrderDetails, loadDetails } from "./order-details";
import { orderText, toOrderResource } from "./present-order";

let lots: { a: EvidenceShop; b: EvidenceShop; next: EvidenceShop };
let ids: { order: string; next: string };

/**
 * Two orders of two tonnes of each of their lots. A tonne of each lot is replaced in turn. A record of
 * lot b has only kg that were replaced, the record of the last lot has such kg too.
 */
beforeAll(async () => {
  const ctx = contextOf((await makeAccount()).account);
  const stock = await makeStock({ projects: ["a", "b"], tonnes: 2 });
  const [a = "", b = ""] = stock.lotIds;
  lots = {
    a: new EvidenceShop(ctx, { ...stock, lotIds: [a] }),
    b: new EvidenceShop(ctx, { ...stock, lotIds: [b] }),
    next: new EvidenceShop(ctx, await makeStock({ tonnes: 2 })),
  };
  ids = { order: await lots.a.buy(4000), next: await lots.next.buy(2000) };
  const { portfolioId: spare } = await makeStock({ projects: ["spare"] });
  await remedy(await leave(lots.a, 0, 1000), spare);
  await remedy(await leave(lots.b, 1000, 2000), spare);
  await remedy(await leave(lots.next, 1000, 2000), spare);
  await lots.a.record(lots.a.evidence(1000, 2000));
  const [wrong = ""] = await lots.b.record(lots.b.evidence(0, 1000));
  await write((tx) =>
    supersedeRetirement(tx, { mode, id: wrong, reason: "wrong file", replacement: null }),
  );
  await lots.b.record(lots.b.evidence(0, 1000));
  await lots.b.record(lots.b.evidence(1000, 2000));
  await lots.next.record(lots.next.evidence(0, 2000));
  await importFile({ ...stock.file, mode: "live" });
  const retirements = [lots.a.evidence(1000, 2000, { isPool: true })];
  await write((tx) => recordRetirements(tx, { mode: "live", registry, retirements }));
});

async function detailOf(id: string) {
  const order = await findOrder(database(), lots.a.ctx.account.id, id);
  if (!order) throw new Error("no order");
  const [detail] = await loadDetails(systemContext(), [order]);
  return { order, allocations: detail?.allocations ?? [] };
}

const rowsOf = async (id: string) =>
  (await detailOf(id)).allocations.flatMap(({ project, retirements }) =>
    retirements.map((one) => ({ name: project.name, ...one })),
  );

it("an order's credits have the live records of their own lot and mode, without replaced kg", async () => {
  const recordsOf = async (id: string) =>
    (await rowsOf(id)).map(({ name, replacedKg, records }) => [
      name,
      replacedKg,
      records.map(({ reference, amountKg }) => `${reference}: ${amountKg}`),
    ]);
  expect(await recordsOf(ids.order)).toEqual([
    ["a", 1000, ["R1000: 1000"]],
    ["b", 1000, ["R0: 1000"]],
    ["spare", 0, []],
    ["spare", 0, []],
  ]);
  expect(await recordsOf(ids.next)).toEqual([
    ["a", 1000, ["R0: 1000"]],
    ["spare", 0, []],
  ]);
});

it("an order's credits are replaced at the time of their own remedy", async () => {
  const [a, b] = await rowsOf(ids.order);
  const [next] = await rowsOf(ids.next);
  const times = [a, b, next].flatMap((row) => row?.replacedAt?.getTime() ?? []);
  expect(times).toHaveLength(3);
  expect(times).toEqual([...new Set(times)].sort((one, two) => one - two));
});

it("only credits in place of others have the time of their substitution", async () => {
  const rows = await rowsOf(ids.order);
  expect(rows.map(({ name, substitutedAt }) => [name, substitutedAt !== null])).toEqual([
    ["a", false],
    ["b", false],
    ["spare", true],
    ["spare", true],
  ]);
});

it("an order's credits are not read with another account's key", async () => {
  const { order, allocations } = await detailOf(ids.order);
  expect(allocations).toHaveLength(3);
  const { account: other } = await makeAccount();
  const [foreign] = await loadDetails(systemContext(), [{ ...order, accountId: other.id }]);
  expect(foreign?.allocations).toEqual([]);
});

it("the text of orders read together is the JSON of each one's public form", async () => {
  const { account } = lots.a.ctx;
  const keys = [ids.order, ids.next].map((orderId) => ({ accountId: account.id, orderId }));
  const details = await listOrderDetails(systemContext(), { orders: keys });
  expect(details.map(({ allocations }) => allocations.length).sort()).toEqual([2, 3]);
  const variants = details.flatMap((detail) => [
    detail,
    { ...detail, rideDistanceKm: 12.5, description: 'Ä "\\" \u2028 \ud800', metadata: null },
    { ...detail, state: "cancelled" as const, allocations: [] },
  ]);
  for (const variant of variants) {
    expect(orderText(variant)).toBe(JSON.stringify(toOrderResource(variant)));
  }
});
