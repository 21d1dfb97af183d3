import { expect, test } from "vitest";
import { plannedChanges, type Report } from "./choice";

const lot = (id: string, projectId: string, kg: number) => ({
  ...{ id, projectId, kg, place: null, vintageYear: 2024, serialNumberRange: id },
});

const none = { created: [], changed: [], removed: [] };
const unchanged = { ...none, createdCount: 0, changedCount: 0, removedCount: 0 };

const report: Report = {
  projects: { ...unchanged, created: ["New", "Left out"], createdCount: 2 },
  categories: unchanged,
  portfolios: unchanged,
  factors: unchanged,
  prices: [],
  defaultPortfolio: null,
  lots: { before: 10, after: 14 },
  kg: { before: 1000, after: 1100 },
  refused: [],
  refusedCount: 0,
  notes: [],
  newLots: {
    rows: [lot("a", "new", 40), lot("b", "new", 30), lot("c", "out", 20), lot("d", "old", 10)],
    count: 4,
    projects: [
      { id: "new", name: "New", lots: 2, kg: 70, sale: "for_sale", isNew: true },
      { id: "out", name: "Left out", lots: 1, kg: 20, sale: "for_sale", isNew: true },
      { id: "old", name: "Old", lots: 1, kg: 10, sale: "for_sale", isNew: false },
    ],
    kg: 100,
    forSaleKg: 100,
  },
};

const plan = (...excluded: string[]) => plannedChanges(report, { excluded: new Set(excluded) });

test("plans the whole import while every lot is chosen", () => {
  expect(plan()).toEqual({ lots: report.lots, kg: report.kg, projects: report.projects });
});

test("plans neither lots that are left out nor projects that only they would create", () => {
  expect(plan("b", "c", "d")).toMatchObject({
    lots: { before: 10, after: 11 },
    kg: { before: 1000, after: 1040 },
    projects: { created: ["New"], createdCount: 1 },
  });
});
