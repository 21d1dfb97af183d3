// The unmodified Node client of the established API works with this one.
import { CNaughtApiClient, CNaughtError } from "@cnaught/cnaught-node-sdk";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { env } from "#core/env";
import { checkedServe } from "#testing/api";
import { pay } from "#testing/checkout";
import { makeAccount, makeStock, matchAll } from "#testing/factories";

let client: CNaughtApiClient;
let portfolioId: string;

/** Client methods called so far. */
const called = new Set<string>();

beforeAll(async () => {
  const { token } = await makeAccount();
  ({ portfolioId } = await makeStock({ projects: ["a", "b"], apiPrice: 2 }));
  const real = new CNaughtApiClient(token, {
    hostname: "till.test",
    fetch: (input, init) => checkedServe(new Request(input, init)),
  });
  client = new Proxy(real, {
    get(target, name: keyof CNaughtApiClient) {
      called.add(name);
      return target[name];
    },
  });
  const methods = Object.keys(real).filter((name) => typeof Reflect.get(real, name) === "function");
  afterAll(() => expect(methods.filter((name) => !called.has(name))).toEqual(["createQuoteApi"]));
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

  it("quotes each activity, and places an order for a ride", async () => {
    const distance = { distance_km: 1000, portfolio_id: portfolioId };
    const freight = { ...distance, freight_mass_kg: 100 };
    const office = { square_footage: 10, portfolio_id: portfolioId };
    const quotes = await Promise.all([
      client.getTrainQuote(distance),
      client.getFlightQuote(distance),
      client.getAirFreightQuote(freight),
      client.getGroundFreightQuote(freight),
      client.getGroundTransportQuote({ ...distance, vehicle_type: "coach_bus" }),
      client.getOfficeSpaceQuote(office),
      client.getRideQuote(distance),
    ]);
    expect(quotes.map((quote) => quote.amount_kg)).toEqual([36, 128, 128, 11, 999, 65, 168]);
    const ride = await client.placeRideOrder({ distance_km: 1000, portfolio_id: portfolioId });
    expect(ride).toMatchObject({ amount_kg: 168, ride_details: { distance_km: 1000 } });
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

  it("reads the retired credits once an order is fulfilled", async () => {
    const { id } = await client.placeGenericOrder({ amount_kg: 2500, portfolio_id: portfolioId });
    await matchAll();
    const order = await client.getOrderDetails(id);
    expect(order.state).toBe("fulfilled");
    const kg = order.project_allocations.reduce((sum, part) => sum + part.amount_kg, 0);
    expect(kg).toBe(2500);
    for (const part of order.project_allocations) {
      expect(part.retirements[0]?.serial_number_range).toMatch(/^TST-/);
    }
  });

  it("creates, lists and reads subaccounts, and orders for them", async () => {
    const created = await client.createSubaccount({ name: "From the client" });
    expect((await client.getListOfSubaccounts()).data).toContainEqual(created);
    expect(await client.getSubaccountDetails(created.id)).toEqual(created);
    const requestOptions = { subaccountId: created.id };
    const order = await client.placeGenericOrder(
      { amount_kg: 1, portfolio_id: portfolioId },
      requestOptions,
    );
    expect(order.subaccount_id).toBe(created.id);
  });

  it("updates a subaccount, and sets and removes its logo", async () => {
    const { id } = await client.createSubaccount({ name: "Old", email: "old@shop.example" });
    const updated = await client.updateSubaccount(id, { name: "New" });
    expect(updated).toMatchObject({ id, name: "New", email: null });
    const create = { width: 20, height: 20, channels: 3 as const, background: "green" };
    const logo_file_content = await sharp({ create }).png().toBuffer();
    const file = { logo_file_content, content_type: "image/png" };
    const subaccount = await client.updateSubaccountLogoFromImageData(id, file);
    expect(subaccount.logo_url).toMatch(/\.png$/);
    expect((await client.removeSubaccountLogo(id)).logo_url).toBeNull();
    // The download is attempted and rejected: the address is private.
    const private_ = client.updateSubaccountLogoFromUrl(id, {
      logo_url: "https://127.0.0.1/a.png",
    });
    await expect(private_).rejects.toMatchObject({ problemDetails: { status: 400 } });
  });

  it("reads the impact of the account and of a subaccount, and its page", async () => {
    const { id } = await client.createSubaccount({ name: "Impact" });
    const before = await client.getImpactData();
    const order = { amount_kg: 4290, portfolio_id: portfolioId };
    await client.placeGenericOrder(order, { subaccountId: id });
    await matchAll();
    const all = await client.getImpactData();
    expect(all.total_offset_kgs - before.total_offset_kgs).toBeGreaterThanOrEqual(4290);
    const own = await client.getImpactData({ from: new Date(0) }, { subaccountId: id });
    expect(own).toMatchObject({ name: "Impact", total_offset_kgs: 4290 });
    expect(own.equivalents.cars_off_the_road).toBe(1);
    const none = await client.getImpactData({ to: new Date(0) }, { subaccountId: id });
    expect(none.total_offset_kgs).toBe(0);
    const page = await client.getImpactHostedPageConfig({ subaccountId: id });
    expect(page.enabled_equivalents).toEqual(["cars", "homes", "flights", "trees"]);
  });

  it("parses an error and its fields", async () => {
    // The client copies the fields only if the type URI is the original service's.
    env.CT_PROBLEM_TYPE_BASE = "https://api.cnaught.com/v1/errors";
    try {
      const refused = client.placeGenericOrder({ amount_kg: 0, portfolio_id: portfolioId });
      await expect(refused).rejects.toThrow(CNaughtError);
      await expect(refused).rejects.toMatchObject({
        problemDetails: {
          status: 400,
          type: "https://api.cnaught.com/v1/errors/invalid-parameters",
          errors: { amount_kg: ["must be at least 1"] },
        },
      });
    } finally {
      env.CT_PROBLEM_TYPE_BASE = undefined;
    }
  });
});

describe("@cnaught/cnaught-node-sdk on checkout sessions", () => {
  const options = {
    email: "customer@shop.example",
    amount_kg: 20,
    success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/basket",
    description: "From the client",
  };

  it("creates one at the quoted price and reads it", async () => {
    const sessionInput = { ...options, portfolio_id: portfolioId };
    const created = await client.createCheckoutSession(sessionInput);
    const quoteInput = { amount_kg: 20, portfolio_id: portfolioId, source: "checkout" as const };
    expect(created).toMatchObject({
      ...(await client.getGenericQuote(quoteInput)),
      status: "open",
    });
    expect(created.checkout_url).toMatch(new RegExp(`/checkout/${created.id}$`));
    expect(await client.getCheckoutSession(created.id)).toEqual(created);
  });

  it("reads it complete once it is paid, and then its order, which names the session", async () => {
    const sessionInput = { ...options, portfolio_id: portfolioId };
    const { id } = await client.createCheckoutSession(sessionInput);
    expect(await pay(id)).toBe("started");
    const session = await client.getCheckoutSession(id);
    expect(session).toMatchObject({ status: "complete", completed_on: expect.any(String) });
    const { data } = await client.getListOfOrders();
    const orders = await Promise.all(data.map((order) => client.getOrderDetails(order.id)));
    const ofSession = orders.filter((order) => order.checkout_session_id === id);
    expect(ofSession).toMatchObject([{ amount_kg: 20, price_usd_cents: session.price_usd_cents }]);
  });

  it("creates one for a subaccount, from its default portfolio", async () => {
    const shop = { name: "Shop", default_portfolio_id: portfolioId };
    const { id } = await client.createSubaccount(shop);
    const created = await client.createCheckoutSession(options, { subaccountId: id });
    expect(created).toMatchObject({ subaccount_id: id, portfolio_id: portfolioId });
  });

  it("parses an error", async () => {
    const tooLittle = client.createCheckoutSession({ ...options, amount_kg: 0 });
    await expect(tooLittle).rejects.toMatchObject({ problemDetails: { status: 400 } });
    const absent = client.getCheckoutSession("cs_nowhere");
    await expect(absent).rejects.toMatchObject({ problemDetails: { status: 404 } });
  });
});
