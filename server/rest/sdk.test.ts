// The field's real Node client, unmodified, works against this API.
import { CNaughtApiClient, CNaughtError } from "@cnaught/cnaught-node-sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { matchOrders } from "#domain/orders";
import { serve } from "#rest/serve";
import { makeAccount, makeStock, systemContext } from "#testing/factories";

let client: CNaughtApiClient;
let portfolioId: string;

beforeAll(async () => {
  const { token } = await makeAccount();
  ({ portfolioId } = await makeStock({ projects: ["a", "b"], apiCents: 2 }));
  client = new CNaughtApiClient(token, {
    hostname: "till.test",
    fetch: (input, init) => serve(new Request(input, init)),
  });
});

describe("@cnaught/cnaught-node-sdk", () => {
  it("lists and reads portfolios, categories and projects", async () => {
    const { data } = await client.getListOfPortfolios();
    expect(data.map(({ id }) => id)).toContain(portfolioId);
    const portfolio = await client.getPortfolioDetails(portfolioId);
    expect(portfolio.category_allocations).toHaveLength(1);
    const category = portfolio.category_allocations[0]?.category;
    expect(category?.projects).toHaveLength(2);
    expect(await client.getProjectCategoryDetails(category?.id ?? "")).toEqual(category);
    const project = category?.projects[0];
    expect(await client.getProjectDetails(project?.id ?? "")).toMatchObject({ ...project });
  });

  it("quotes, and places at the quoted price, by kg and by price", async () => {
    const quote = await client.getGenericQuote({ amount_kg: 15, portfolio_id: portfolioId });
    expect(quote).toEqual({ amount_kg: 15, price_usd_cents: 30 });
    const byKg = await client.placeGenericOrder({ amount_kg: 15, portfolio_id: portfolioId });
    expect(byKg).toMatchObject({ amount_kg: 15, price_usd_cents: 30, state: "placed" });
    const byPrice = await client.placeGenericOrder({
      total_price_usd_cents: 31,
      portfolio_id: portfolioId,
    });
    expect(byPrice).toMatchObject({ amount_kg: 15, price_usd_cents: 30 });
  });

  it("replays with an idempotency key, reads, lists and cancels", async () => {
    const options = { idempotencyKey: "sdk-1" };
    const order = { amount_kg: 500_000_000, metadata: "sdk", portfolio_id: portfolioId };
    const first = await client.placeGenericOrder(order, options);
    expect(await client.placeGenericOrder(order, options)).toEqual(first);
    expect(await client.getOrderDetails(first.id)).toEqual(first);
    const { data } = await client.getListOfOrders(1);
    expect(data.map(({ id }) => id)).toEqual([first.id]);
    const cancelled = await client.cancelOrder(first.id);
    expect(cancelled.state).toBe("cancelled");
  });

  it("reads what was retired once an order is fulfilled", async () => {
    const { id } = await client.placeGenericOrder({ amount_kg: 2500, portfolio_id: portfolioId });
    await matchOrders(systemContext(), { database: database() });
    const order = await client.getOrderDetails(id);
    expect(order.state).toBe("fulfilled");
    const kg = order.project_allocations.reduce((sum, part) => sum + part.amount_kg, 0);
    expect(kg).toBe(2500);
    for (const part of order.project_allocations) {
      expect(part.retirements[0]?.serial_number_range).toMatch(/^TST-/);
    }
  });

  it("makes, lists and reads subaccounts, and orders for them", async () => {
    const made = await client.createSubaccount({ name: "From the client" });
    expect((await client.getListOfSubaccounts()).data).toContainEqual(made);
    expect(await client.getSubaccountDetails(made.id)).toEqual(made);
    const requestOptions = { subaccountId: made.id };
    const order = await client.placeGenericOrder(
      { amount_kg: 1, portfolio_id: portfolioId },
      requestOptions,
    );
    expect(order.subaccount_id).toBe(made.id);
  });

  it("understands a refusal and its fields", async () => {
    const refused = client.placeGenericOrder({ amount_kg: 0, portfolio_id: portfolioId });
    await expect(refused).rejects.toThrow(CNaughtError);
    const error = await refused.catch((reason: CNaughtError) => reason);
    expect(error).toMatchObject({ problemDetails: { status: 400 } });
  });
});
