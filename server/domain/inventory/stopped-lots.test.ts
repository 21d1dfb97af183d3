import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { matchOrders } from "#domain/matching";
import { importRegistryExport } from "#domain/registries";
import { contextOf, importFile, makeAccount, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import {
  findUnsoldKg,
  listLots,
  listProjectStock,
  listStoppedLots,
  removeLot,
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

/** Imports in a transaction of its own. */
function importRows(...rows: string[]) {
  const files = [{ name: "v.csv", text: `${[VERRA, ...rows].join("\n")}\n` }];
  return database().transaction((db) =>
    importRegistryExport({ ...systemContext(), db }, { mode: "test", registry: "verra", files }),
  );
}

async function order(kg: number): Promise<string> {
  const input = { amount_kg: kg, portfolio_id: portfolioId, subaccountId: null };
  return (await placeOrder(contextOf(account), input)).id;
}
async function stateAfterMatching(id: string) {
  await matchOrders(systemContext(), { database: database() });
  const { state } = await database().prisma.order.findFirstOrThrow({ where: { id } });
  return state;
}
const decide = <T>(work: (ctx: ReturnType<typeof systemContext>) => Promise<T>) =>
  database().transaction((db) => work({ ...systemContext(), db }));
const leftKg = async () => {
  const ctx = systemContext();
  const [vintage] = await listProjectStock(ctx, { mode: "test", projectIds: [projectId] });
  const left = (await findUnsoldKg(ctx, { mode: "test" })).get(projectId);
  expect(vintage?.leftKg).toBe(left);
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

describe("an export that names serials of a lot in use as retired", () => {
  it("stops the lot, imports its other rows, and reports the disputed serials", async () => {
    const report = await importRows(row(2, 3, "2026-05-02"), row(101, 110));
    expect(report).toMatchObject({ changed: true, lots: { created: 1 }, removed: { lots: 0 } });
    expect(report.disputed).toEqual([
      {
        file: "v.csv",
        line: 2,
        lotId,
        wasOnSale: true,
        range: expect.stringContaining("-2-3-VCS"),
      },
    ]);
    expect(await listStoppedLots(systemContext())).toContainEqual(
      expect.objectContaining({
        id: lotId,
        leftKg: 8_500,
        reason: expect.stringContaining("-2-3-VCS"),
      }),
    );
    const again = await importRows(row(2, 3, "2026-05-02"));
    expect(again).toMatchObject({ changed: false, disputed: [{ wasOnSale: false }] });
  });

  it("sells nothing more from the lot, and counts none of it as left", async () => {
    await importRows(row(2, 3, "2026-05-02"));
    expect(await leftKg()).toBe(0);
    const waiting = await order(100);
    expect(await stateAfterMatching(waiting)).toBe("placed");
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
    expect((await listed("open")).data).toEqual([]);
    expect((await listed("stopped")).data).toMatchObject([{ id: lotId, state: "stopped" }]);
    expect(await checkLedger(systemContext())).toEqual([]);
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
      ["101-102", "stopped"],
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
    await importRows(row(2, 3, "2026-05-02"));
    const waiting = await order(100);
    expect(await stateAfterMatching(waiting)).toBe("placed");
    const { dismissed } = await decide((ctx) => resumeLot(ctx, { mode: "test", id: lotId }));
    expect(dismissed).toHaveLength(1);
    expect(await stateAfterMatching(waiting)).toBe("fulfilled");
    expect(await importRows(row(2, 3, "2026-05-02"))).toMatchObject({ disputed: [] });
    expect(await leftKg()).toBe(8_400);
    expect(await checkLedger(systemContext())).toEqual([]);
    expect(await importRows(row(5, 6, "2026-05-03"))).toMatchObject({ disputed: [{ lotId }] });
    expect(await leftKg()).toBe(0);
  });

  it("removes the rest: no import brings it back, and the totals still match the lots", async () => {
    await importRows(row(2, 3, "2026-05-02"));
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
});
