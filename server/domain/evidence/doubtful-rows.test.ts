import { describe, expect, test } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { mode, statusOf, write } from "#testing/evidence-shop";
import { systemContext } from "#testing/factories";
import { decide, remedy } from "#testing/remedies";
import { dayFrom, openVerraShop } from "#testing/verra-shop";
import { startDueDisputes } from "./incidents";
import { getPolicy } from "./policies";

describe("a row of an export waits for an operator", () => {
  test.each([
    ["is dated in the future", { retiredOn: dayFrom(400) }, "future_date"],
    ["is dated before the sale", { retiredOn: "2021-01-05" }, "before_allocation"],
    ["has a name with other punctuation", { beneficiary: "Delta, Ltd." }, "similar_name"],
    ["has a name with another legal form", { beneficiary: "DELTA GmbH" }, "similar_name"],
    ["names a broker", { beneficiary: "Broker LLC on behalf of Delta Ltd." }, "similar_name"],
    ["is a cancellation that names no one", { kind: "cancelled", beneficiary: null }, "cancelled"],
  ] as const)("if it %s, and accuses no one", async (_, facts, reason) => {
    const shop = await openVerraShop();
    const id = await shop.buyFor("Delta Ltd", 2000);
    const report = await shop.load(shop.row(1, 2, facts));
    expect(report).toMatchObject({ retirements: 0, incidents: 0, confirmations: 1 });
    expect(await statusOf(id)).toMatchObject(["pending", 0, null, expect.anything()]);
    expect((await shop.open()).map(([, waitsFor]) => waitsFor)).toEqual([reason]);
  });

  test("and the rest of its tonne is not for sale meanwhile", async () => {
    const shop = await openVerraShop();
    await shop.buyFor("Delta Ltd", 400);
    await shop.load(shop.row(1, 1, { beneficiary: null }));
    const next = await shop.buyFor("Bo", 700);
    const [row] = await database().prisma.retirement.findMany({ where: { orderId: next } });
    expect(Number(row?.lotStartKg)).toBe(0);
    expect(row?.lotId).not.toBe(shop.lotId);
    const [[incident] = [""]] = await shop.open();
    await decide(incident, "dismissed");
    expect(await checkLedger(systemContext())).toEqual([]);
  });
});

test("no decision makes evidence of a date in the future", async () => {
  const shop = await openVerraShop();
  await shop.buyFor("Delta Ltd", 1000);
  await shop.load(shop.row(1, 1, { retiredOn: dayFrom(400) }));
  const [[incident] = [""]] = await shop.open();
  await expect(decide(incident, "ours")).rejects.toMatchObject({ code: "conflict" });
});

test("one disputed tonne does not hide those that are retired", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 4000);
  await shop.load(shop.row(1, 2), shop.row(3, 3, { beneficiary: "Zeta Bank" }));
  const [[incident] = [""]] = await shop.open();
  await decide(incident, "disputed");
  expect(await statusOf(id)).toMatchObject(["disputed", 2000, null, expect.anything()]);
  const statement = await shop.statement(id);
  expect(statement).toContain("2 t were retired at Verra on");
  expect(statement).toContain("For 1 t, the records of Verra show");
  expect(statement).toContain("Retirement of 1 t at Verra is pending");
  expect(statement).not.toContain("out of circulation");
});

test("a row that names no one ends no dispute about its tonne, if it is ours", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 1000);
  await shop.load(shop.row(1, 1, { beneficiary: "Zeta Bank" }));
  await shop.load(shop.row(1, 1, { beneficiary: null }));
  const open = await shop.open();
  const incidentOf = (reason: string) =>
    open.find(([, waitsFor]) => waitsFor === reason)?.[0] ?? "";
  await decide(incidentOf("other_beneficiary"), "disputed");
  await decide(incidentOf("no_beneficiary"), "ours");
  expect(await statusOf(id)).toMatchObject(["disputed", 0, null, expect.anything()]);
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("a dispute that no one starts becomes public a day after its row", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 1400);
  await shop.load(shop.row(1, 2, { beneficiary: "Zeta Bank" }));
  const opened = Date.now();
  const startDisputes = (hours: number) => {
    const now = new Date(opened + hours * 3_600_000);
    return write((ctx) => startDueDisputes({ ...ctx, now }));
  };
  expect(await startDisputes(23.9)).toBe(0);
  expect((await statusOf(id))[0]).toBe("pending");
  expect(await shop.statement(id)).not.toContain("Verra show");
  // Their unsold kilograms wait, too.
  expect(await shop.lotsOf(await shop.buyFor("Bo", 100))).not.toContain(shop.lotId);
  expect(await checkLedger(systemContext())).toEqual([]);
  while ((await startDisputes(24.1)) > 0);
  expect((await statusOf(id))[0]).toBe("disputed");
  expect(await shop.statement(id)).toContain("the records of Verra show");
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("a row that names no one can be given up like a dispute", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 1000);
  await shop.load(shop.row(1, 1, { beneficiary: null }));
  const [[incident] = [""]] = await shop.open();
  await decide(incident, "theirs");
  expect(await statusOf(id)).toMatchObject(["disputed", 0, null, expect.anything()]);
  expect(await remedy(incident)).toMatchObject({ orders: 1, kg: 1000, missingKg: 0 });
  expect(await statusOf(id)).toMatchObject(["pending", 0, null, expect.anything()]);
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("cancelled credits never count as retired, and other credits can be substituted", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 2000);
  await shop.load(shop.row(1, 1), shop.row(2, 2, { kind: "cancelled", beneficiary: null }));
  expect(await statusOf(id)).toMatchObject(["pending", 1000, null, expect.anything()]);
  const [[incident] = [""]] = await shop.open();
  await expect(decide(incident, "theirs")).rejects.toMatchObject({ code: "invalid-parameters" });
  await decide(incident, "ours");
  expect(await statusOf(id)).toMatchObject(["cancelled", 1000, null, expect.anything()]);
  expect(await shop.statement(id)).toMatch(/1 t were cancelled at Verra on .* not retired/);
  expect(await shop.statement(id)).not.toContain("out of circulation");
  expect(await checkLedger(systemContext())).toEqual([]);
  expect(await remedy(incident)).toMatchObject({ orders: 1, kg: 1000, missingKg: 0 });
  expect(await statusOf(id)).toMatchObject(["pending", 1000, null, expect.anything()]);
  expect(await shop.statement(id)).toContain("1 t were cancelled at Verra. Northly substituted");
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("a record that comes again with other facts is counted, and changes nothing", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 1000);
  await shop.load(shop.row(1, 1));
  const status = await statusOf(id);
  const report = await shop.load(shop.row(1, 1, { beneficiary: "Delta Corporation" }));
  expect(report).toMatchObject({ changed: false, knownRows: 1, differingRows: 1 });
  expect(await shop.load(shop.row(1, 1))).toMatchObject({ knownRows: 1, differingRows: 0 });
  expect(await statusOf(id)).toEqual(status);
});

test("a dispute ends for just the tonnes that the registry gives back to our customer", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 3000);
  const stranger = shop.row(1, 3, { beneficiary: "Zeta Bank" });
  await shop.load(stranger);
  const [[dispute] = [""]] = await shop.open();
  await shop.load(shop.row(2, 2));
  const [correction = ""] = (await shop.open()).map(([open]) => open).filter((x) => x !== dispute);
  await decide(correction, "ours");
  const now = new Date(Date.now() + 25 * 3_600_000);
  while ((await write((ctx) => startDueDisputes({ ...ctx, now }))) > 0);
  const order = await database().prisma.order.findFirstOrThrow({ where: { id } });
  expect(order).toMatchObject({ registryRetiredKg: 1000, registryDisputedKg: 2000 });
  const open = (await shop.open()).map(([incident]) => incident);
  expect(open).toHaveLength(2);
  expect(open).toContain(dispute);
  expect(await shop.load(stranger)).toMatchObject({ changed: false });
  for (const incident of open) await decide(incident, "theirs");
  expect(await remedy(dispute)).toMatchObject({ orders: 1, kg: 1000, missingKg: 0 });
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("a row about two tonnes that was dismissed is not asked again when they are cut apart", async () => {
  const shop = await openVerraShop();
  const { poolText } = await write((ctx) => getPolicy(ctx, { mode, registry: "verra" }));
  await shop.buyFor("Delta Ltd", 300);
  const early = shop.row(1, 2, { beneficiary: poolText, retiredOn: dayFrom(400) });
  await shop.load(early);
  for (const [id] of await shop.open()) await decide(id, "dismissed");
  await shop.load(shop.row(1, 1));
  const open = await shop.open();
  await shop.load(early);
  expect(await shop.open()).toEqual(open);
});

test("each of two tonnes that a row names is sold again once its part of the row is dismissed", async () => {
  const shop = await openVerraShop();
  const { poolText } = await write((ctx) => getPolicy(ctx, { mode, registry: "verra" }));
  await shop.buyFor("Delta Ltd", 1000);
  await shop.load(shop.row(1, 2, { beneficiary: poolText, retiredOn: dayFrom(400) }));
  await shop.load(shop.row(1, 1));
  const statesOf = async () => {
    const where = { serialNumberRange: { startsWith: shop.block } };
    const lots = await database().prisma.creditLot.findMany({ where, orderBy: { id: "asc" } });
    return lots.map(({ state }) => state);
  };
  expect(await statesOf()).toEqual(["on_sale", "stopped", "on_sale"]);
  for (const [id] of await shop.open()) await decide(id, "dismissed");
  expect(await statesOf()).toEqual(["on_sale", "on_sale", "on_sale"]);
});

test("a dispute ends when its row is confirmed together with one that names no one", async () => {
  const shop = await openVerraShop();
  const id = await shop.buyFor("Delta Ltd", 2000);
  const stranger = shop.row(1, 2, { beneficiary: "Zeta Bank" });
  await shop.load(stranger, shop.row(1, 1, { beneficiary: null }));
  await shop.load(stranger);
  const open = await shop.open();
  expect(open).toHaveLength(3);
  const both = open.find(([, reason]) => reason !== "other_beneficiary")?.[0] ?? "";
  await decide(both, "ours");
  expect(await shop.open()).toHaveLength(1);
  const order = await database().prisma.order.findFirstOrThrow({ where: { id } });
  expect(order).toMatchObject({ registryRetiredKg: 1000 });
});
