import { beforeEach, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { getOrder } from "#domain/orders";
import type { DriftKind, FileRetirementRow } from "#domain/registries";
import { mode, statusOf as orderStatus, write } from "#testing/evidence-shop";
import { systemContext } from "#testing/factories";
import { dayFrom, openVerraShop, type VerraShop } from "#testing/verra-shop";
import { decideIncident } from "./decide-incident";
import { findDrift } from "./drift";
import { listIncidents } from "./incident-list";
import { correctRetirement, recordManualRetirement } from "./manual-retirements";
import { markRequested, returnToWorklist } from "./mark-requested";
import { recordRetirements } from "./registry-retirements";
import { listRequests } from "./request-list";
import type { IncidentDecision } from "./schema";
import { listWorklistBlocks } from "./worklist";

const POOL = "customers of Northly";
const [TODAY, TOMORROW] = [dayFrom(0), dayFrom(1)];
let shop: VerraShop;

const sell = (name: string, amountKg: number) => shop.buyFor(name, amountKg);
const rowOf = (first: number, last: number, facts: Partial<FileRetirementRow> = {}) =>
  shop.row(first, last, { beneficiary: null, ...facts });
const load = (...rows: FileRetirementRow[]) => shop.load(...rows);
const serialsIn = (serials: string) => serials.slice(shop.block.length);
const driftOf = async (...rows: FileRetirementRow[]) => {
  const { entries } = await findDrift(systemContext(), { mode, registry: "verra", rows });
  return entries
    .filter(({ serials }) => serials.startsWith(shop.block))
    .map(({ kind, serials }): [DriftKind, string] => [kind, serialsIn(serials)]);
};
const statusOf = async (id: string) => (await orderStatus(id))[0];
const openIncidentsHere = async () => {
  const page = { mode, kind: null, state: "open", limit: 100 } as const;
  const { data } = await listIncidents(systemContext(), page);
  return data.filter(({ row }) => row.serials?.includes(shop.block) || row.note === shop.block);
};
const decide = (id: string, decision: IncidentDecision["decision"], date: string | null = null) =>
  write((ctx) => decideIncident(ctx, { mode, id, decision, note: null, retired_on: date }));

beforeEach(async () => {
  shop = await openVerraShop();
  const policy = { timing: "after_sale", retireWithinDays: 30, adapter: "manual", poolText: POOL };
  await database().prisma.registryPolicy.upsert({
    where: { mode_registry: { mode, registry: "verra" } },
    create: { mode, registry: "verra", ...policy },
    update: policy,
  });
});

describe("an import of a registry's export", () => {
  test("retires the orders whose beneficiary it names, once, and removes nothing else", async () => {
    const [ada, bo] = [await sell("Ada", 2000), await sell("Bo", 500)];
    const row = rowOf(1, 2, { beneficiary: "ADA " });
    const first = await load(row);
    expect(first).toMatchObject({ retirements: 1, retiredKg: 2000, orders: 1, incidents: 0 });
    expect([await statusOf(ada), await statusOf(bo)]).toEqual(["retired", "pending"]);
    expect(await load(row)).toMatchObject({ changed: false, knownRows: 1 });
  });

  test("accuses no one of tonnes retired for another until an operator does, or for a day", async () => {
    const ada = await sell("Ada", 2000);
    const report = await load(rowOf(1, 2, { beneficiary: "Zoe" }));
    expect(report).toMatchObject({ retirements: 0, incidents: 1, incidentKg: 2000 });
    expect(await statusOf(ada)).toBe("pending");
    const [incident] = await openIncidentsHere();
    await decide(incident?.id ?? "", "disputed");
    expect(await statusOf(ada)).toBe("disputed");
    await decide(incident?.id ?? "", "dismissed");
    expect(await statusOf(ada)).toBe("pending");
    expect(await load(rowOf(1, 2, { beneficiary: "Zoe" }))).toMatchObject({ changed: false });
  });

  test("keeps an order disputed that an operator left to the other beneficiary", async () => {
    const ada = await sell("Ada", 1000);
    await load(rowOf(1, 1, { beneficiary: "Zoe" }));
    const [incident] = await openIncidentsHere();
    await decide(incident?.id ?? "", "theirs");
    expect(await statusOf(ada)).toBe("disputed");
  });

  test("waits for an operator where the beneficiary or the date is missing", async () => {
    const [ada, bo] = [await sell("Ada", 1000), await sell("Bo", 1000)];
    const report = await load(rowOf(1, 1), rowOf(2, 2, { beneficiary: "Bo", retiredOn: null }));
    expect(report).toMatchObject({ retirements: 0, confirmations: 2 });
    expect([await statusOf(ada), await statusOf(bo)]).toEqual(["pending", "pending"]);
    const waiting = await openIncidentsHere();
    const [named, dated] = ["no_beneficiary", "no_date"].map((reason) =>
      waiting.find(({ row }) => row.waitsFor === reason),
    );
    await decide(named?.id ?? "", "ours");
    await expect(decide(dated?.id ?? "", "ours")).rejects.toMatchObject({
      errors: { retired_on: expect.anything() },
    });
    await decide(dated?.id ?? "", "ours", TODAY);
    expect([await statusOf(ada), await statusOf(bo)]).toEqual(["retired", "retired"]);
  });

  test("confirms what was marked as requested, also without serials once confirmed", async () => {
    const ada = await sell("Ada", 2000);
    const place = { mode, registry: "verra", section: "current" } as const;
    const projectId = shop.lotId.replace("lot", "prj");
    const list = () =>
      listWorklistBlocks(systemContext(), { ...place, projectId, limit: 10, after: null });
    const { blocks } = await list();
    expect(blocks).toHaveLength(1);
    await markRequested(systemContext(), { ...place, blocks, database: database() });
    expect(await statusOf(ada)).toBe("requested");
    expect((await list()).blocks).toEqual([]);
    const facts = { serials: null, projectRegistryId: "TST1", note: shop.block };
    const row = rowOf(1, 2, { ...facts, beneficiary: "Ada", retiredOn: TOMORROW });
    expect(await load(row)).toMatchObject({ retirements: 0, confirmations: 1 });
    expect(await load(row)).toMatchObject({ changed: false });
    const [incident] = await openIncidentsHere();
    expect(incident?.proposal?.requestId).toMatch(/^rrq_/);
    await decide(incident?.id ?? "", "ours");
    expect(await statusOf(ada)).toBe("retired");
  });

  test("asks nothing about a retirement that the registry's API has confirmed", async () => {
    await sell("Ada", 1000);
    const facts = { retiredOn: TODAY, beneficiary: "Ada", reason: null, url: null };
    const items = [{ lotId: shop.lotId, startKg: 0, endKg: 1000 }];
    const source = { kind: "retired" as const, source: "adapter" as const, isPool: false };
    const record = {
      ...facts,
      ...source,
      requestId: null,
      registryReference: `ret_${shop.lotId}`,
      items,
    };
    await write((ctx) =>
      recordRetirements(ctx, { mode, registry: "verra", retirements: [record] }),
    );
    await sell("Ada", 1000);
    const row = rowOf(1, 1, { ...facts, serials: null, projectRegistryId: "TST1" });
    const known = await load({ ...row, reference: `ret_${shop.lotId}` });
    expect(known).toMatchObject({ changed: false, knownRows: 1 });
  });

  test("imports good rows next to bad ones", async () => {
    const ada = await sell("Ada", 1000);
    const report = await load(
      rowOf(1, 1, { beneficiary: "Ada" }),
      rowOf(900, 901, { beneficiary: "Zoe" }),
      rowOf(1, 3, { serials: null }),
    );
    expect(report).toMatchObject({ retirements: 1, unrelatedRows: 2 });
    expect(await statusOf(ada)).toBe("retired");
  });
});

describe("the worklist's requests", () => {
  const place = { mode, registry: "verra", section: "current" } as const;

  test("are refused for blocks that have changed, and can be returned to the list", async () => {
    const ada = await sell("Ada", 1000);
    const stale = { lotId: shop.lotId, startKg: 0, endKg: 1000, beneficiary: "Zoe" };
    const mark = (beneficiary: string) =>
      markRequested(systemContext(), {
        ...place,
        blocks: [{ ...stale, beneficiary }],
        database: database(),
      });
    await expect(mark("Zoe")).rejects.toMatchObject({ code: "conflict" });
    await mark("Ada");
    await expect(mark("Ada")).rejects.toMatchObject({ code: "conflict" });
    const { data } = await listRequests(systemContext(), { mode, view: "open", limit: 100 });
    const request = data.find(({ serials }) => serials.some((text) => text.includes(shop.block)));
    await write((ctx) => returnToWorklist(ctx, { mode, id: request?.id ?? "" }));
    expect(await statusOf(ada)).toBe("pending");
  });
});

describe("a retirement recorded by hand", () => {
  const record = (serials: string, beneficiary: string | null) =>
    write((ctx) =>
      recordManualRetirement(ctx, {
        mode,
        registry: "verra",
        serials,
        retired_on: TODAY,
        beneficiary,
        registry_reference: null,
        url: null,
      }),
    );

  test("is refused unless it is true for all of its tonnes, and can be corrected", async () => {
    const ada = await sell("Ada", 1000);
    await expect(record(`${shop.block}1-1`, "Zoe")).rejects.toMatchObject({
      errors: { beneficiary: expect.anything() },
    });
    await expect(record(`${shop.block}1-2`, "Ada")).rejects.toMatchObject({
      errors: { serials: expect.anything() },
    });
    await expect(record(`${shop.block}1-99`, "Ada")).rejects.toMatchObject({
      errors: { serials: expect.anything() },
    });
    const { ids } = await record(`${shop.block}1-1`, "Ada");
    expect(await statusOf(ada)).toBe("retired");
    const [id = ""] = ids;
    const facts = { beneficiary: "ada", registry_reference: "R-2", url: null };
    const correction = { ...facts, retired_on: TOMORROW, reason: "Wrong day" };
    await write((ctx) => correctRetirement(ctx, { mode, id, correction, reason: "Day" }));
    const order = await getOrder(shop.ctx, { id: ada });
    expect(order.registryRetiredOn).toBe(TOMORROW);
  });
});

describe("the drift report", () => {
  test("catches a falsified export, and finds nothing in a true one", async () => {
    await sell("Ada", 2000);
    await sell("Bo", 1000);
    const truth = [rowOf(1, 2, { beneficiary: "Ada" }), rowOf(3, 3, { beneficiary: "Bo" })];
    await load(...truth);
    expect(await driftOf(...truth)).toEqual([]);
    expect(
      await driftOf(rowOf(1, 2, { beneficiary: "Zoe" }), rowOf(3, 3, { beneficiary: "Bo" })),
    ).toEqual([["differs", "1-2"]]);
    expect(
      await driftOf(rowOf(1, 1, { beneficiary: "Ada" }), rowOf(3, 4, { beneficiary: "Bo" })),
    ).toEqual([
      ["unknown_here", "4-4"],
      ["missing_there", "2-2"],
    ]);
  });

  test("names what was requested or is overdue, and not retired there", async () => {
    await sell("Ada", 1000);
    const place = { mode, registry: "verra", section: "current" } as const;
    const projectId = shop.lotId.replace("lot", "prj");
    const page = { ...place, projectId, limit: 10, after: null };
    const { blocks } = await listWorklistBlocks(systemContext(), page);
    await markRequested(systemContext(), { ...place, blocks, database: database() });
    await sell("Bo", 1000);
    const now = new Date(Date.now() + 31 * 86_400_000);
    const drift = await findDrift(
      { ...systemContext(), now },
      { mode, registry: "verra", rows: [] },
    );
    const own = drift.entries.filter(({ serials }) => serials.startsWith(shop.block));
    expect(own.map(({ kind, serials }) => [kind, serialsIn(serials)])).toEqual([
      ["overdue", "2-2"],
      ["unconfirmed", "1-1"],
    ]);
  });
});
