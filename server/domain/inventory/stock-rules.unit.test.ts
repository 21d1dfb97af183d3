import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  rateSince,
  runsOut,
  type StockOrder,
  type StockPart,
  sortStock,
  stockByProject,
} from "./stock-rules";

const DAY_MS = 86_400_000;

const parts = fc.uniqueArray(
  fc
    .record({
      projectId: fc.constantFrom("p1", "p2", "p3", "p4"),
      vintageYear: fc.integer({ min: 2018, max: 2022 }),
      lots: fc.integer({ min: 1, max: 9 }),
      retiredKg: fc.nat(500),
      openKg: fc.nat(3),
      offSaleKg: fc.nat(500),
      lateKg: fc.nat(2),
    })
    .map(
      ({ openKg, ...part }): StockPart => ({
        ...part,
        projectName: { p1: "Beta", p2: "Alpha", p3: "Alpha", p4: "Delta" }[part.projectId] ?? "",
        quantityKg: part.retiredKg + part.offSaleKg + openKg * 1000,
      }),
    ),
  { maxLength: 12, selector: (it) => `${it.projectId} ${it.vintageYear}` },
);

it("the rate is of 30 whole days in UTC, the last of them today", () => {
  expect(rateSince(new Date("2026-03-31T00:00:00Z"))).toEqual(new Date("2026-03-02T00:00:00Z"));
  expect(rateSince(new Date("2026-03-31T23:59:59Z"))).toEqual(new Date("2026-03-02T00:00:00Z"));
});

describe("the stock of a project", () => {
  it("sums its vintages, and does not count lots off sale as left", () => {
    fc.assert(
      fc.property(parts, (all) => {
        const stock = stockByProject(all);
        expect(stock.map(({ projectId }) => projectId)).toEqual([
          ...new Set(all.map(({ projectId }) => projectId)),
        ]);
        for (const project of stock) {
          const own = all.filter((part) => part.projectId === project.projectId);
          const sum = (kg: (part: StockPart) => number) => own.map(kg).reduce((a, b) => a + b, 0);
          const lateKg = sum((part) => part.lateKg);
          expect(project).toMatchObject({
            projectName: own[0]?.projectName,
            quantityKg: sum((part) => part.quantityKg),
            retiredKg: sum((part) => part.retiredKg),
            leftKg: sum((part) => part.quantityKg - part.retiredKg - part.offSaleKg),
            vintages: own.map((part) => ({
              year: part.vintageYear,
              quantityKg: part.quantityKg,
              retiredKg: part.retiredKg,
              leftKg: part.quantityKg - part.retiredKg - part.offSaleKg,
            })),
          });
          expect(project.perDayKg * 30).toBeCloseTo(lateKg);
          if (lateKg === 0) expect(project.daysLeft).toBeNull();
          else expect(project.daysLeft).toBe(Math.floor(project.leftKg / (lateKg / 30)));
        }
      }),
    );
  });

  it("runs out if nothing is left, or less than the given days", () => {
    const stock = { ...stockByProject([]), ...{} };
    expect(stock).toEqual({});
    const project = (leftKg: number, daysLeft: number | null) => ({
      projectId: "p",
      projectName: "P",
      vintages: [],
      quantityKg: 9000,
      retiredKg: 9000 - leftKg,
      leftKg,
      perDayKg: 1,
      daysLeft,
    });
    expect(runsOut(project(0, null), 30)).toBe(true);
    expect(runsOut(project(1, null), 30)).toBe(false);
    expect(runsOut(project(1, 29), 30)).toBe(true);
    expect(runsOut(project(1, 30), 30)).toBe(false);
    expect(runsOut(project(1, 31), 30)).toBe(false);
  });
});

describe("the list of the stock", () => {
  const values = {
    name: ({ projectName }) => projectName,
    left: ({ leftKg }) => leftKg,
    rate: ({ perDayKg }) => perDayKg,
    days: ({ daysLeft }) => daysLeft ?? Number.POSITIVE_INFINITY,
  } satisfies Record<StockOrder, (it: ReturnType<typeof stockByProject>[number]) => unknown>;

  it("sorts up or down, and by id among equals either way", () => {
    const orders = fc.constantFrom(...(Object.keys(values) as StockOrder[]));
    fc.assert(
      fc.property(parts, orders, fc.boolean(), (all, by, isDown) => {
        const stock = stockByProject(all);
        const sorted = sortStock(stock, by, isDown);
        expect(sorted.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1))).toEqual(
          stock.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1)),
        );
        for (const [index, next] of sorted.slice(1).entries()) {
          const one = sorted[index];
          if (!one) throw new Error("a place is missing");
          const [a, b] = [values[by](one), values[by](next)];
          if (a === b) expect(one.projectId < next.projectId).toBe(true);
          else expect(isDown ? a > b : a < b).toBe(true);
        }
      }),
    );
  });

  it("the first day is 29 days before today", () => {
    const now = new Date("2026-11-22T10:00:00Z");
    expect((now.getTime() - rateSince(now).getTime()) / DAY_MS).toBeCloseTo(29 + 10 / 24);
  });
});
