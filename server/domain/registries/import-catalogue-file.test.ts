import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { database } from "#core/db";
import { listPortfolios, listProjects } from "#domain/catalogue";
import { checkLedger } from "#domain/diagnostics";
import { errorsOf, importedRows, makeFile } from "#testing/catalogue-file";
import { contextOf, importFile, makeAccount, systemContext } from "#testing/factories";

async function stockVersion(mode = "test"): Promise<number> {
  const row = await database().prisma.catalogue.findUniqueOrThrow({ where: { mode } });
  return Number(row.stockVersion);
}

const none = { created: 0, updated: 0, unchanged: 0 };

describe("a valid file", () => {
  test("is imported completely, and a second time writes nothing", async () => {
    const { file } = makeFile();
    const before = await stockVersion();
    const report = await importFile(file);
    expect(report).toMatchObject({ mode: "test", changed: true });
    expect(report.counts).toMatchObject({
      projects: { ...none, created: 2 },
      project_categories: { ...none, created: 2 },
      portfolios: { ...none, created: 1 },
      credit_lots: { ...none, created: 2 },
      emission_factors: { ...none, created: 1 },
    });
    expect(await stockVersion()).toBe(before + 1);
    const written = await importedRows();
    const again = await importFile(structuredClone(file));
    expect(again.changed).toBe(false);
    expect(again.counts.credit_lots).toMatchObject({ ...none, unchanged: 2 });
    expect(again.counts.project_categories).toEqual({ ...none, unchanged: 2 });
    expect(await importedRows()).toEqual(written);
    expect(await checkLedger(systemContext())).toEqual([]);
  });

  test("updates what differs, and bumps the stock version only for lots and shares", async () => {
    const { file, tag } = makeFile();
    await importFile(file);
    const before = await stockVersion();
    const [a] = file.projects;
    const renamed = await importFile({ mode: "test", projects: [{ ...a, name: "Renamed" }] });
    expect(renamed.counts.projects).toEqual({ ...none, updated: 1 });
    const [portfolio] = file.portfolios;
    const dearer = { ...portfolio, api_price_per_kg_usd_cents: 9 };
    await importFile({ mode: "test", portfolios: [dearer] });
    expect(await stockVersion()).toBe(before);

    const [one, two] = file.project_categories;
    const reweighed = { ...one, projects: [{ project_id: `prj_${tag}_a`, weight: 2 }] };
    const counts = await importFile({ mode: "test", project_categories: [reweighed, two] });
    expect(counts.counts.project_categories).toEqual({ ...none, updated: 1, unchanged: 1 });
    expect(await stockVersion()).toBe(before + 1);
    const members = await database().prisma.categoryProject.findMany({
      where: { categoryId: `cat_${tag}_1` },
    });
    expect(members.map((row) => [row.projectId, row.weightMillionths])).toEqual([
      [`prj_${tag}_a`, 2_000_000n],
    ]);

    const allocated = [
      { category_id: `cat_${tag}_2`, allocated_fraction: 0.9 },
      { category_id: `cat_${tag}_1`, allocated_fraction: 0.1 },
    ];
    await importFile({
      mode: "test",
      portfolios: [{ ...dearer, category_allocations: allocated }],
    });
    expect(await stockVersion()).toBe(before + 2);
    const parts = await database().prisma.portfolioAllocation.findMany({
      where: { portfolioId: `pf_${tag}` },
      orderBy: { startMillionths: "asc" },
    });
    expect(parts.map((row) => [row.categoryId, row.startMillionths, row.endMillionths])).toEqual([
      [`cat_${tag}_2`, 0, 900_000],
      [`cat_${tag}_1`, 900_000, 1_000_000],
    ]);
  });

  test("may change a lot's retirement URL, and nothing else of it", async () => {
    const { file } = makeFile();
    await importFile(file);
    const [, lot] = file.credit_lots;
    const linked = { ...lot, retirement_url: "https://registry.example/r" };
    const report = await importFile({ mode: "test", credit_lots: [linked] });
    expect(report.counts.credit_lots).toMatchObject({ ...none, updated: 1 });
  });

  test("keeps live and test apart", async () => {
    const { file } = makeFile();
    const before = await stockVersion("test");
    await importFile({ ...file, mode: "live" });
    expect(await stockVersion("test")).toBe(before);
    const report = await importFile(file);
    expect(report.counts.projects.created).toBe(2);
  });

  test("sorts lists as in the file, without changing other rows", async () => {
    const { account } = await makeAccount("write", "live");
    const entry = (id: string) => ({ id, name: id });
    await importFile({ mode: "live", projects: ["o1", "o2", "o3"].map(entry) });
    await importFile({ mode: "live", projects: ["o3", "o4", "o2"].map(entry) });
    const rows = await listProjects(contextOf(account));
    const ids = rows.map(({ id }) => id).filter((id) => /^o\d$/.test(id));
    expect(ids).toEqual(["o1", "o3", "o4", "o2"]);
    const first = rows.find(({ id }) => id === "o1");
    expect(first?.updatedAt).toEqual(first?.createdAt);
  });

  test("keeps the color of each category, whatever is added, removed or moved", async () => {
    const { file } = makeFile();
    const [one, two] = file.project_categories;
    await importFile(file);
    const colorsOf = async () => {
      const rows = await database().prisma.projectCategory.findMany({ where: { mode: "test" } });
      return new Map(rows.map(({ id, color }) => [id, color]));
    };
    const before = await colorsOf();
    expect(before.get(one?.id ?? "")).not.toBe(before.get(two?.id ?? ""));
    const fresh = { ...one, id: `${one?.id}_new` };
    await importFile({ mode: "test", project_categories: [fresh, two, one] });
    const renamed = { ...two, name: "Other", projects: [] };
    await importFile({ mode: "test", project_categories: [renamed, one] });
    const after = await colorsOf();
    expect(after.get(fresh.id)).toBeGreaterThan(0);
    expect(before.has(fresh.id)).toBe(false);
    for (const [id, color] of before) expect([id, after.get(id)]).toEqual([id, color]);
  });

  test("replaces all distance steps of the activities in it", async () => {
    const factor = { activity: "flight", unit: "passenger_km", source: "S", edition: "1" };
    const short = { ...factor, kg_co2e_per_unit: 0.13 };
    const long = { ...factor, kg_co2e_per_unit: 0.15, from_distance_km: 3700 };
    await importFile({ mode: "test", emission_factors: [short, long] });
    const later = { ...long, from_distance_km: 4000 };
    const report = await importFile({ mode: "test", emission_factors: [short, later] });
    expect(report.counts.emission_factors).toEqual({ created: 1, updated: 1, unchanged: 1 });
    const steps = await database().prisma.emissionFactor.findMany({
      where: { mode: "test", activity: "flight" },
      orderBy: { fromDistanceKm: "asc" },
    });
    expect(steps.map(({ fromDistanceKm }) => fromDistanceKm)).toEqual([0, 4000]);
  });

  test("sets the default portfolio, to one that is offered to all", async () => {
    const { file, tag } = makeFile();
    const report = await importFile({ ...file, default_portfolio_id: `pf_${tag}` });
    expect(report.changes.defaultPortfolio).not.toBeNull();
    const again = await importFile({ mode: "test", default_portfolio_id: `pf_${tag}` });
    expect(again).toMatchObject({ changes: { defaultPortfolio: null }, changed: false });
    const { account } = await makeAccount();
    await database().prisma.portfolio.update({
      where: { mode_id: { mode: "test", id: `pf_${tag}` } },
      data: { accountId: account.id },
    });
    expect(await errorsOf(importFile({ mode: "test", default_portfolio_id: `pf_${tag}` }))).toEqual(
      {
        default_portfolio_id: [`"pf_${tag}" is an account's own portfolio`],
      },
    );
  });
});

test("two concurrent imports of one file: one writes it, the other changes nothing", async () => {
  const { file } = makeFile();
  const before = await stockVersion();
  const reports = await Promise.all([importFile(file), importFile(file), importFile(file)]);
  const created = reports.map((report) => report.counts.credit_lots.created);
  expect(created.toSorted()).toEqual([0, 0, 2]);
  expect(await stockVersion()).toBe(before + 1);
});

test("two concurrent imports of overlapping serials: only one succeeds", async () => {
  const { file, tag } = makeFile();
  await importFile(file);
  const lot = (id: string, first: number) => ({
    ...file.credit_lots[0],
    id: `lot_${tag}_${id}`,
    serial_number_range: `${tag}-${first}-${first + 9}`,
    quantity_kg: 10_000,
  });
  const attempts = await Promise.allSettled(
    [1000, 1005].map((first) =>
      importFile({ mode: "test", credit_lots: [lot(`${first}`, first)] }),
    ),
  );
  expect(attempts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await checkLedger(systemContext())).toEqual([]);
});

test("the repository's sandbox catalogue is valid", async () => {
  await importFile(JSON.parse(readFileSync("prisma/sandbox-catalogue.json", "utf8")));
  const { account } = await makeAccount();
  const portfolios = await listPortfolios(contextOf(account));
  expect(portfolios.length).toBeGreaterThanOrEqual(3);
});
