// An operator's way from a registry's export to the first sale, without a catalogue file.
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { resolveOffer } from "#domain/catalogue";
import { runJobs } from "#jobs/run-jobs";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { type Dashboard, dashboardOf } from "#testing/procedures";
import type { RouterInput } from "./router";

type Placement = RouterInput["operatorProjects"]["previewPlacement"];
let caller: Dashboard;

beforeAll(async () => {
  caller = await dashboardOf(await makePerson({ isOperator: true }));
});

const HEADER =
  "Issuance Date,Vintage Start,Vintage End,ID,Name,Country/Area,Project Type,Quantity Issued," +
  "Serial Number,Retirement/Cancellation Date,Retirement Beneficiary";

const row = (project: number, first: number, last: number) =>
  `2026-04-03,2020-01-01,2020-12-31,${project},Hills ${project},Ethiopia,Forestry,${last - first + 1},` +
  `77${project}-${first}-${last}-VCS-VCU-1507-VER-ET-14-${project}-01012020-31122020-0,,`;

const lotId = async (project: number, index: number) => {
  const lots = await database().prisma.creditLot.findMany({
    where: { projectId: `prj_verra_${project}` },
    orderBy: { serialFirst: "asc" },
  });
  return lots[index]?.id ?? "";
};

async function preview(project: number) {
  const text = `${[HEADER, row(project, 1, 10), row(project, 11, 30), row(project + 1, 1, 5)].join("\n")}\n`;
  const files = [{ name: "export.csv", text }];
  const { id } = await caller.operatorImports.create({ kind: "verra", files });
  await runJobs(systemContext());
  const { report } = await caller.operatorImports.get({ id });
  const newLots = report?.import?.newLots;
  if (!newLots) throw new Error("the preview lists no new lots");
  return { id, newLots };
}

describe("a registry's export", () => {
  it("is imported by chosen rows at their costs, and says what is not for sale", async () => {
    const { id, newLots } = await preview(910);
    expect(newLots).toMatchObject({ count: 3, kg: 35_000, forSaleKg: 0 });
    const unsold = { sale: "in_no_category", isNew: true };
    expect(newLots.projects).toEqual([
      { id: "prj_verra_910", name: "Hills 910", lots: 2, kg: 30_000, ...unsold },
      { id: "prj_verra_911", name: "Hills 911", lots: 1, kg: 5000, ...unsold },
    ]);
    const [first, second] = newLots.rows;
    expect(first).toMatchObject({ place: "export.csv, line 2", kg: 10_000, vintageYear: 2020 });
    const costs = { currency: "eur", default: 700, by_lot: { [second?.id ?? ""]: 900 } };
    const include = [first?.id ?? "", second?.id ?? ""];
    const chosen = { include, cost_per_tonne: costs };
    await caller.operatorImports.start({ id, chosen });
    await runJobs(systemContext());
    const lots = await database().prisma.creditLot.findMany({
      where: { projectId: { in: ["prj_verra_910", "prj_verra_911"] } },
      orderBy: { serialFirst: "asc" },
    });
    expect(lots.map((lot) => [lot.quantityKg, lot.costPerTonne, lot.costCurrency])).toEqual([
      [10_000n, 700, "eur"],
      [20_000n, 900, "eur"],
    ]);
    expect(await database().prisma.project.count({ where: { id: "prj_verra_911" } })).toBe(0);
    const { data } = await caller.operatorImports.list({});
    expect(data.find((job) => job.id === id)?.report?.import).not.toHaveProperty("newLots");
  });

  it("is not imported by a choice of lots that its preview does not list", async () => {
    const { id } = await preview(920);
    const costs = { currency: "eur", default: null, by_lot: {} };
    const chosen = { include: ["lot_of_another"], cost_per_tonne: costs };
    await expect(caller.operatorImports.start({ id, chosen })).rejects.toMatchObject({
      cause: { errors: { chosen: [expect.stringContaining("lot_of_another")] } },
    });
  });
});

const newPlaces = {
  category: {
    name: "Forests",
    currency: "usd",
    api_price_per_tonne: 2500,
    checkout_price_per_tonne: 3000,
  },
  portfolio: { name: "All forests" },
};

async function place(placement: Placement) {
  const { revision, ...preview } = await caller.operatorProjects.previewPlacement(placement);
  return { preview, ...(await caller.operatorProjects.place({ ...placement, revision })) };
}

describe("a project", () => {
  it("is put on sale into a new category and portfolio, and its credits are sold", async () => {
    const { id } = await preview(930);
    await caller.operatorImports.start({ id });
    await runJobs(systemContext());
    const placed = await place({ project_id: "prj_verra_930", weight: 1, ...newPlaces });
    expect(placed.preview).toMatchObject({
      category: { isNew: true, shares: [{ name: "Hills 930", before: 0, after: 1 }] },
      portfolio: {
        isNew: true,
        prices: [
          { currency: "usd", api: { before: null, after: 2500 }, checkout: { after: 3000 } },
        ],
      },
      isForSale: true,
    });
    const { test } = await makeAccount();
    const ctx = contextOf(test);
    const order = { amount_kg: 1500, portfolio_id: placed.portfolio_id, subaccountId: null };
    const { id: orderId } = await placeOrder(ctx, order);
    await matchAll();
    const sold = await database().prisma.retirement.findMany({ where: { orderId } });
    expect(sold.map(({ lotId }) => lotId)).toEqual([await lotId(930, 0)]);
    const audit = await database().prisma.auditEntry.findFirst({
      where: { action: "catalogue.changed", subjectId: "prj_verra_930" },
    });
    expect(audit?.data).toMatchObject({
      category_id: placed.category_id,
      category_is_new: true,
      portfolio_id: placed.portfolio_id,
    });
  });

  it("takes its share of an existing portfolio, whose other parts keep their proportions", async () => {
    const { tag, portfolioId } = await makeStock({ projects: ["a", "b"] });
    const placement = {
      project_id: `prj_${tag}_a`,
      weight: 3,
      category: newPlaces.category,
      portfolio: { id: portfolioId, fraction: 0.25 },
    };
    const { preview, category_id } = await place(placement);
    expect(preview.portfolio?.shares).toMatchObject([
      { id: `cat_${tag}`, name: "Category", color: expect.any(Number), before: 1, after: 0.75 },
      { id: expect.any(String), name: "Forests", before: 0, after: 0.25 },
    ]);
    // 75% of $20 and 25% of $25.
    expect(preview.portfolio?.prices[0]?.api).toEqual({ before: 2000, after: 2125 });
    const { test } = await makeAccount();
    const offer = { portfolioId, subaccountId: null, channel: "api" } as const;
    expect((await resolveOffer(contextOf(test), offer)).pricePerTonne).toBe(2125);
    const again = await place({ ...placement, category: { id: category_id }, weight: 1 });
    expect(again.preview.portfolio?.shares.map(({ after }) => after)).toEqual([0.75, 0.25]);
  });

  it("is refused its place if the catalogue changed since the preview", async () => {
    const { tag, portfolioId, file } = await makeStock({ projects: ["a", "b"] });
    const placement = {
      project_id: `prj_${tag}_a`,
      weight: 2,
      category: { id: `cat_${tag}` },
      portfolio: { id: portfolioId, fraction: 1 },
    };
    const { revision } = await caller.operatorProjects.previewPlacement(placement);
    const [category] = file.project_categories;
    await importFile({ ...file, project_categories: [{ ...category, name: "Renamed" }] });
    const placing = caller.operatorProjects.place({ ...placement, revision });
    await expect(placing).rejects.toMatchObject({ cause: { code: "conflict" } });
  });

  it("is refused a share that leaves nothing to the others, and nothing is written", async () => {
    const { tag, portfolioId } = await makeStock();
    const placement = {
      project_id: `prj_${tag}_a`,
      weight: 1,
      category: newPlaces.category,
      portfolio: { id: portfolioId, fraction: 1 },
    };
    const categories = await database().prisma.projectCategory.count();
    await expect(
      caller.operatorProjects.place({ ...placement, revision: "any" }),
    ).rejects.toMatchObject({ cause: { errors: { "portfolio.fraction": [expect.any(String)] } } });
    expect(await database().prisma.projectCategory.count()).toBe(categories);
  });
});

describe("a category and a portfolio", () => {
  it("are changed with their shares, and a large change of a price has to be confirmed", async () => {
    const { tag, portfolioId } = await makeStock({ projects: ["a", "b"] });
    const costly = await makeStock({ apiPrice: 90 });
    const category = await caller.operatorCategories.get({ id: `cat_${tag}` });
    const projects = [{ project_id: `prj_${tag}_b`, weight: 2.5 }];
    const renamed = { id: category.id, name: "Trees", description: "", projects };
    await caller.operatorCategories.change({ ...renamed, revision: category.revision });
    expect(await caller.operatorCategories.get({ id: category.id })).toMatchObject({
      name: "Trees",
      projects: [{ id: `prj_${tag}_b`, share: 1, weight: 2.5 }],
    });
    await expect(
      caller.operatorCategories.change({ ...renamed, revision: category.revision }),
    ).rejects.toMatchObject({ cause: { code: "conflict" } });
    const { revision } = await caller.operatorPortfolios.get({ id: portfolioId });
    const parts = [
      { category_id: category.id, allocated_fraction: 0.5 },
      { category_id: `cat_${costly.tag}`, allocated_fraction: 0.5 },
    ];
    const change = { id: portfolioId, name: "Both", category_allocations: parts, revision };
    await expect(caller.operatorPortfolios.change(change)).rejects.toMatchObject({
      cause: { errors: { confirmed: [expect.stringContaining("Both")] } },
    });
    await caller.operatorPortfolios.change({ ...change, confirmed: true });
    const { name, prices } = await caller.operatorPortfolios.get({ id: portfolioId });
    expect([name, prices[0]?.api.amount]).toEqual(["Both", 46_000]);
  });

  it("keep their picture if it is sent, and name an unknown project or category at its field", async () => {
    const { tag, portfolioId } = await makeStock();
    const { id, revision } = await caller.operatorCategories.get({ id: `cat_${tag}` });
    const details = { name: "Trees", description: "", primary_image_url: "/pictures/trees.jpg" };
    const projects = [
      { project_id: `prj_${tag}_a`, weight: 1 },
      { project_id: "prj_none", weight: 1 },
    ];
    const change = { id, ...details, projects, revision };
    await expect(caller.operatorCategories.change(change)).rejects.toMatchObject({
      cause: { errors: { "projects.1.project_id": [expect.stringContaining("prj_none")] } },
    });
    await caller.operatorCategories.change({ ...change, projects: projects.slice(0, 1) });
    expect((await caller.operatorCategories.get({ id })).pictureUrl).toBe("/pictures/trees.jpg");
    const portfolio = await caller.operatorPortfolios.get({ id: portfolioId });
    const category_allocations = [{ category_id: "cat_none", allocated_fraction: 1 }];
    const shares = { id: portfolioId, category_allocations };
    await expect(
      caller.operatorPortfolios.change({ ...details, ...shares, revision: portfolio.revision }),
    ).rejects.toMatchObject({
      cause: { errors: { "category_allocations.0.category_id": [expect.any(String)] } },
    });
    await expect(caller.operatorPortfolios.previewChange(shares)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("the preview of a change", () => {
  it("of a category has the new shares, and names what nothing would sell any more", async () => {
    const { tag } = await makeStock({ projects: ["a", "b"] });
    const id = `cat_${tag}`;
    const [a, b] = [`prj_${tag}_a`, `prj_${tag}_b`];
    const preview = (...projects: { project_id: string; weight: number }[]) =>
      caller.operatorCategories.previewChange({ id, projects });
    const both = await preview({ project_id: a, weight: 1 }, { project_id: b, weight: 3 });
    expect(both.shares.map(({ before, after }) => [before, after])).toEqual([
      [0.5, 0.25],
      [0.5, 0.75],
    ]);
    expect(both).toMatchObject({ unsold: [], emptyIn: [] });
    const onlyA = await preview({ project_id: a, weight: 1 });
    const { name } = await database().prisma.project.findFirstOrThrow({ where: { id: b } });
    expect(onlyA).toMatchObject({ unsold: [name], emptyIn: [] });
    expect((await preview()).emptyIn).toEqual(["Portfolio"]);
    const other = await makeStock();
    const { revision, ...rest } = await caller.operatorCategories.get({ id: `cat_${other.tag}` });
    const projects = rest.projects.map((it) => ({ project_id: it.id, weight: 1 }));
    projects.push({ project_id: b, weight: 1 });
    await caller.operatorCategories.change({ id: rest.id, name: "Also", projects, revision });
    expect((await preview({ project_id: a, weight: 1 })).unsold).toEqual([]);
  });

  it("of a portfolio has both prices, as they are after the change", async () => {
    const { tag, portfolioId: id } = await makeStock();
    const costly = await makeStock({ apiPrice: 3 });
    const category_allocations = [
      { category_id: `cat_${tag}`, allocated_fraction: 0.25 },
      { category_id: `cat_${costly.tag}`, allocated_fraction: 0.75 },
    ];
    const { revision, ...before } = await caller.operatorPortfolios.get({ id });
    const preview = await caller.operatorPortfolios.previewChange({ id, category_allocations });
    expect(preview).toMatchObject({
      prices: [{ currency: "usd", api: { before: before.prices[0]?.api.amount, after: 2750 } }],
      unsold: [],
      empty: [],
    });
    const change = { id, name: "Mixed", category_allocations, revision };
    await caller.operatorPortfolios.change(change);
    const { prices } = await caller.operatorPortfolios.get({ id });
    expect(preview.prices[0]?.api.after).toBe(prices[0]?.api.amount);
    const without = [{ category_id: `cat_${costly.tag}`, allocated_fraction: 1 }];
    const { unsold } = await caller.operatorPortfolios.previewChange({
      id,
      category_allocations: without,
    });
    expect(unsold).toHaveLength(1);
  });
});
