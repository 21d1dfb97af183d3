import { describe, expect, test } from "vitest";
import { makeFile } from "#testing/catalogue-file";
import { importFile } from "#testing/factories";
import { reportChanges } from "./import-report";

const unchanged = {
  created: [],
  changed: [],
  removed: [],
  createdCount: 0,
  changedCount: 0,
  removedCount: 0,
};
const nothing = {
  projects: unchanged,
  categories: unchanged,
  portfolios: unchanged,
  factors: unchanged,
  prices: [],
  translations: [],
  defaultPortfolio: null,
};

const importChanges = async (file: object) => reportChanges((await importFile(file)).changes);

const factor = (activity: string, from_distance_km: number) => ({
  ...{ activity, from_distance_km, unit: "passenger_km", kg_co2e_per_unit: 0.1 },
  ...{ source: "DESNZ", edition: "2025" },
});

describe("the changes of an import", () => {
  test("are empty if nothing differs, and if entries only change their order", async () => {
    const { file } = makeFile();
    await importFile(file);
    expect(await importChanges(structuredClone(file))).toEqual(nothing);
    const reversed = { ...file, projects: file.projects.toReversed() };
    const { changes, counts } = await importFile(reversed);
    expect(reportChanges(changes)).toEqual(nothing);
    expect(counts.projects).toMatchObject({ updated: 2 });
    expect((await importFile(reversed)).counts.projects).toMatchObject({ unchanged: 2 });
  });

  test("name each new, changed or removed entry, by its current name", async () => {
    const { file, tag } = makeFile();
    const steps = [factor("flight", 0), factor("flight", 500), factor("flight", 700)];
    await importFile({ ...file, emission_factors: steps });
    const [first, second] = file.projects;
    const [one, two] = file.project_categories;
    const added = { id: `prj_${tag}_c`, name: "C" };
    const changes = await importChanges({
      mode: "test",
      projects: [added, { ...first, name: "A, renamed" }, second],
      project_categories: [{ ...one, projects: one?.projects.slice(0, 1) }, two],
      portfolios: [
        { ...file.portfolios[0], summary: "All" },
        { ...file.portfolios[0], id: `pf_${tag}_2`, name: "Another" },
      ],
      emission_factors: [
        { ...factor("flight", 0), edition: "2026" },
        factor("flight", 500),
        factor("flight", 900.5),
      ],
    });
    const list = (created: string[], changed: string[], removed: string[] = []) => ({
      ...{ created, changed, removed },
      createdCount: created.length,
      changedCount: changed.length,
      removedCount: removed.length,
    });
    expect(changes).toEqual({
      ...nothing,
      projects: list(["C"], ["A, renamed"]),
      categories: list([], ["One"]),
      portfolios: list(["Another"], ["Portfolio"]),
      factors: list(["flight from 900.5 km"], ["flight from 0 km"], ["flight from 700 km"]),
    });
  });

  test("list each changed price of an existing entry, by channel, and a new default", async () => {
    const { file, tag } = makeFile();
    await importFile({ ...file, default_portfolio_id: `pf_${tag}` });
    const [one] = file.project_categories;
    const [portfolio] = file.portfolios;
    const changes = await importChanges({
      mode: "test",
      project_categories: [{ ...one, checkout_price_per_kg_usd_cents: 4 }],
      portfolios: [
        { ...portfolio, api_price_per_kg_usd_cents: 9 },
        { ...portfolio, id: `pf_${tag}_2`, name: "Another", api_price_per_kg_usd_cents: 3 },
      ],
      default_portfolio_id: `pf_${tag}_2`,
    });
    const unit = { unit: "tonne", currency: "usd" };
    expect(changes.prices).toEqual([
      {
        ...{ of: "category", name: "One", channel: "checkout", ...unit },
        ...{ amountBefore: 3000, amountAfter: 4000 },
      },
      {
        ...{ of: "portfolio", name: "Portfolio", channel: "api", ...unit },
        ...{ amountBefore: null, amountAfter: 9000 },
      },
    ]);
    expect(changes.defaultPortfolio).toEqual({ before: "Portfolio", after: "Another" });
  });

  test("count new, changed and removed translations by language, not as changed entries", async () => {
    const { file } = makeFile();
    const [first, second] = file.projects;
    const [portfolio] = file.portfolios;
    await importFile({
      ...file,
      projects: [{ ...first, translations: { de: { name: "x" }, fr: { name: "x" } } }, second],
      portfolios: [{ ...portfolio, translations: { de: { name: "x" } } }],
    });
    const changes = await importChanges({
      mode: "test",
      projects: [
        { ...first, translations: { de: { name: "y" } } },
        { ...second, translations: { de: { name: "x" } } },
      ],
      portfolios: [{ ...portfolio, translations: { de: { name: "x" } } }],
    });
    expect(changes).toEqual({
      ...nothing,
      translations: [
        { language: "de", created: 1, changed: 1, removed: 0 },
        { language: "fr", created: 0, changed: 0, removed: 1 },
      ],
    });
  });

  test("name at most 100 of each kind, and count all", () => {
    const created = Array.from({ length: 101 }, (_, id) => `n${id}`);
    const { projects } = reportChanges({ projects: { created, changed: [], removed: [] } });
    expect(projects.created).toEqual(created.slice(0, 100));
    expect(projects.createdCount).toBe(101);
  });
});
