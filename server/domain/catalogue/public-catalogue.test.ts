import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { listRetiredOfProject } from "#domain/impact";
import { matchOrders } from "#domain/matching";
import { named, planOf } from "#testing/bench/plans";
import { recordStatements } from "#testing/bench/record";
import { contextOf, importFile, makeAccount, makeStock, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { findPublicPortfolio } from "./portfolios";
import { findPublicProject } from "./projects";

const ctx = systemContext();
const oddIds = ["", "nothing", "\0", "\ud800", "x".repeat(5000), "' OR 1=1 --"];

describe("a project", () => {
  it("is read live before test, or in the given mode", async () => {
    const stock = await makeStock();
    const id = `prj_${stock.tag}_a`;
    expect(await findPublicProject(ctx, { id, mode: "live" })).toBeNull();
    expect(await findPublicProject(ctx, { id, mode: null })).toMatchObject({ mode: "test" });
    await importFile({ ...stock.file, mode: "live" });
    for (const [mode, expected] of [
      [null, "live"],
      ["live", "live"],
      ["test", "test"],
    ] as const) {
      const project = { id, mode: expected };
      expect(await findPublicProject(ctx, { id, mode })).toMatchObject({ mode: expected, project });
    }
  });

  it("lists the portfolios that are offered to all, and no account's own", async () => {
    const { account } = await makeAccount();
    const { tag, portfolioId } = await makeStock();
    const id = `prj_${tag}_a`;
    const project = await findPublicProject(ctx, { id, mode: null });
    expect(project?.portfolios.map((portfolio) => portfolio.id)).toEqual([portfolioId]);
    await database().prisma.portfolio.update({
      where: { mode_id: { mode: "test", id: portfolioId } },
      data: { accountId: account.id },
    });
    expect(await findPublicProject(ctx, { id, mode: null })).toMatchObject({ portfolios: [] });
  });

  it.each(oddIds)("does not exist under %j", async (id) => {
    expect(await findPublicProject(ctx, { id, mode: null })).toBeNull();
  });
});

describe("a portfolio", () => {
  it("is read with its categories and projects, unless it belongs to one account", async () => {
    const { account } = await makeAccount();
    const { portfolioId: id, tag } = await makeStock({ projects: ["a", "b"] });
    const portfolio = await findPublicPortfolio(ctx, { id, mode: null });
    const [allocation] = portfolio?.portfolio.allocations ?? [];
    expect(allocation?.category.projects.map(({ projectId }) => projectId)).toEqual([
      `prj_${tag}_a`,
      `prj_${tag}_b`,
    ]);
    await database().prisma.portfolio.update({
      where: { mode_id: { mode: "test", id } },
      data: { accountId: account.id },
    });
    for (const mode of [null, "test", "live"] as const) {
      expect(await findPublicPortfolio(ctx, { id, mode })).toBeNull();
    }
  });

  it.each(oddIds)("does not exist under %j", async (id) => {
    expect(await findPublicPortfolio(ctx, { id, mode: null })).toBeNull();
  });
});

describe("a project's retirements", () => {
  it("are summed over all accounts of the mode, by vintage", async () => {
    const stock = await makeStock({ tonnes: 1 });
    await importFile({ ...stock.file, mode: "live" });
    const projectId = `prj_${stock.tag}_a`;
    expect(await listRetiredOfProject(ctx, { mode: "test", projectId })).toEqual([]);
    for (const [mode, amount_kg] of [
      ["test", 100],
      ["test", 20],
      ["live", 3],
    ] as const) {
      const { account } = await makeAccount("write", mode);
      const input = { amount_kg, portfolio_id: stock.portfolioId, subaccountId: null };
      await placeOrder(contextOf(account), input);
    }
    await matchOrders(ctx, { database: database() });
    const test = await listRetiredOfProject(ctx, { mode: "test", projectId });
    expect(test).toEqual([{ vintageYear: 2022, kg: 120, registryRetiredKg: 0 }]);
    const live = await listRetiredOfProject(ctx, { mode: "live", projectId });
    expect(live).toEqual([{ vintageYear: 2022, kg: 3, registryRetiredKg: 0 }]);
  });

  it.each(["custom", "generic"] as const)(
    "use an index on totals, with a %s plan",
    async (mode) => {
      await database().query(
        {
          name: "",
          text: `INSERT INTO retirement_totals
                 (account_id, subaccount_id, span, starts_at, project_id, vintage_year, retired_kg)
               SELECT 'acc_' || n % 50, '', CASE WHEN n % 2 = 0 THEN 'all' ELSE 'day' END,
                      to_timestamp(0), 'prj_' || n, 2020, 1
               FROM generate_series(1, 20000) AS n ON CONFLICT DO NOTHING`,
        },
        [],
      );
      await database().query({ name: "", text: "VACUUM ANALYZE retirement_totals" }, []);
      const query = { mode: "test", projectId: "prj_200" } as const;
      const statements = await recordStatements(() => listRetiredOfProject(ctx, query));
      const plan = await planOf(named(statements, /^inventory-sum-of-project/), mode);
      expect(plan).toMatch(/retirement_totals_project_idx/);
      expect(plan).not.toMatch(/Seq Scan on retirement_totals/);
    },
  );
});
