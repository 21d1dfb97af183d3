import { randomInt } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { database } from "#core/db";
import { checkLedger } from "#domain/diagnostics";
import { EvidenceShop, write } from "#testing/evidence-shop";
import { contextOf, importFile, makeAccount, systemContext } from "#testing/factories";
import { importExports } from "#testing/import-exports";
import { cutLots } from "./cut-lots";
import { removeSerials } from "./index";

const VERRA =
  "Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Quantity Issued," +
  "Serial Number,Retirement/Cancellation Date";
const TONNES = 40;
const mode = "test";
const { prisma } = database();

type Step =
  | { kind: "import"; first: number; last: number; retired: boolean }
  | { kind: "sell"; kg: number }
  | { kind: "remove"; first: number; last: number };

const range = fc
  .tuple(fc.integer({ min: 1, max: TONNES }), fc.integer({ min: 0, max: 12 }))
  .map(([first, more]) => ({ first, last: Math.min(first + more, TONNES) }));
const step: fc.Arbitrary<Step> = fc.oneof(
  range.map((one) => ({ kind: "import" as const, retired: true, ...one })),
  fc.constant({ kind: "import" as const, retired: false, first: 1, last: TONNES }),
  fc.integer({ min: 1, max: 6000 }).map((kg) => ({ kind: "sell" as const, kg })),
  range.map((one) => ({ kind: "remove" as const, ...one })),
);

async function openShop(project: number) {
  const row = ({ first, last, retired }: { first: number; last: number; retired: boolean }) =>
    `2026-04-03,2020-01-01,2020-12-31,${project},Hills,Ethiopia,Forestry,${last - first + 1},` +
    `${project}-${first}-${last}-VCS-VCU-1507-VER-ET-14-${project}-01012020-31122020-0,` +
    (retired ? "2026-05-02" : "");
  const importRow = (one: Parameters<typeof row>[0]) => {
    const files = [{ name: "v.csv", text: `${VERRA}\n${row(one)}\n` }];
    return importExports({ mode, registry: "verra", files });
  };
  await importRow({ first: 1, last: TONNES, retired: false });
  const prices = { api_price_per_kg_usd_cents: 2, checkout_price_per_kg_usd_cents: 2 };
  const projects = [{ project_id: `prj_verra_${project}` }];
  const category = { id: `cat_${project}`, name: "C", ...prices, projects };
  const parts = [{ category_id: category.id, allocated_fraction: 1 }];
  const portfolio = { id: `pf_${project}`, name: "P", category_allocations: parts };
  await importFile({ mode, project_categories: [category], portfolios: [portfolio] });
  return { importRow, portfolioId: portfolio.id };
}

/** Kg in stock, allocated and removed. Verifies that the pieces tile their stretch of the line. */
async function tally(project: number) {
  const lots = await prisma.creditLot.findMany({
    where: { mode, projectId: `prj_verra_${project}` },
    orderBy: { lineStartKg: "asc" },
  });
  const kg = { stock: 0, allocated: 0, removed: 0 };
  let next = { kg: lots[0]?.lineStartKg ?? 0n, serial: 1 };
  for (const lot of lots) {
    expect([lot.lineStartKg, Number(lot.serialFirst)]).toEqual([next.kg, next.serial]);
    next = { kg: lot.lineStartKg + lot.quantityKg, serial: Number(lot.serialLast) + 1 };
    kg.allocated += Number(lot.retiredKg);
    const left = Number(lot.quantityKg - lot.retiredKg);
    if (lot.state === "removed") kg.removed += left;
    else kg.stock += left;
  }
  return kg;
}

async function apply(step: Step, shop: EvidenceShop, importRow: (one: never) => Promise<unknown>) {
  if (step.kind === "sell") return shop.buy(step.kg);
  if (step.kind === "import") return importRow(step as never);
  const lots = await prisma.creditLot.findMany({ where: { mode, rootLotId: shop.lotId } });
  const lot = lots.find(({ serialFirst, serialLast }) => {
    return Number(serialFirst) <= step.first && step.first <= Number(serialLast);
  });
  if (!lot) return null;
  const startKg = (step.first - Number(lot.serialFirst)) * 1000;
  const endKg = Math.min((step.last - Number(lot.serialFirst) + 1) * 1000, Number(lot.quantityKg));
  const input = { mode, lotId: lot.id, startKg, endKg, reason: "sold elsewhere" } as const;
  // Sold or removed serials are refused.
  return write((ctx) => removeSerials(ctx, input)).catch(({ code }) =>
    expect(code).toBe("conflict"),
  );
}

it("keeps every imported kg in stock, allocated or removed, whatever is imported, sold and removed in any order", async () => {
  const { account } = await makeAccount();
  const run = async (steps: Step[]) => {
    const project = randomInt(1_000_000, 9_000_000);
    const { importRow, portfolioId } = await openShop(project);
    const stock = { portfolioId, lotIds: [`lot_verra_${project}-1-${TONNES}`] };
    const shop = new EvidenceShop(contextOf(account), stock);
    for (const one of [...steps, ...steps]) {
      await apply(one, shop, importRow as never);
      const kg = await tally(project);
      expect(kg.stock + kg.allocated + kg.removed).toBe(TONNES * 1000);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), run), {
    numRuns: 12,
  });
  expect(await checkLedger(systemContext())).toEqual([]);
});

it("cuts neither sold tonnes, nor within evidence or an open request, and moves what lies behind", async () => {
  const { account } = await makeAccount();
  const project = randomInt(1_000_000, 9_000_000);
  const { portfolioId } = await openShop(project);
  const lotId = `lot_verra_${project}-1-${TONNES}`;
  const shop = new EvidenceShop(contextOf(account), { portfolioId, lotIds: [lotId] }, "verra");
  const id = await shop.buy(7500);
  await shop.record(shop.evidence(2000, 4000), shop.evidence(20_000, 22_000));
  await shop.request(10_000, 12_000);
  const cut = (atKg: number) =>
    write((ctx) => cutLots(ctx, { mode, cuts: [{ lotId, atKg: [atKg] }] }));
  for (const atKg of [7000, 7500, 8500, 11_000, 21_000]) {
    await expect(cut(atKg)).rejects.toMatchObject({ code: "conflict" });
  }
  const pieces = (await cut(9000)).get(lotId);
  expect(pieces).toMatchObject([
    { id: lotId, startKg: 0, endKg: 9000 },
    { startKg: 9000, endKg: 40_000 },
  ]);
  const moved = await prisma.creditLot.findFirstOrThrow({ where: { id: pieces?.[1]?.id ?? "" } });
  expect(moved).toMatchObject({
    parentLotId: lotId,
    rootLotId: lotId,
    registryRetiredKg: 2000n,
    evidenceEndKg: 13_000n,
    requestedKg: 2000n,
    requestEndKg: 3000n,
  });
  expect(await shop.counters()).toEqual([2000, 4000, 0, 0]);
  expect((await prisma.retirement.findFirstOrThrow({ where: { orderId: id } })).lotQuantityKg).toBe(
    9000n,
  );
  // The next order takes the untouched tonne of the first piece, then one of the second.
  const next = await shop.buy(2000);
  const parts = await prisma.retirement.findMany({ where: { orderId: next } });
  expect(parts.map((part) => [part.lotId, Number(part.lotEndKg)]).sort()).toEqual(
    [
      [`${lotId}_9-9`, 1000],
      [moved.id, 1000],
    ].sort(),
  );
  expect(await checkLedger(systemContext())).toEqual([]);
});
