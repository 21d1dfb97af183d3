import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { lockCatalogue } from "#domain/catalogue";
import { checkLedger } from "#domain/diagnostics";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { importExports } from "#testing/import-exports";
import { placeOrder } from "#testing/place-order";
import {
  findUnsoldKg,
  listLots,
  listProjectStock,
  listStoppedLots,
  parseSerialRange,
  recordRetiredSerials,
  removeLot,
  removeLots,
  removeRetiredSerials,
  removeSerials,
  resumeLot,
  stopLot,
} from "./index";

const VERRA =
  "Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Quantity Issued," +
  "Serial Number,Retirement/Cancellation Date";

let project: number;
let projectId: string;
let portfolioId: string;
let lotId: string;
let account: Account;

const row = (first: number, last: number, retired = "") =>
  `2026-04-03,2020-01-01,2020-12-31,${project},Hills,Ethiopia,Forestry,${last - first + 1},` +
  `${project}-${first}-${last}-VCS-VCU-1507-VER-ET-14-${project}-01012020-31122020-0,${retired}`;

function importRows(...rows: string[]) {
  const files = [{ name: "v.csv", text: `${[VERRA, ...rows].join("\n")}\n` }];
  return importExports({ mode: "test", registry: "verra", files });
}

async function order(kg: number): Promise<string> {
  const input = { amount_kg: kg, portfolio_id: portfolioId, subaccountId: null };
  return (await placeOrder(contextOf(account), input)).id;
}
async function stateAfterMatching(id: string) {
  await matchAll();
  const { state } = await database().prisma.order.findFirstOrThrow({ where: { id } });
  return state;
}
const decide = <T>(work: (ctx: ReturnType<typeof systemContext>) => Promise<T>) =>
  database().transaction((db) => work({ ...systemContext(), db }));
const leftKg = async () => {
  const ctx = systemContext();
  const vintages = await listProjectStock(ctx, { mode: "test", projectIds: [projectId] });
  const left = (await findUnsoldKg(ctx, { mode: "test" })).get(projectId);
  expect(vintages.reduce((kg, vintage) => kg + vintage.leftKg, 0)).toBe(left);
  return left;
};

beforeEach(async () => {
  project = randomInt(1_000_000, 9_000_000);
  projectId = `prj_verra_${project}`;
  lotId = `lot_verra_${project}-1-10`;
  await importRows(row(1, 10));
  await importFile({
    mode: "test",
    project_categories: [
      {
        id: `cat_${project}`,
        name: "C",
        api_price_per_kg_usd_cents: 2,
        checkout_price_per_kg_usd_cents: 2,
        projects: [{ project_id: projectId }],
      },
    ],
    portfolios: [
      {
        id: `pf_${project}`,
        name: "P",
        category_allocations: [{ category_id: `cat_${project}`, allocated_fraction: 1 }],
      },
    ],
  });
  portfolioId = `pf_${project}`;
  ({ account } = await makeAccount());
  expect(await stateAfterMatching(await order(1500))).toBe("fulfilled");
});

/** Opens a lot without serial numbers, which can only be sold or removed as a whole. */
async function openNamedLot() {
  const id = `lot_named_${project}`;
  const name = `Batch ${project}`;
  await importFile({
    mode: "test",
    credit_lots: [
      {
        id,
        project_id: projectId,
        vintage_year: 2019,
        quantity_kg: 5000,
        serial_number_range: name,
        opaque_serials: true,
      },
    ],
  });
  await stateAfterMatching(await order(1000));
  const retired = () =>
    decide(async (ctx) => {
      await lockCatalogue(ctx, "test");
      const ranges = [parseSerialRange(name, 5000, { isOpaque: true })];
      await recordRetiredSerials(ctx, { mode: "test", ranges });
      return removeRetiredSerials(ctx, { mode: "test", ranges });
    });
  return { id, retired };
}

describe("an export that names serials of a lot in use as retired", () => {
  it("removes those that are not sold, and keeps selling the others", async () => {
    const report = await importRows(row(2, 3, "2026-05-02"), row(101, 110));
    expect(report).toMatchObject({ lots: { created: 1 }, removed: { lots: 1, kg: 1000 } });
    expect(report.disputed).toEqual([]);
    const pieces = await database().prisma.creditLot.findMany({
      where: { projectId, rootLotId: lotId },
      orderBy: { lineStartKg: "asc" },
    });
    expect(
      pieces.map(({ id, state, serialFirst, serialLast, retiredKg }) => [
        id.replace(/^\D+\d+-/, ""),
        state,
        Number(serialFirst),
        Number(serialLast),
        Number(retiredKg),
      ]),
    ).toEqual([
      ["1-10", "on_sale", 1, 2, 1500],
      ["3-3", "removed", 3, 3, 0],
      ["4-10", "on_sale", 4, 10, 0],
    ]);
    expect(await leftKg()).toBe(17_500);
    expect(await importRows(row(2, 3, "2026-05-02"), row(1, 10))).toMatchObject({ changed: false });
    expect(await stateAfterMatching(await order(7500))).toBe("fulfilled");
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("stops a lot that has no serial numbers, and sells nothing more from it", async () => {
    const { id, retired } = await openNamedLot();
    expect(await retired()).toMatchObject({ lots: 0, conflicts: [{ index: 0, lotId: id }] });
    expect(await listStoppedLots(systemContext())).toContainEqual(
      expect.objectContaining({ id, leftKg: 4000, reason: expect.stringContaining("Batch") }),
    );
    expect(await leftKg()).toBe(8500);
    const listed = (only: "open" | "stopped") =>
      listLots(systemContext(), {
        mode: "test",
        limit: 20,
        projectId,
        categoryId: null,
        vintageYear: null,
        search: null,
        only,
      });
    expect((await listed("open")).data).toMatchObject([{ id: lotId }]);
    expect((await listed("stopped")).data).toMatchObject([{ id, state: "stopped" }]);
    expect(await checkLedger(systemContext())).toEqual([]);
    expect((await retired()).stoppedLots.size).toBe(0);
  });

  it("keeps the rest of a stopped, unsold lot off sale", async () => {
    await importRows(row(101, 110));
    const unsold = `lot_verra_${project}-101-110`;
    await decide((ctx) => stopLot(ctx, { mode: "test", id: unsold, reason: "A question" }));
    await importRows(row(103, 104, "2026-05-02"));
    const rest = await database().prisma.creditLot.findMany({
      where: { projectId, id: { not: lotId } },
      orderBy: { id: "asc" },
    });
    expect(rest.map(({ id, state }) => [id.replace(/^\D+\d+-/, ""), state])).toEqual([
      ["101-110", "stopped"],
      ["103-104", "removed"],
      ["105-110", "stopped"],
    ]);
    expect(await leftKg()).toBe(8_500);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("ignores a lot if only its sold serials are listed", async () => {
    expect(await importRows(row(1, 2, "2026-05-02"))).toMatchObject({
      changed: false,
      disputed: [],
    });
    expect(await leftKg()).toBe(8_500);
  });

  it("ignores a lot whose last tonne is in use, and the check finds nothing", async () => {
    expect(await stateAfterMatching(await order(8_100))).toBe("fulfilled");
    expect(await importRows(row(1, 10, "2026-05-02"))).toMatchObject({ disputed: [] });
    expect(await leftKg()).toBe(400);
    expect(await checkLedger(systemContext())).toEqual([]);
  });
});

describe("an operator", () => {
  it("puts the lot back on sale: waiting orders are filled, and the same export does not stop it again", async () => {
    const { id, retired } = await openNamedLot();
    await retired();
    const waiting = await order(12_000);
    expect(await stateAfterMatching(waiting)).toBe("placed");
    const { dismissed } = await decide((ctx) => resumeLot(ctx, { mode: "test", id }));
    expect(dismissed).toHaveLength(1);
    expect(await stateAfterMatching(waiting)).toBe("fulfilled");
    expect(await retired()).toMatchObject({ lots: 0, conflicts: [] });
    expect(await leftKg()).toBe(500);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  it("removes the rest: no import brings it back, and the totals still match the lots", async () => {
    await decide((ctx) => stopLot(ctx, { mode: "test", id: lotId, reason: "A question" }));
    const remove = () =>
      decide((ctx) => removeLot(ctx, { mode: "test", id: lotId, reason: "sold elsewhere" }));
    expect(await remove()).toEqual({ removedKg: 8_500 });
    await expect(remove()).rejects.toThrow("The lot is removed from stock, not stopped");
    await expect(decide((ctx) => resumeLot(ctx, { mode: "test", id: lotId }))).rejects.toThrow(
      "not stopped",
    );
    expect(await importRows(row(1, 10))).toMatchObject({ changed: false });
    expect(await leftKg()).toBe(0);
    expect(await checkLedger(systemContext())).toEqual([]);
    const entries = await database().prisma.auditEntry.findMany({ where: { subjectId: lotId } });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["credit_lot.stopped", "credit_lot.removed"]),
    );
  });

  it("removes a tonne in the middle of a lot, but none that is sold", async () => {
    const remove = (startKg: number, endKg: number) =>
      decide((ctx) =>
        removeSerials(ctx, { mode: "test", lotId, startKg, endKg, reason: "sold elsewhere" }),
      );
    await expect(remove(1000, 3000)).rejects.toMatchObject({ code: "conflict" });
    await expect(remove(4000, 4500)).rejects.toMatchObject({ code: "invalid-parameters" });
    expect(await remove(4000, 5000)).toEqual({ removedKg: 1000 });
    expect(await leftKg()).toBe(7_500);
    expect(await importRows(row(1, 10))).toMatchObject({ changed: false });
    expect(await checkLedger(systemContext())).toEqual([]);
  });
});

describe("a withdrawal of several lots", () => {
  const withdraw = (ids: string[]) =>
    database().transaction((db) =>
      removeLots({ ...systemContext(), db }, { mode: "test", ids, reason: "Sold elsewhere" }),
    );

  it("removes what is left of all of them, and sells nothing of it", async () => {
    const { lotIds, portfolioId: portfolio } = await makeStock({ projects: ["a", "b"], tonnes: 3 });
    const order = { portfolio_id: portfolio, subaccountId: null };
    await placeOrder(contextOf(account), { ...order, amount_kg: 500 });
    await matchAll();
    await database().transaction((db) =>
      stopLot(
        { ...systemContext(), db },
        { mode: "test", id: lotIds[0] ?? "", reason: "To be decided" },
      ),
    );
    expect(await withdraw([...lotIds, ...lotIds])).toEqual({ removedKg: 5500 });
    const { id } = await placeOrder(contextOf(account), { ...order, amount_kg: 10 });
    await matchAll();
    expect(await database().prisma.retirement.count({ where: { orderId: id } })).toBe(0);
    const audit = await database().prisma.auditEntry.findMany({
      where: { action: "credit_lot.removed", subjectId: { in: lotIds } },
    });
    expect(audit).toHaveLength(2);
  });

  it("names the lots that cannot be withdrawn, and removes none", async () => {
    const { lotIds } = await makeStock({ projects: ["a", "b"] });
    const [first = "", second = ""] = lotIds;
    await withdraw([first]);
    await expect(withdraw([second, first, "lot_of_no_one"])).rejects.toMatchObject({
      errors: {
        ids: [`cannot be withdrawn: ${first} is removed already, lot_of_no_one does not exist`],
      },
    });
    const lot = await database().prisma.creditLot.findFirst({ where: { id: second } });
    expect(lot?.state).toBe("on_sale");
  });
});
