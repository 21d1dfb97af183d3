import { beforeAll, describe, expect, it } from "vitest";
import { call } from "#testing/api";
import { importFile, makeAccount, makeKey, makeStock } from "#testing/factories";

let account: Awaited<ReturnType<typeof makeAccount>>;
let key: string;
let portfolioId: string;

beforeAll(async () => {
  account = await makeAccount();
  key = account.token;
  ({ portfolioId } = await makeStock({ apiPrice: 3 }));
});

const place = (body: object, headers: Record<string, string> = {}) =>
  call("POST", "/orders/ride", { key, body: { portfolio_id: portfolioId, ...body }, headers });

describe("POST /orders/ride", () => {
  it("places an order of the next whole kg, at the quoted price, and returns the ride", async () => {
    const response = await place({ distance_km: 12.5, metadata: "mine", description: "To town" });
    expect(response.status).toBe(201);
    expect(response.json).toMatchObject({
      type: "ride",
      ride_details: { distance_km: 12.5 },
      amount_kg: 3,
      price_usd_cents: 9,
      state: "placed",
      metadata: "mine",
      description: "To town",
      checkout_session_id: null,
      subaccount_id: null,
      projects: [],
    });
    expect(response.headers.get("location")).toMatch(new RegExp(`/v1/orders/${response.json.id}$`));
    const read = await call("GET", `/orders/${response.json.id}`, { key });
    expect(read.json).toEqual(response.json);
    const body = { distance_km: 12.5, portfolio_id: portfolioId };
    const quoted = await call("POST", "/quotes/ride", { key, body });
    expect(quoted.json).toEqual({ amount_kg: 3, price_usd_cents: 9 });
  });

  it("belongs to its subaccount, and uses that subaccount's default portfolio", async () => {
    const cheap = await makeStock({ apiPrice: 1 });
    const sub = await call("POST", "/subaccounts", {
      key,
      body: { name: "Taxis", default_portfolio_id: cheap.portfolioId },
    });
    const headers = { "x-subaccount-id": sub.json.id };
    const body = { distance_km: 100 };
    const response = await call("POST", "/orders/ride", { key, body, headers });
    expect(response.json).toMatchObject({
      subaccount_id: sub.json.id,
      amount_kg: 17,
      price_usd_cents: 17,
    });
  });

  it("uses the factor that was imported for passenger cars", async () => {
    const live = (await makeKey(account.live)).token;
    const stock = await makeStock({ mode: "live" });
    await importFile({
      mode: "live",
      emission_factors: [
        {
          activity: "passenger_car_van_or_suv",
          unit: "vehicle_km",
          kg_co2e_per_unit: 0.5,
          source: "Own",
          edition: "7",
        },
      ],
    });
    const body = { distance_km: 100, portfolio_id: stock.portfolioId };
    const response = await call("POST", "/orders/ride", { key: live, body });
    expect(response.json.amount_kg).toBe(50);
  });
});
