import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { appUrl } from "#core/env";
import { deleteSubaccount } from "#domain/accounts";
import { createSubaccount } from "#domain/catalogue";
import { call } from "#testing/api";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

type Holder = Awaited<ReturnType<typeof makeAccount>>;
let holder: Holder;
let stock: Awaited<ReturnType<typeof makeStock>>;
let shop: { id: string };

const makeSubaccount = (of: Holder, name: string, logoFileKey: string | null = null) =>
  database().transaction((db) =>
    createSubaccount({ ...contextOf(of.account), db }, { name, logoFileKey }),
  );
const get = (path: string, subaccountId = "", key = holder.token) =>
  call("GET", path, { key, headers: { "x-subaccount-id": subaccountId } });

/** Orders this amount of the portfolio, and has it matched. */
async function buy(of: Holder, portfolioId: string, amountKg: number, subaccountId?: string) {
  const order = { amount_kg: amountKg, portfolio_id: portfolioId };
  await placeOrder(contextOf(of.account), { ...order, subaccountId: subaccountId ?? null });
  await matchAll();
}

beforeAll(async () => {
  holder = await makeAccount();
  stock = await makeStock({ projects: ["a", "b", "c"] });
  shop = await makeSubaccount(holder, "Shop", "logos/shop.png");
  await buy(holder, stock.portfolioId, 40_000);
  await buy(holder, stock.portfolioId, 2_000, shop.id);
});

describe("GET /impact/data", () => {
  it("has the documented shape, for the account and for a subaccount", async () => {
    const { json } = await get("/impact/data");
    const projects = await call("GET", "/projects", { key: holder.token });
    const kg: number = json.total_offset_kgs;
    // The subaccount's are not the account's.
    const ownKg = kg - 2_000;
    expect(json).toEqual({
      name: holder.account.name,
      logo_url: null,
      total_offset_kgs: kg,
      ...{ registry_retired_kgs: 0, pending_kgs: kg, own_kgs: ownKg, for_others_kgs: kg - ownKg },
      equivalents: {
        cars_off_the_road: Math.round(kg / 429) / 10,
        trees_planted: Math.round(kg / 6) / 10,
        homes_annual_energy_usage: Math.round(kg / 745) / 10,
        "homes_annual_energy usages": Math.round(kg / 745) / 10,
        flights_lax_to_nyc: Math.round(kg / 40.69) / 10,
      },
      since_date: holder.account.createdAt.toISOString(),
      to_date: null,
      categories: [
        {
          category: { name: "Category", description: "A category" },
          offset_kgs: kg,
          ...{ registry_retired_kgs: 0, pending_kgs: kg },
          projects: ["a", "b", "c"].map((name) => ({
            project: projects.json.data.find(
              ({ id }: { id: string }) => id === `prj_${stock.tag}_${name}`,
            ),
            offset_kgs: expect.any(Number),
            ...{ registry_retired_kgs: 0, pending_kgs: expect.any(Number) },
            vintages: "2022",
          })),
        },
      ],
    });
    const ofShop = await get("/impact/data", shop.id);
    const { json: row } = await get(`/subaccounts/${shop.id}`);
    expect(ofShop.json).toMatchObject({
      name: "Shop",
      logo_url: row.logo_url,
      since_date: holder.account.createdAt.toISOString(),
    });
    expect(row.logo_url).toMatch(/^http.*shop/);
    expect([kg, ofShop.json.total_offset_kgs]).toEqual([42_000, 2_000]);
  });

  it("treats a blank or null end as missing", async () => {
    const all = await get("/impact/data");
    for (const query of ["from=&to=", "from=null&to=null", "from=2026-01-01T00:00:00+01:00"]) {
      const { json } = await get(`/impact/data?${query}`);
      expect(json.total_offset_kgs).toBe(all.json.total_offset_kgs);
    }
  });

  it("is zero before the first order and after the last", async () => {
    const fresh = await makeAccount();
    const { json } = await get("/impact/data", "", fresh.token);
    expect(json).toMatchObject({ total_offset_kgs: 0, categories: [] });
    expect(Object.values(json.equivalents)).toEqual([0, 0, 0, 0, 0]);
    for (const query of ["to=0000-01-01", "from=9999-12-31", "from=2126-12-01"]) {
      const response = await get(`/impact/data?${query}`);
      expect([query, response.json.total_offset_kgs]).toEqual([query, 0]);
    }
  });

  it("counts no kg twice if a project is in several categories, or in none", async () => {
    const own = await makeAccount();
    const portfolio = await makeStock({ projects: ["x", "y", "z"] });
    await buy(own, portfolio.portfolioId, 301);
    const [category] = portfolio.file.project_categories;
    const member = (name: string) => ({ project_id: `prj_${portfolio.tag}_${name}`, weight: 1 });
    const changed = { ...category, projects: [member("y"), member("x")] };
    const later = { ...category, id: `${category?.id}_2`, name: "Later", projects: [member("y")] };
    await importFile({ mode: "test", project_categories: [changed, later] });
    const { json } = await get("/impact/data", "", own.token);
    type Category = {
      category: object;
      offset_kgs: number;
      projects: { project: { name: string } }[];
    };
    const categories: Category[] = json.categories;
    expect(
      categories.map((one) => [one.category, one.projects.map(({ project }) => project.name)]),
    ).toEqual([
      [{ name: "Category", description: "A category" }, ["y", "x"]],
      [{ name: "Reforestation", description: "" }, ["z"]],
    ]);
    expect(categories.reduce((kg, one) => kg + one.offset_kgs, 0)).toBe(301);
    expect(json.total_offset_kgs).toBe(301);
  });
});

describe("the hosted page's configuration", () => {
  const path = "/impact/hosted-page-config";
  const put = (body: unknown, key: string, subaccountId = "") =>
    call("PUT", path, { key, body, headers: { "x-subaccount-id": subaccountId } });

  it("starts enabled with all equivalents, and is replaced as a whole, separately for a subaccount", async () => {
    const own = await makeAccount();
    const sub = await makeSubaccount(own, "Page");
    const all = ["cars", "homes", "flights", "trees"];
    const url = `${appUrl()}/impact/${own.account.slug}`;
    const sections = ["map", "equivalents", "timeline", "projects"];
    // Test accounts are never listed.
    const rest = { sections, listed: false, headline: "own" };
    const begin = { enabled: true, url, enabled_equivalents: all, ...rest };
    expect((await get(path, "", own.token)).json).toEqual(begin);
    const subUrl = `${appUrl()}/impact/${sub.id}`;
    expect((await get(path, sub.id, own.token)).json).toEqual({ ...begin, url: subUrl });

    const set = await put({ enabled: false, enabled_equivalents: ["trees", "cars"] }, own.token);
    const config = { enabled: false, url, enabled_equivalents: ["cars", "trees"], ...rest };
    expect([set.status, set.json]).toEqual([200, config]);
    expect((await get(path, "", own.token)).json).toEqual(config);
    expect((await get(path, sub.id, own.token)).json).toEqual({ ...begin, url: subUrl });

    const none = await put({ enabled: true, enabled_equivalents: [] }, own.token, sub.id);
    expect(none.json).toEqual({ enabled: true, url: subUrl, enabled_equivalents: [], ...rest });
    expect((await get(path, "", own.token)).json).toEqual(config);

    const entries = await database().prisma.auditEntry.findMany({
      where: { accountId: own.account.id, action: "impact_page.set" },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ subjectId, data }) => [subjectId, data])).toEqual([
      [
        own.account.id,
        {
          changes: {
            enabled: { before: true, after: false },
            enabled_equivalents: { before: begin.enabled_equivalents, after: ["cars", "trees"] },
          },
        },
      ],
      [
        sub.id,
        { changes: { enabled_equivalents: { before: begin.enabled_equivalents, after: [] } } },
      ],
    ]);
  });

  it("has the chosen sections in their order, or all of them by default", async () => {
    const own = await makeAccount("write", "live");
    const plain = { enabled: true, enabled_equivalents: [] };
    const chosen = { ...plain, sections: ["projects", "map"], listed: false };
    const expected = { sections: ["map", "projects"], listed: false };
    expect((await put(chosen, own.token)).json).toMatchObject(expected);
    expect((await get(path, "", own.token)).json).toMatchObject(expected);
    const all = ["map", "equivalents", "timeline", "projects"];
    expect((await put(plain, own.token)).json).toMatchObject({ sections: all, listed: true });
    const none = { ...plain, sections: [] };
    expect((await put(none, own.token)).json).toMatchObject({ sections: [] });
  });

  it("reports that a test account's page is not listed, whatever is set", async () => {
    const listed = { enabled: true, enabled_equivalents: [], listed: true };
    const own = await makeAccount();
    expect((await put(listed, own.token)).json).toMatchObject({ listed: false });
    expect((await get(path, "", own.token)).json).toMatchObject({ listed: false });
  });

  it("is deleted with its subaccount", async () => {
    const own = await makeAccount();
    const { id } = await makeSubaccount(own, "Short-lived");
    await put({ enabled: false, enabled_equivalents: [] }, own.token, id);
    await database().transaction((db) =>
      deleteSubaccount({ ...contextOf(own.account), db }, { id }),
    );
    expect(await database().prisma.impactPage.count({ where: { subaccountId: id } })).toBe(0);
    expect((await get(path, id, own.token)).status).toBe(400);
  });
});
