import { beforeAll, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { getCheckoutPage } from "#domain/checkout";
import { getOrder } from "#domain/orders";
import { call } from "#testing/api";
import { openSession, pay } from "#testing/checkout";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import {
  createOwnPortfolio,
  type Owner,
  part,
  placeFromPortfolio,
  retiredKgByProject,
  type Stock,
  updateOwnPortfolio,
} from "#testing/own-portfolios";
import { getPortfolio } from "./index";

/** Two categories with stock at 2 and 5 cents per kg, and one at 9 without any credits. */
let cheap: Stock;
let expensive: Stock;
let empty: Stock;
let owner: Owner;

beforeAll(async () => {
  [cheap, expensive] = [await makeStock({ apiPrice: 2 }), await makeStock({ apiPrice: 5 })];
  empty = await makeStock({ apiPrice: 9, projects: [] });
  owner = await makeAccount();
});

describe("a change of the parts", () => {
  test("does not change what a waiting order bought, and applies to the next one", async () => {
    const { id } = await createOwnPortfolio(owner, part(cheap, 0.5), part(empty, 0.5));
    const waiting = await placeFromPortfolio(owner, id);
    await matchAll();
    await updateOwnPortfolio(owner, id, part(cheap, 0.25), part(expensive, 0.75));
    const next = await placeFromPortfolio(owner, id);
    await matchAll();
    expect((await getOrder(contextOf(owner.account), waiting)).state).toBe("placed");
    expect(await retiredKgByProject(owner, next.id)).toEqual({
      [`prj_${cheap.tag}_a`]: 250,
      [`prj_${expensive.tag}_a`]: 750,
    });
    // A second change while the order waits, then the missing credits.
    await updateOwnPortfolio(owner, id, part(expensive, 1));
    const [category] = empty.file.project_categories;
    const member = { project_id: `prj_${expensive.tag}_a`, weight: 1 };
    await importFile({ mode: "test", project_categories: [{ ...category, projects: [member] }] });
    await matchAll();
    expect(await retiredKgByProject(owner, waiting.id)).toEqual({
      [`prj_${cheap.tag}_a`]: 500,
      [`prj_${expensive.tag}_a`]: 500,
    });
    expect(await getOrder(contextOf(owner.account), waiting)).toMatchObject({
      portfolioId: id,
      pricePerTonne: waiting.pricePerTonne,
    });
    // The copy can be neither bought nor listed.
    const copy = waiting.splitPortfolioId;
    const listed = await call("GET", "/portfolios", { key: owner.token });
    const ids = listed.json.data.map((row: { id: string }) => row.id);
    expect([ids.includes(id), ids.includes(copy)]).toEqual([true, false]);
    const body = { amount_kg: 1, portfolio_id: copy };
    expect((await call("POST", "/orders", { key: owner.token, body })).status).toBe(400);
  });

  test("while many orders wait fills each by the parts of its price", async () => {
    const { id } = await createOwnPortfolio(owner, part(cheap, 1));
    const changes = async () => {
      for (const stock of [expensive, cheap, expensive, cheap])
        await updateOwnPortfolio(owner, id, part(stock, 1));
    };
    const buys = async () => {
      const orders: Awaited<ReturnType<typeof placeFromPortfolio>>[] = [];
      for (let count = 0; count < 12; count += 1) orders.push(await placeFromPortfolio(owner, id));
      return orders;
    };
    const [orders] = await Promise.all([buys(), changes(), matchAll()]);
    await matchAll();
    const projects = { 2000: `prj_${cheap.tag}_a`, 5000: `prj_${expensive.tag}_a` };
    for (const { id: orderId, pricePerTonne } of orders) {
      const project = projects[pricePerTonne as keyof typeof projects];
      expect(await retiredKgByProject(owner, orderId)).toEqual({ [project]: 1000 });
    }
  });

  test("keeps the parts and price of an open session, on its page and for its order", async () => {
    const { id } = await createOwnPortfolio(owner, part(cheap, 1));
    const session = await openSession({
      account: owner.account,
      portfolioId: id,
      amountKg: 1000,
    });
    await updateOwnPortfolio(owner, id, part(expensive, 1));
    const page = await getCheckoutPage(systemContext(), { id: session.id });
    const sold = { id: page.portfolioId, orArchived: true };
    const { allocations } = await getPortfolio(contextOf(owner.account), sold);
    expect(allocations.map(({ categoryId }) => categoryId)).toEqual([`cat_${cheap.tag}`]);
    await pay(session.id);
    await matchAll();
    const order = await database().prisma.order.findFirst({
      where: { accountId: owner.account.id, checkoutSessionId: session.id },
    });
    expect(order).toMatchObject({ portfolioId: id, pricePerTonne: 3000 });
    expect(await retiredKgByProject(owner, order?.id ?? "")).toEqual({
      [`prj_${cheap.tag}_a`]: 1000,
    });
    const response = await call("GET", `/checkout/sessions/${session.id}`, { key: owner.token });
    expect(response.json.portfolio_id).toBe(id);
  });
});
