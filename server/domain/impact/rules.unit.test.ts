import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Project } from "#prisma";
import {
  arrange,
  equivalentNames,
  equivalentOf,
  everyMonth,
  firstInstant,
  firstSettings,
  headlineOf,
  lastInstant,
  pageOf,
  readAddress,
  sectionNames,
  vintagesText,
} from "./rules";
import { ImpactPeriod } from "./schema";

describe("equivalents", () => {
  it.each([
    ["cars", 4290, 1],
    ["homes", 7450, 1],
    ["flights", 4069, 10],
    ["trees", 60, 1],
    ["trees", 3, 0.1],
    ["trees", 2, 0],
    ["cars", 1_000_000, 233.1],
    ["homes", 1_000_000, 134.2],
    ["flights", 1_000_000, 2457.6],
    ["trees", 1_000_000, 16_666.7],
  ] as const)("in %s, %i kg are %f", (name, kg, expected) => {
    expect(equivalentOf(name, kg)).toBe(expected);
  });

  it("are rounded to one decimal", () => {
    const tenths = { cars: 42900, homes: 74500, flights: 4069, trees: 600 };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.constantFrom(...equivalentNames),
        (kg, name) => {
          const value = equivalentOf(name, kg);
          expect(String(value)).toMatch(/^\d+(\.\d)?$/);
          const times10 = BigInt(Math.round(value * 10));
          const error = BigInt(kg) * 100n - times10 * BigInt(tenths[name]);
          expect(error <= BigInt(tenths[name]) / 2n && -error <= BigInt(tenths[name]) / 2n).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe("vintages", () => {
  it("are formatted as ranges", () => {
    expect(vintagesText([])).toBe("");
    expect(vintagesText([2020])).toBe("2020");
    expect(vintagesText([2021, 2019, 2023, 2020, 2019])).toBe("2019-2021, 2023");
    expect(vintagesText([2018, 2019])).toBe("2018-2019");
  });

  it("contain exactly the given years, in order, in as few ranges as possible", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1990, max: 2030 })), (years) => {
        const text = vintagesText(years);
        const runs = text === "" ? [] : text.split(", ").map((run) => run.split("-").map(Number));
        const named = runs.flatMap(([first = 0, last = first]) =>
          Array.from({ length: last - first + 1 }, (_, n) => first + n),
        );
        expect(named).toEqual([...new Set(years)].sort((a, b) => a - b));
        for (const [index, [first = 0]] of runs.entries()) {
          const before = runs[index - 1]?.at(-1) ?? -Infinity;
          expect(first).toBeGreaterThan(before + 1);
        }
        expect(runs.every(([first, last]) => first !== last)).toBe(true);
      }),
    );
  });
});

describe("a period", () => {
  const [first, last] = [
    (text: string) => firstInstant(text)?.toISOString(),
    (text: string) => lastInstant(text)?.toISOString(),
  ];

  it("includes whole dates in UTC, and timestamps to the millisecond", () => {
    expect(first("2026-03-01")).toBe("2026-03-01T00:00:00.000Z");
    expect(last("2026-02-28")).toBe("2026-02-28T23:59:59.999Z");
    expect(first("2026-03-01T01:00:00+02:00")).toBe("2026-02-28T23:00:00.000Z");
    expect(last("2026-03-01T01:00:00+02:00")).toBe("2026-02-28T23:00:00.000Z");
    expect(first("2026-03-01T01:00Z")).toBe("2026-03-01T01:00:00.000Z");
    expect(first("2026-03-01T00:00:00.1230001Z")).toBe("2026-03-01T00:00:00.124Z");
    expect(first("2026-03-01T00:00:00.123000Z")).toBe("2026-03-01T00:00:00.123Z");
    expect(last("2026-03-01T00:00:00.1239Z")).toBe("2026-03-01T00:00:00.123Z");
  });

  it("stays within the years of a timestamp", () => {
    expect(first("0000-01-01T00:00:00+14:00")).toBe("0000-01-01T00:00:00.000Z");
    expect(last("9999-12-31T23:59:59-14:00")).toBe("9999-12-31T23:59:59.999Z");
  });

  it.each([
    [{}, true],
    [{ from: "", to: "null" }, true],
    [{ from: "2026-01-31", to: "2026-01-31" }, true],
    [{ from: "2026-01-31T00:00:00Z", to: "2026-01-31T00:00:00Z" }, true],
    [{ from: "2026-01-31T00:00:00 02:00" }, true],
    [{ from: "2026-01-31T10:00:00Z", to: "2026-01-31" }, true],
    [{ from: "2026-02-01", to: "2026-01-31" }, false],
    [{ from: "2026-01-31T10:00:00Z", to: "2026-01-31T10:59:59+01:00" }, false],
    [{ from: "2026-02-29" }, false],
    [{ from: "2026-01-31T00:00:00" }, false],
    [{ to: "yesterday" }, false],
    [{ to: "2026-1-1" }, false],
    [{ to: "1767225600" }, false],
    [{ to: ["2026-01-31", "2026-02-01"] }, false],
    [{ until: "2026-01-31" }, false],
  ])("%j is accepted: %s", (query, isAccepted) => {
    expect(ImpactPeriod.safeParse(query).success).toBe(isAccepted);
  });
});

describe("retirements by category", () => {
  const project = (id: string, type: string) => ({ id, type }) as Project;
  const category = (id: string) => ({ id, name: `Name of ${id}`, description: id, color: 7 });

  it("counts each kg once, and groups a project without a category by its type", () => {
    const retired = [
      { projectId: "a", vintageYear: 2020, kg: 1, registryRetiredKg: 1 },
      { projectId: "a", vintageYear: 2021, kg: 2, registryRetiredKg: 2 },
      { projectId: "b", vintageYear: 2020, kg: 4, registryRetiredKg: 4 },
      { projectId: "c", vintageYear: 2020, kg: 8, registryRetiredKg: 0 },
      { projectId: "d", vintageYear: 2020, kg: 16, registryRetiredKg: 0 },
      { projectId: "e", vintageYear: 2020, kg: 32, registryRetiredKg: 0 },
    ];
    const rows = arrange(retired, [
      { project: project("b", "Soil"), category: category("cat_1") },
      { project: project("a", "Soil"), category: category("cat_1") },
      { project: project("c", "Trees"), category: null },
      { project: project("d", "Trees"), category: null },
      { project: project("e", ""), category: null },
    ]);
    expect(
      rows.map(({ name, kg, projects }) => [
        name,
        kg,
        projects.map((one) => [one.project.id, one.kg, one.vintageYears]),
      ]),
    ).toEqual([
      [
        "Name of cat_1",
        7,
        [
          ["b", 4, [2020]],
          ["a", 3, [2020, 2021]],
        ],
      ],
      [
        "Trees",
        24,
        [
          ["c", 8, [2020]],
          ["d", 16, [2020]],
        ],
      ],
      ["Other projects", 32, [["e", 32, [2020]]]],
    ]);
    expect(rows.map(({ registryRetiredKg }) => registryRetiredKg)).toEqual([7, 0, 0]);
  });
});

describe("the headline", () => {
  it.each([
    [100, 0, { claim: "set_aside", kg: 100, pendingKg: 0 }],
    [100, 30, { claim: "retired", kg: 30, pendingKg: 70 }],
    [100, 100, { claim: "retired", kg: 100, pendingKg: 0 }],
    [0, 0, { claim: "set_aside", kg: 0, pendingKg: 0 }],
  ])(
    "of %i kg, %i of them retired, claims no more than that",
    (kg, registryRetiredKg, expected) => {
      expect(headlineOf({ kg, registryRetiredKg })).toEqual(expected);
    },
  );
});

describe("a page", () => {
  it("is public and complete by default, and listed in live mode only", () => {
    const whole = {
      isEnabled: true,
      equivalents: [...equivalentNames],
      sections: [...sectionNames],
      headline: "own",
    };
    const page = (mode: "live" | "test") => pageOf({ slug: "aero", mode }, null);
    expect(page("live")).toEqual({ slug: "aero", ...whole, isListed: true });
    expect(page("test")).toEqual({ slug: "aero", ...whole, isListed: false });
  });

  it("has the settings in display order", () => {
    const set = {
      enabled: false,
      enabledEquivalents: [...equivalentNames].reverse().slice(1),
      sections: ["projects", "map"],
      listed: true,
      headlinesOthers: true,
    };
    expect(pageOf({ slug: "aero", mode: "live" }, set)).toEqual({
      slug: "aero",
      isEnabled: false,
      equivalents: equivalentNames.slice(0, -1),
      sections: ["map", "projects"],
      isListed: true,
      headline: "for_others",
    });
    const unlisted = { ...firstSettings, listed: false };
    expect(pageOf({ slug: "aero", mode: "live" }, unlisted).isListed).toBe(false);
  });

  it("is of an account or of a subaccount, by its address, and of no one by other texts", () => {
    const id = `sub_${"0z".repeat(13)}`;
    const long = "a".repeat(105);
    expect(["aero-2", long, id, "aero/oslo", `${long}/${long}`].map(readAddress)).toEqual([
      { by: "account", slug: "aero-2" },
      { by: "account", slug: long },
      { by: "id", id },
      { by: "slugs", account: "aero", slug: "oslo" },
      { by: "slugs", account: long, slug: long },
    ]);
    const one = ["", "Aero", "a_b", "a".repeat(106), `x${id}`, `${id}x`, id.slice(0, -1)];
    const two = ["aero/", "/oslo", "aero/Oslo", "aero/card.svg", `aero/${id}`, "aero/oslo/card"];
    for (const text of [...one, ...two]) expect([text, readAddress(text)]).toEqual([text, null]);
  });
});

describe("the months of a timeline", () => {
  const months = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 });
  const startOf = (month: number) => new Date(Date.UTC(2022, month));

  it("are complete from the first to the present or last one", () => {
    fc.assert(
      fc.property(months, fc.integer({ min: 0, max: 60 }), (months, present) => {
        const kgOf = (month: number) => (months.includes(month) ? month + 1 : 0);
        const now = new Date(startOf(present).getTime() + 86_400_000);
        const [first, last] = [Math.min(...months), Math.max(present, ...months)];
        const given = months.map((month) => ({
          startsAt: startOf(month),
          kg: kgOf(month),
          registryRetiredKg: kgOf(month) - (month % 2),
        }));
        expect(everyMonth(given, now)).toEqual(
          Array.from({ length: last - first + 1 }, (_, index) => ({
            startsAt: startOf(first + index),
            kg: kgOf(first + index),
            registryRetiredKg: Math.max(0, kgOf(first + index) - ((first + index) % 2)),
          })),
        );
      }),
    );
  });

  it("are empty without retirements", () => {
    expect(everyMonth([], new Date())).toEqual([]);
  });
});
