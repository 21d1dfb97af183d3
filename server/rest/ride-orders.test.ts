import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { call } from "#testing/api";
import { importFile, makeAccount, makeKey, makeStock, systemContext } from "#testing/factories";

let account: Awaited<ReturnType<typeof makeAccount>>;
let key: string;
let portfolioId: string;

beforeAll(async () => {
  account = await makeAccount();
  key = account.token;
  ({ portfolioId } = await makeStock({ apiCents: 3 }));
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

  it("is fulfilled like any other order", async () => {
    const { json } = await place({ distance_km: 12_000 });
    await matchOrders(systemContext(), { database: database() });
    const order = (await call("GET", `/orders/${json.id}`, { key })).json;
    expect(order).toMatchObject({ state: "fulfilled", type: "ride", amount_kg: 2007 });
    expect(order.ride_details).toEqual({ distance_km: 12_000 });
    const kg = order.project_allocations.map((part: { amount_kg: number }) => part.amount_kg);
    expect(kg).toEqual([2007]);
  });

  it("repeats its response for a key byte by byte, and places one order", async () => {
    const headers = { "idempotency-key": "ride-1" };
    const before = (await call("GET", "/orders?limit=100", { key })).json.data.length;
    const first = await place({ distance_km: 40 }, headers);
    const again = await place({ distance_km: 40 }, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    for (const name of ["location", "deprecation", "link", "content-type"]) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(first.headers.get("x-idempotent-replay")).toBeNull();
    expect(again.headers.get("x-idempotent-replay")).toBe("true");
    expect((await call("GET", "/orders?limit=100", { key })).json.data.length).toBe(before + 1);
    const changed = await place({ distance_km: 41 }, headers);
    expect(changed.status).toBe(422);
    const generic = await call("POST", "/orders", {
      key,
      body: { portfolio_id: portfolioId, amount_kg: 7 },
      headers,
    });
    expect(generic.status).toBe(422);
  });

  it("places one order for 20 identical concurrent requests", async () => {
    const headers = { "idempotency-key": "ride-at-once" };
    const send = () => place({ distance_km: 33 }, headers);
    const responses = await Promise.all(Array.from({ length: 20 }, send));
    const settled = await Promise.all(
      responses.map((response) => (response.status === 409 ? send() : response)),
    );
    expect(new Set(settled.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(settled.map(({ text }) => text)).size).toBe(1);
  });

  it("tells clients since when it is deprecated, and its successor", async () => {
    const { headers } = await place({ distance_km: 5 });
    expect(headers.get("deprecation")).toBe("@1795219200");
    expect(headers.get("link")).toMatch(
      /<[^>]+\/v1\/quotes\/ground-transport>; rel="successor-version"/,
    );
  });

  it("belongs to its subaccount, and uses that subaccount's default portfolio", async () => {
    const cheap = await makeStock({ apiCents: 1 });
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
    const stranger = await makeAccount();
    const foreign = await call("POST", "/orders/ride", { key: stranger.token, body, headers });
    expect([foreign.status, foreign.json.title]).toEqual([
      400,
      "Could not find subaccount with the given id",
    ]);
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

  const refused: [name: string, body: object, field: string][] = [
    ["no distance", {}, "distance_km"],
    ["a zero distance", { distance_km: 0 }, "distance_km"],
    ["a negative distance", { distance_km: -1 }, "distance_km"],
    ["a distance that is a string", { distance_km: "5" }, "distance_km"],
    ["a distance of too many kg", { distance_km: 6e9 }, "distance_km"],
    ["a distance beyond all bounds", { distance_km: 1e300 }, "distance_km"],
    ["an amount", { distance_km: 1, amount_kg: 1 }, "amount_kg"],
    ["a total price", { distance_km: 1, total_price_usd_cents: 1 }, "total_price_usd_cents"],
    ["a vehicle", { distance_km: 1, vehicle_type: "coach_bus" }, "vehicle_type"],
    ["metadata that is too long", { distance_km: 1, metadata: "x".repeat(513) }, "metadata"],
    ["a description with a NUL", { distance_km: 1, description: "a\0b" }, "description"],
    ["an unknown portfolio", { distance_km: 1, portfolio_id: "pf_nowhere" }, "portfolio_id"],
    [
      "a callback to a private address",
      { distance_km: 1, notification_config: { url: "https://127.0.0.1/hook" } },
      "notification_config.url",
    ],
  ];
  it.each(refused)("rejects %s and names the field", async (_name, body, field) => {
    const response = await place(body);
    expect([response.status, Object.keys(response.json.errors ?? {})]).toEqual([400, [field]]);
  });

  it("is rejected for a read key", async () => {
    const reader = (await makeKey(account.test, "read")).token;
    const body = { distance_km: 1, portfolio_id: portfolioId };
    expect((await call("POST", "/orders/ride", { key: reader, body })).status).toBe(403);
  });
});
