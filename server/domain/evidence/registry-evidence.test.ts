import { beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import {
  type EvidenceShop,
  eventTypesOf,
  mode,
  openEvidenceShop,
  registry,
  statusOf,
  write,
} from "#testing/evidence-shop";
import { matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import {
  confirmRequest,
  markSent,
  markUnknown,
  recordRetirements,
  refuseRequest,
  supersedeRetirement,
} from "./index";

const { prisma } = database();
let shop: EvidenceShop;
beforeEach(async () => {
  shop = await openEvidenceShop();
});

const requestState = async (id: string) =>
  (await prisma.registryRequest.findFirstOrThrow({ where: { id } })).state;

describe("a registry retirement", () => {
  it("makes an order retired only when it covers all of its kg, with the latest date", async () => {
    const id = await shop.buy(1500);
    expect(await statusOf(id)).toEqual(["pending", 0, null, 0]);
    await shop.record(shop.evidence(0, 1000));
    expect(await statusOf(id)).toEqual(["pending", 1000, null, 1]);
    await shop.record(shop.evidence(1000, 2000, { retiredOn: "2026-11-05", isPool: true }));
    expect(await statusOf(id)).toEqual(["retired", 1500, "2026-11-05", 2]);
    expect(await shop.counters()).toEqual([2000, 2000, 0, 0]);
    expect(await eventTypesOf(id)).toEqual(["order.fulfilled", "order.retired"]);
    const totals = await prisma.retirementTotal.findMany({
      where: { accountId: shop.ctx.account.id },
    });
    expect(totals.map((total) => Number(total.registryRetiredKg))).toEqual(Array(5).fill(1500));
  });

  it("covers the kg of a tonne retired early as soon as they are matched", async () => {
    const first = await shop.buy(400);
    await shop.record(shop.evidence(0, 1000, { isPool: true }));
    const second = await shop.buy(500);
    const third = await shop.buy(300);
    expect(await statusOf(first)).toEqual(["retired", 400, "2026-11-03", 1]);
    expect(await statusOf(second)).toEqual(["retired", 500, "2026-11-03", 1]);
    expect(await statusOf(third)).toEqual(["pending", 100, null, 1]);
    expect(await eventTypesOf(second)).toEqual(["order.fulfilled", "order.retired"]);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("is refused for a kg that has one, by the till and by the database", async () => {
    await shop.buy(2000);
    await shop.record(shop.evidence(0, 1000));
    await expect(shop.record(shop.evidence(0, 2000))).rejects.toMatchObject({ code: "conflict" });
    await expect(
      shop.record(shop.evidence(1000, 2000), shop.evidence(1000, 2000)),
    ).rejects.toMatchObject({
      code: "invalid-parameters",
    });
    const copy = prisma.$executeRaw`
      INSERT INTO registry_retirement_items
      SELECT mode, retirement_id, is_live, lot_id, line_start_kg, lot_quantity_kg, unit_kg, 0, 2000,
             serial_number_range
      FROM (
        SELECT i.*, t.id FROM registry_retirement_items i
        JOIN registry_retirements t ON t.id = i.retirement_id WHERE i.lot_id = ${shop.lotId}
      ) one`;
    await expect(copy).rejects.toThrow(/23505|23P01|unique|exclu/i);
    expect(await shop.counters()).toEqual([1000, 1000, 0, 0]);
  });

  it("must be whole units of a lot of the same registry", async () => {
    await shop.buy(2000);
    for (const [startKg, endKg] of [
      [0, 500],
      [500, 1000],
      [9000, 11_000],
      [1000, 1000],
    ] as const) {
      await expect(shop.record(shop.evidence(startKg, endKg))).rejects.toMatchObject({
        code: "invalid-parameters",
      });
    }
    const other = write((tx) =>
      recordRetirements(tx, { mode, registry: "verra", retirements: [shop.evidence(0, 1000)] }),
    );
    await expect(other).rejects.toMatchObject({ code: "invalid-parameters" });
  });

  it("that is superseded leaves its orders pending, and a replacement covers them", async () => {
    const id = await shop.buy(1000);
    const [first = ""] = await shop.record(shop.evidence(0, 1000));
    await write((tx) =>
      supersedeRetirement(tx, { mode, id: first, reason: "wrong file", replacement: null }),
    );
    expect(await statusOf(id)).toEqual(["pending", 0, null, 2]);
    expect(await shop.counters()).toEqual([0, 0, 0, 0]);
    expect(await checkLedger(systemContext())).toEqual([]);
    const [second = ""] = await shop.record(shop.evidence(0, 1000));
    const replacement = shop.evidence(0, 1000, { retiredOn: "2026-11-09" });
    const { replacementId } = await write((tx) =>
      supersedeRetirement(tx, { mode, id: second, reason: "wrong date", replacement }),
    );
    expect(await statusOf(id)).toEqual(["retired", 1000, "2026-11-09", 4]);
    expect(await prisma.registryRetirement.findFirst({ where: { id: second } })).toMatchObject({
      isLive: false,
      supersededBy: replacementId,
    });
    expect(await eventTypesOf(id)).toEqual([
      "order.fulfilled",
      "order.retired",
      "order.retirement_corrected",
      "order.retired",
    ]);
    const again = write((tx) =>
      supersedeRetirement(tx, { mode, id: second, reason: "again", replacement: null }),
    );
    await expect(again).rejects.toMatchObject({ code: "conflict" });
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("is written with everything that follows from it, or not at all", async () => {
    const id = await shop.buy(1000);
    const aborted = write(async (tx) => {
      await recordRetirements(tx, { mode, registry, retirements: [shop.evidence(0, 1000)] });
      throw new Error("the process ends here");
    });
    await expect(aborted).rejects.toThrow("the process ends here");
    expect(await statusOf(id)).toEqual(["pending", 0, null, 0]);
    expect(await prisma.registryRetirementItem.count({ where: { lotId: shop.lotId } })).toBe(0);
  });

  it("and matching on the same lot wait for each other", async () => {
    const terms = { portfolio_id: shop.stock.portfolioId, subaccountId: null };
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => placeOrder(shop.ctx, { ...terms, amount_kg: 150 })),
    );
    await Promise.all([
      matchAll(),
      shop.record(shop.evidence(0, 1000, { isPool: true })),
      matchAll(),
      shop.record(shop.evidence(1000, 3000, { isPool: true })),
      matchAll(),
    ]);
    await matchAll();
    expect(await Promise.all(orders.map(async ({ id }) => (await statusOf(id))[0]))).toEqual(
      Array(20).fill("retired"),
    );
    expect(await checkLedger(systemContext())).toEqual([]);
  });
});

describe("a registry request", () => {
  it("makes its orders requested, until it is refused", async () => {
    const id = await shop.buy(1500);
    const [one = ""] = await shop.request(0, 2000);
    expect(await statusOf(id)).toEqual(["requested", 0, null, 1]);
    expect(await shop.counters()).toEqual([0, 0, 2000, 2000]);
    await expect(shop.request(1000, 2000)).rejects.toMatchObject({ code: "conflict" });
    await write((tx) => refuseRequest(tx, { mode, id: one, error: "no such serial" }));
    expect(await statusOf(id)).toEqual(["pending", 0, null, 2]);
    expect(await requestState(one)).toBe("refused");
    await shop.request(0, 2000);
  });

  it("stays requested while it is sent and its outcome is unknown, and then is settled for good", async () => {
    const id = await shop.buy(1000);
    const [one = ""] = await shop.request(0, 1000);
    await write((tx) => markSent(tx, { mode, ids: [one], nextPollAt: null }));
    expect(await requestState(one)).toBe("sent");
    const nextPollAt = new Date(Date.now() + 60_000);
    await write((tx) => markUnknown(tx, { mode, id: one, error: "timeout", nextPollAt }));
    expect(await prisma.registryRequest.findFirst({ where: { id: one } })).toMatchObject({
      state: "unknown",
      error: "timeout",
      nextPollAt,
      polls: 1,
    });
    expect((await statusOf(id))[0]).toBe("requested");
    await shop.record(shop.evidence(0, 1000));
    await write((tx) => markUnknown(tx, { mode, id: one, error: "late", nextPollAt }));
    await write((tx) => markSent(tx, { mode, ids: [one], nextPollAt }));
    expect(await requestState(one)).toBe("confirmed");
  });

  it("is refused for a kg with evidence", async () => {
    await shop.buy(1500);
    await shop.record(shop.evidence(0, 1000));
    await expect(shop.request(0, 2000)).rejects.toMatchObject({ code: "conflict" });
  });

  it("stays open for the kg that the registry did not retire", async () => {
    const id = await shop.buy(3000);
    const [one = ""] = await shop.request(0, 3000);
    await write((tx) =>
      confirmRequest(tx, { mode, id: one, retirements: [shop.evidence(1000, 2000)] }),
    );
    expect(await requestState(one)).toBe("written");
    expect(await statusOf(id)).toEqual(["requested", 1000, null, 2]);
    expect(await shop.counters()).toEqual([1000, 2000, 2000, 3000]);
    // An import closes the rest without knowing the request.
    await shop.record(shop.evidence(0, 1000), shop.evidence(2000, 3000));
    expect(await requestState(one)).toBe("confirmed");
    expect(await statusOf(id)).toEqual(["retired", 3000, "2026-11-03", 3]);
    const records = await prisma.registryRetirement.findMany({ where: { requestId: one } });
    expect(records).toHaveLength(3);
    const late = write((tx) => confirmRequest(tx, { mode, id: one, retirements: [] }));
    await expect(late).rejects.toMatchObject({ code: "conflict" });
  });
});
