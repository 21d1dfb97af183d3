import { expect, test } from "vitest";
import { contextOf, importFile, makeAccount, makeStock } from "#testing/factories";
import {
  getPortfolio,
  getProject,
  getProjectCategory,
  listPortfolios,
  listProjectCategories,
  listProjects,
  PortfolioDetailResource,
  ProjectCategoryResource,
  ProjectDetailResource,
  ProjectResource,
  toPortfolioDetailResource,
  toProjectCategoryResource,
  toProjectDetailResource,
  toProjectResource,
} from "./index";

test("no live resource can be read from test, and no test resource from live", async () => {
  const { live, test: testAccount } = await makeAccount();
  const { portfolioId, tag } = await makeStock({ mode: "test" });
  const portfolios = await listPortfolios(contextOf(testAccount));
  expect(portfolios.map(({ id }) => id)).toContain(portfolioId);
  expect(await listPortfolios(contextOf(live))).toEqual([]);
  expect(await listProjects(contextOf(live))).toEqual([]);
  expect(await listProjectCategories(contextOf(live))).toEqual([]);
  const of = contextOf(live);
  await expect(getPortfolio(of, { id: portfolioId })).rejects.toThrow("Could not find portfolio");
  await expect(getProject(of, { id: `prj_${tag}_a` })).rejects.toThrow("Could not find project");
  const category = getProjectCategory(of, { id: `cat_${tag}` });
  await expect(category).rejects.toThrow("Could not find project category");
});

test("resources have exactly the documented fields, and absolute picture URLs", async () => {
  const { account } = await makeAccount();
  const { file, tag, portfolioId } = await makeStock({ projects: ["a", "b"], apiPrice: 5 });
  const [first, second] = file.projects;
  const pictured = { ...first, primary_image_url: "/images/a.svg" };
  const abroad = { ...second, primary_image_url: "https://img.example/b.png" };
  await importFile({ mode: "test", projects: [pictured, abroad] });
  const of = contextOf(account);

  const portfolio = toPortfolioDetailResource(await getPortfolio(of, { id: portfolioId }), "usd");
  expect(PortfolioDetailResource.parse(portfolio)).toEqual(portfolio);
  expect(portfolio).toMatchObject({
    api_price_per_kg_usd_cents: 5,
    checkout_price_per_kg_usd_cents: 6,
    category_allocations: [{ allocated_fraction: 1, category: { id: `cat_${tag}` } }],
  });
  const category = toProjectCategoryResource(
    await getProjectCategory(of, { id: `cat_${tag}` }),
    "usd",
  );
  expect(ProjectCategoryResource.parse(category)).toEqual(category);
  expect(category.projects.map(({ primary_image_url }) => primary_image_url)).toEqual([
    "http://localhost:3000/images/a.svg",
    "https://img.example/b.png",
  ]);
  const project = await getProject(of, { id: `prj_${tag}_a` });
  expect(ProjectResource.parse(toProjectResource(project))).toMatchObject({ lifetime: null });
  const detail = toProjectDetailResource(project);
  expect(ProjectDetailResource.parse(detail)).toMatchObject({ credit_issuances: [] });
});
