import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mechanisms, sinks } from "#domain/catalogue";
import { adjustments } from "#domain/inventory";
import {
  groupInYear,
  type SummaryPart,
  type SummaryProject,
  summarizeYear,
  yearGroups,
} from "./summary-rules";

const YEAR = 2026;
const orNull = <Value>(values: readonly Value[]) => fc.constantFrom<Value | null>(null, ...values);
const years = fc.integer({ min: 2024, max: 2028 });

const parts: fc.Arbitrary<SummaryPart> = fc.record({
  kg: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 10 ** 12 })),
  projectId: fc.constantFrom("a", "b", "c", "d"),
  registry: fc.constantFrom("verra", "gold-standard", "some-registry"),
  labels: fc.array(fc.constantFrom("CCP", "CORSIA", "Abatable"), { maxLength: 3 }),
  adjustment: orNull(adjustments),
  status: fc.constantFrom("pending", "requested", "retired", "disputed", "unreported"),
  allocatedYear: years,
  retiredYear: fc.option(years),
});
const catalogues = fc
  .array(
    fc.record({
      countryCode: orNull(["LV", "GN", "US"]),
      mechanism: orNull(mechanisms),
      sink: orNull(sinks),
    }),
    { minLength: 3, maxLength: 3 },
  )
  // Of project "d", nothing is known.
  .map((list) => new Map(list.map((project, index) => ["abc"[index] ?? "", project])));

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe("a year's summary", () => {
  it("counts each kg of the year once, in every table and among the projects", () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), catalogues, (list, projects) => {
        const summary = summarizeYear(list, { year: YEAR, projects });
        for (const group of yearGroups) {
          const own = list.filter((part) => groupInYear(part, YEAR) === group);
          expect(summary.kg[group]).toBe(sum(own.map(({ kg }) => kg)));
          expect(sum(summary.projects.map((line) => line[group]))).toBe(summary.kg[group]);
        }
        for (const { shares } of summary.tables) {
          expect(sum(shares.map(({ kg }) => kg))).toBe(summary.kg.retired);
          expect(new Set(shares.map(({ label }) => label)).size).toBe(shares.length);
        }
      }),
    );
  });

  it("has the same share for the same kg in all tables, within half a tenth of a percent of the truth", () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), catalogues, (list, projects) => {
        const { kg, tables } = summarizeYear(list, { year: YEAR, projects });
        const shares = tables.flatMap((table) => table.shares);
        for (const share of shares) {
          const truth = kg.retired === 0 ? 0 : (1000 * share.kg) / kg.retired;
          expect(Math.abs(share.permille - truth)).toBeLessThanOrEqual(0.5);
          const same = shares.filter((other) => other.kg === share.kg);
          expect(new Set(same.map(({ permille }) => permille)).size).toBe(1);
        }
      }),
    );
  });

  it("does not depend on how the kg are split into parts, or on their order", () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 10 }), catalogues, (list, projects) => {
        const halves = list.flatMap((part) => {
          const half = Math.floor(part.kg / 2);
          return [
            { ...part, kg: part.kg - half },
            { ...part, kg: half },
          ];
        });
        const tablesOf = (some: SummaryPart[]) =>
          summarizeYear(some, { year: YEAR, projects }).tables.map(({ id, shares }) => ({
            id,
            shares: shares.toSorted((a, b) => a.label.localeCompare(b.label)),
          }));
        expect(tablesOf(halves.reverse())).toEqual(tablesOf(list));
      }),
    );
  });

  it("reports each kg as retired in one year only", () => {
    fc.assert(
      fc.property(parts, (part) => {
        const retired = [2024, 2025, 2026, 2027, 2028].filter(
          (year) => groupInYear(part, year) === "retired",
        );
        const isRetired = part.status === "retired" && part.retiredYear !== null;
        expect(retired).toEqual(isRetired ? [part.retiredYear] : []);
      }),
    );
  });

  it("has a row for what is not stated, and guesses nothing", () => {
    const project: SummaryProject = { countryCode: null, mechanism: null, sink: null };
    const part: SummaryPart = {
      kg: 1500,
      projectId: "a",
      registry: "verra",
      labels: [],
      adjustment: null,
      status: "retired",
      allocatedYear: 2025,
      retiredYear: YEAR,
    };
    const { tables } = summarizeYear([part], { year: YEAR, projects: new Map([["a", project]]) });
    const stated = tables.flatMap(({ id, shares }) =>
      shares.filter(({ kg }) => kg > 0).map(({ label }) => `${id}: ${label}`),
    );
    expect(stated).toEqual([
      "mechanism: Not stated",
      "sink: Not stated",
      "standard: Verra",
      "label: Not stated",
      "eu: Not stated",
      "adjustment: Not stated",
    ]);
  });
});

describe("an allocation", () => {
  const part = { kg: 1, projectId: "a", registry: "verra", labels: [], adjustment: null } as const;

  it.each([
    ["pending", 2026, null, 2026, "planned"],
    ["requested", 2025, null, 2026, "planned"],
    ["disputed", 2025, null, 2026, "disputed"],
    ["unreported", 2024, null, 2026, "unreported"],
    ["retired", 2025, 2026, 2026, "retired"],
    // At the end of 2025 it was still to be retired.
    ["retired", 2025, 2026, 2025, "planned"],
    ["retired", 2025, 2026, 2027, null],
    // Left over in a tonne that was retired before the sale.
    ["retired", 2027, 2026, 2026, "retired"],
    ["pending", 2027, null, 2026, null],
  ] as const)(
    "%s, of %i, retired in %j: in the report of %i %j",
    (status, from, to, year, group) => {
      expect(groupInYear({ ...part, status, allocatedYear: from, retiredYear: to }, year)).toBe(
        group,
      );
    },
  );
});
