import { beforeAll, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { getPortfolioPreview } from "#domain/inventory";
import { call } from "#testing/api";
import { contextOf, importFile, makeAccount, makeStock, matchAll } from "#testing/factories";
import {
  archiveOwnPortfolio,
  createOwnPortfolio,
  type Owner,
  part,
  placeFromPortfolio,
  retiredKgByProject,
  type Stock,
  updateOwnPortfolio,
} from "#testing/own-portfolios";
import { CreatePortfolio, chooseDefaultPortfolio } from "./index";

/** Two categories with stock, at 2 and 5 cents per kg. */
let cheap: Stock;
let expensive: Stock;
let owner: Owner;

beforeAll(async () => {
  [cheap, expensive] = [await makeStock({ apiPrice: 2 }), await makeStock({ apiPrice: 5 })];
  owner = await makeAccount();
});

describe("an account's own portfolio", () => {
  test("is sold to its account only, at the price of its parts, through every API", async () => {
    const { id } = await createOwnPortfolio(owner, part(cheap, 0.6), part(expensive, 0.4));
    const key = owner.token;
    const listed = await call("GET", "/portfolios", { key });
    expect(listed.json.data.at(-1)).toMatchObject({ id, name: "Ours" });
    const detail = await call("GET", `/portfolios/${id}`, { key });
    // 0.6 × 2 + 0.4 × 5 = 3.2, and 0.6 × 3 + 0.4 × 6 = 4.2, rounded up.
    expect(detail.json).toMatchObject({
      api_price_per_kg_usd_cents: 4,
      checkout_price_per_kg_usd_cents: 5,
    });
    const order = { amount_kg: 20, portfolio_id: id };
    const session = {
      ...order,
      success_url: "https://a.example/",
      cancel_url: "https://a.example/",
    };
    const requests = [
      ["/quotes", order, 200],
      ["/orders", order, 201],
      ["/checkout/sessions", session, 201],
      ["/subaccounts", { name: "Shop", default_portfolio_id: id }, 201],
    ] as const;
    const stranger = (await makeAccount()).token;
    for (const [path, body, status] of requests) {
      expect([path, (await call("POST", path, { key, body })).status]).toEqual([path, status]);
      const refused = await call("POST", path, { key: stranger, body });
      const field = path === "/subaccounts" ? "default_portfolio_id" : "portfolio_id";
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, [field]]);
    }
    expect((await call("GET", `/portfolios/${id}`, { key: stranger })).status).toBe(404);
    const others = await call("GET", "/portfolios", { key: stranger });
    expect(others.json.data.map((row: { id: string }) => row.id)).not.toContain(id);
  });

  test("has parts that sum to exactly 100%, each category once", () => {
    const faultOf = (...parts: ReturnType<typeof part>[]) => {
      const read = CreatePortfolio.safeParse({ name: "Ours", category_allocations: parts });
      return read.error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    };
    expect(faultOf(part(cheap, 0.333333), part(expensive, 0.666667))).toBeUndefined();
    expect(faultOf(part(cheap, 0.3), part(expensive, 0.58))).toEqual([
      "category_allocations sum to 88%, not to 100%",
    ]);
    expect(faultOf(part(cheap, 0.333333), part(expensive, 0.333333))).toEqual([
      "category_allocations sum to 66.6666%, not to 100%",
    ]);
    expect(faultOf(part(cheap, 0.5), part(cheap, 0.5))).toEqual([
      "category_allocations.1.category_id occurs twice",
    ]);
    expect(faultOf(part(cheap, 0.3333333), part(expensive, 0.6666667))).toHaveLength(2);
    expect(faultOf()).toHaveLength(1);
  });

  test("is changed and archived by its own account only, in its own mode", async () => {
    const { id } = await createOwnPortfolio(owner, part(cheap, 1));
    for (const who of [await makeAccount(), { ...owner, account: owner.live }]) {
      await expect(updateOwnPortfolio(who, id, part(cheap, 1))).rejects.toMatchObject({
        code: "not-found",
      });
      await expect(archiveOwnPortfolio(who, id)).rejects.toMatchObject({ code: "not-found" });
    }
    const offered = archiveOwnPortfolio(owner, cheap.portfolioId);
    await expect(offered).rejects.toMatchObject({ code: "forbidden" });
    const unknown = { category_id: "cat_nowhere", allocated_fraction: 1 };
    await expect(updateOwnPortfolio(owner, id, unknown)).rejects.toMatchObject({
      errors: { "category_allocations.0.category_id": [expect.any(String)] },
    });
  });

  test("never costs less than its parts, whichever code writes it", async () => {
    const { id } = await createOwnPortfolio(owner, part(expensive, 1));
    const cheaper = database().prisma.portfolioPrice.create({
      data: { mode: "test", portfolioId: id, currency: "usd", apiPricePerTonne: 1 },
    });
    await expect(cheaper).rejects.toThrow("portfolio_prices_portfolio_fkey");
  });
});

describe("archiving", () => {
  test("is rejected with a reason while anything can still be bought from it", async () => {
    const who = await makeAccount();
    const ctx = contextOf(who.account);
    const scarce = await makeStock({ tonnes: 1 });
    const { id } = await createOwnPortfolio(who, part(scarce, 1));
    const reasonOf = () => archiveOwnPortfolio(who, id).then(null, (error: Error) => error.message);
    const choose = (chosen: string | null) =>
      database().transaction((db) => chooseDefaultPortfolio({ ...ctx, db }, { id: chosen }));
    await choose(id);
    expect(await reasonOf()).toContain("the account's default");
    await choose(null);
    const subaccount = await createSubaccount(ctx, { name: "Riverside", default_portfolio_id: id });
    expect(await reasonOf()).toContain("the default of Riverside");
    await database().prisma.subaccount.deleteMany({ where: { id: subaccount.id } });
    const body = {
      amount_kg: 100,
      portfolio_id: id,
      success_url: "https://a.example/",
      cancel_url: "https://a.example/",
    };
    const session = await call("POST", "/checkout/sessions", { key: who.token, body });
    expect(await reasonOf()).toContain("1 checkout session is open");
    await call("POST", `/checkout/sessions/${session.json.id}/expire`, { key: who.token });
    const tooMuch = { amount_kg: 2000, portfolio_id: id };
    const order = await call("POST", "/orders", { key: who.token, body: tooMuch });
    expect(await reasonOf()).toContain("1 order waits");
    await call("POST", `/orders/${order.json.id}/cancel`, { key: who.token });
    await archiveOwnPortfolio(who, id);
    expect(await reasonOf()).toBe("Could not find portfolio");
    const bought = await call("POST", "/orders", {
      key: who.token,
      body: { amount_kg: 1, portfolio_id: id },
    });
    expect([bought.status, Object.keys(bought.json.errors)]).toEqual([400, ["portfolio_id"]]);
  });

  test("never leaves a default that cannot be bought", async () => {
    const who = await makeAccount();
    for (let round = 0; round < 4; round += 1) {
      const { id } = await createOwnPortfolio(who, part(cheap, 1));
      const [archived, chosen] = await Promise.allSettled([
        archiveOwnPortfolio(who, id),
        call("POST", "/subaccounts", {
          key: who.token,
          body: { name: "Shop", default_portfolio_id: id },
        }),
      ]);
      if (chosen.status === "rejected") throw chosen.reason;
      const isChosen = chosen.value.status === 201;
      expect([201, 400]).toContain(chosen.value.status);
      expect(archived.status).toBe(isChosen ? "rejected" : "fulfilled");
    }
  });
});

describe("an import of a catalogue", () => {
  test("keeps accounts' own portfolios, and updates their prices", async () => {
    const { id } = await createOwnPortfolio(owner, part(cheap, 0.5), part(expensive, 0.5));
    const [category] = expensive.file.project_categories;
    await importFile({
      ...expensive.file,
      project_categories: [{ ...category, api_price_per_kg_usd_cents: 7 }],
    });
    const { json } = await call("GET", `/portfolios/${id}`, { key: owner.token });
    expect(json).toMatchObject({
      id,
      name: "Ours",
      api_price_per_kg_usd_cents: 5,
      category_allocations: [{ allocated_fraction: 0.5 }, { allocated_fraction: 0.5 }],
    });
    await importFile(expensive.file);
  });

  test("must not change one, or make it the default", async () => {
    const { id } = await createOwnPortfolio(owner, part(cheap, 1));
    const [entry] = cheap.file.portfolios;
    const file = { mode: "test", portfolios: [{ ...entry, id }], default_portfolio_id: id };
    await expect(importFile(file)).rejects.toMatchObject({
      errors: {
        "portfolios[0].id": [`"${id}" is an account's own portfolio`],
        default_portfolio_id: [`"${id}" is an account's own portfolio`],
      },
    });
  });
});

test("a preview splits a tonne as matching does", async () => {
  const who = await makeAccount();
  const stock = await makeStock({ apiPrice: 3, projects: ["a", "b", "c"] });
  const parts = [part(stock, 0.333333), part(cheap, 0.666667)];
  const preview = await getPortfolioPreview(contextOf(who.account), {
    category_allocations: parts,
  });
  expect(preview).toMatchObject({
    apiPricePerTonne: 2334,
    checkoutPricePerTonne: 3334,
    amountKg: 1000,
  });
  expect(preview.categories.map(({ kg }) => kg)).toEqual([333, 667]);
  const order = await placeFromPortfolio(who, (await createOwnPortfolio(who, ...parts)).id);
  await matchAll();
  const projects = preview.categories.flatMap(({ projects }) =>
    projects.map((it) => [it.id, it.kg]),
  );
  expect(await retiredKgByProject(who, order.id)).toEqual(Object.fromEntries(projects));
});
