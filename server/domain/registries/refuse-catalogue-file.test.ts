import { describe, expect, test } from "vitest";
import { errorsOf, importedRows, makeFile } from "#testing/catalogue-file";
import { importFile } from "#testing/factories";

/** A file with every kind of fault, except in lots. */
const faulty = {
  mode: "test",
  surprise: true,
  projects: [
    { id: "x1", name: "X" },
    { id: "x1", name: "again" },
    { id: 7, color: "red" },
  ],
  project_categories: [
    {
      id: "c1",
      name: "C",
      api_price_per_kg_usd_cents: 0,
      checkout_price_per_kg_usd_cents: 1,
      projects: [],
    },
    {
      id: "c2",
      name: "C",
      api_price_per_kg_usd_cents: 1,
      checkout_price_per_kg_usd_cents: 1,
      projects: [{ project_id: "nowhere" }, { project_id: "x1" }, { project_id: "x1" }],
    },
  ],
  portfolios: [
    {
      id: "p1",
      name: "P",
      category_allocations: [{ category_id: "c2", allocated_fraction: 0.999999 }],
    },
    {
      id: "p2",
      name: "P",
      category_allocations: [{ category_id: "c9", allocated_fraction: 1 }],
    },
    {
      id: "p3",
      name: "P",
      category_allocations: [{ category_id: "c1", allocated_fraction: 1 / 3 }],
    },
  ],
  default_portfolio_id: "p9",
  emission_factors: [
    {
      activity: "train",
      unit: "passenger_km",
      kg_co2e_per_unit: 1,
      source: "s",
      edition: "e",
      from_distance_km: 5,
    },
  ],
};

/** Lots with a fault each, next to one that is in stock. */
const faultyLots = (lot: object | undefined) => [
  { ...lot, id: "l1", quantity_kg: -5 },
  { ...lot, id: "l2", project_id: "p_unknown", serial_number_range: "OTHER-1-425" },
  { ...lot, vintage_year: 1999 },
  { ...lot, id: "l4" },
  {
    ...lot,
    id: "l5",
    serial_number_range: "7-1-9-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1",
  },
  { ...lot, id: "l6", serial_number_range: "OTHER-400-824" },
];

describe("a file with faults", () => {
  test("is rejected completely, with every fault by path", async () => {
    const { file, tag } = makeFile();
    await importFile(file);
    const before = await importedRows();
    const [lot] = file.credit_lots;
    const errors = await errorsOf(importFile({ ...faulty, credit_lots: faultyLots(lot) }));
    expect(errors).toMatchObject({
      surprise: ["is not a known key"],
      "projects[1].id": ['"x1" occurs twice'],
      "projects[2].id": [expect.stringContaining("expected string")],
      "projects[2].name": ["is required"],
      "projects[2].color": ["is not a known key"],
      "project_categories[0].api_price_per_kg_usd_cents": [expect.any(String)],
      "project_categories[1].projects[0].project_id": ['there is no project "nowhere"'],
      "project_categories[1].projects[2].project_id": ['project "x1" occurs twice'],
      "portfolios[0].category_allocations": ["the fractions sum to 0.999999, not exactly 1"],
      "portfolios[1].category_allocations[0].category_id": ['there is no project category "c9"'],
      "portfolios[2].category_allocations[0].allocated_fraction": [
        "must have at most six decimals",
      ],
      default_portfolio_id: ['there is no portfolio "p9"'],
      "credit_lots[0].quantity_kg": [expect.any(String)],
      "credit_lots[1].project_id": ['there is no project "p_unknown"'],
      "credit_lots[2].vintage_year": [expect.stringContaining("a lot cannot change")],
      "credit_lots[3].serial_number_range": expect.arrayContaining([
        `shares serials with lot "lot_${tag}_a", which is in stock`,
      ]),
      "credit_lots[4].serial_number_range": [expect.stringContaining("counts 9 serials")],
      "credit_lots[5].serial_number_range": ['shares serials with lot "l2" of the same file'],
      "emission_factors[0]": ["no factor of train is from 0 km on"],
    });
    expect(Object.keys(errors)).toHaveLength(19);
    expect(await importedRows()).toEqual(before);
  });

  test("an emission factor with another unit than its activity's is rejected", async () => {
    const factor = { kg_co2e_per_unit: 0.1, source: "S", edition: "1" };
    const errors = await errorsOf(
      importFile({
        mode: "test",
        emission_factors: [
          { ...factor, activity: "train", unit: "passenger_mile" },
          { ...factor, activity: "coach_bus", unit: "passenger_km" },
          { ...factor, activity: "horse", unit: "passenger_km" },
        ],
      }),
    );
    expect(errors).toEqual({
      "emission_factors[0].unit": ["must be passenger_km for train"],
      "emission_factors[1].unit": ["must be vehicle_km for coach_bus"],
      "emission_factors[2].activity": [expect.any(String)],
    });
  });

  test.each([null, 3, "text", [], { projects: {} }, { mode: "prod" }, { projects: [null, 3] }])(
    "is rejected if it is no catalogue: %j",
    async (file) => {
      expect(Object.keys(await errorsOf(importFile(file))).length).toBeGreaterThan(0);
    },
  );

  test.each([
    ["quantity_kg", { quantity_kg: 426_000, serial_number_range: "now-1-426" }],
    ["project_id", {}],
    ["vintage_year", { vintage_year: 2020 }],
    ["serial_number_range", { serial_number_range: "now-1-425" }],
  ])("cannot change the %s of an existing lot", async (field, change) => {
    const { file, tag } = makeFile();
    await importFile(file);
    const [lot] = file.credit_lots;
    const changed = {
      ...lot,
      ...(field === "project_id" && { project_id: `prj_${tag}_b` }),
      ...change,
    };
    const errors = await errorsOf(importFile({ mode: "test", credit_lots: [changed] }));
    expect(Object.keys(errors)).toContain(`credit_lots[0].${field}`);
  });

  test("text that PostgreSQL cannot store is rejected by field name", async () => {
    expect(
      await errorsOf(
        importFile({
          projects: [
            { id: "nul", name: "a\0b" },
            { id: "half", name: "\ud800" },
          ],
        }),
      ),
    ).toMatchObject({
      "projects[0].name": [expect.any(String)],
      "projects[1].name": [expect.any(String)],
    });
  });

  test("serials of an existing lot cannot be imported under another id", async () => {
    const { file, tag } = makeFile();
    await importFile(file);
    const lot = (serial: string, quantityKg: number) => ({
      ...file.credit_lots[0],
      id: `lot_${tag}_new`,
      serial_number_range: serial,
      quantity_kg: quantityKg,
    });
    for (const [first, last] of [
      [1, 1],
      [425, 425],
      [100, 200],
      [425, 1000],
      [0, 1],
      [0, 9999],
    ] as const) {
      const errors = await errorsOf(
        importFile({
          mode: "test",
          credit_lots: [lot(`${tag}-${first}-${last}`, (last - first + 1) * 1000)],
        }),
      );
      expect(Object.keys(errors)).toEqual(["credit_lots[0].serial_number_range"]);
    }
    const free = { mode: "test", credit_lots: [lot(`${tag}-426-430`, 5000)] };
    expect((await importFile(free)).counts.credit_lots.created).toBe(1);
  });
});

test("thousands of lots are imported together", async () => {
  const { file, tag } = makeFile();
  await importFile(file);
  const lots = Array.from({ length: 12_000 }, (_, index) => ({
    id: `lot_${tag}_${index}`,
    project_id: `prj_${tag}_a`,
    vintage_year: 2020,
    quantity_kg: 5000,
    serial_number_range: `many-${tag}-${index * 5 + 1}-${index * 5 + 5}`,
  }));
  const report = await importFile({ mode: "test", credit_lots: lots });
  expect(report.counts.credit_lots).toMatchObject({ created: 12_000, updated: 0, unchanged: 0 });
  const faulty = [...lots, { ...lots[0], id: "one_more" }];
  expect(Object.keys(await errorsOf(importFile({ mode: "test", credit_lots: faulty })))).toEqual([
    "credit_lots[12000].serial_number_range",
  ]);
});
