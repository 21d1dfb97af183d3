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

const quote = (path: string, body: object, headers: Record<string, string> = {}) =>
  call("POST", `/quotes/${path}`, { key, body: { portfolio_id: portfolioId, ...body }, headers });

const car = { vehicle_type: "passenger_car_van_or_suv" };

/** A valid body for each activity. */
const activities: [path: string, body: Record<string, unknown>][] = [
  ["train", { distance_km: 1000 }],
  ["flight", { distance_km: 1000 }],
  ["air-freight", { freight_mass_kg: 1000, distance_km: 1000 }],
  ["ground-freight", { freight_mass_kg: 1000, distance_km: 1000 }],
  ["ground-transport", { distance_km: 100, ...car }],
  ["office-space", { square_footage: 1000 }],
  ["ride", { distance_km: 100 }],
];

describe("a quote by activity", () => {
  const worked: [path: string, body: object, amountKg: number][] = [
    ["train", { distance_km: 1000 }, 36], // 35.46
    ["train", { distance_km: 50_000 }, 1773], // exactly
    ["flight", { distance_km: 3699.9 }, 474], // 473.07
    ["flight", { distance_km: 3700 }, 566], // 565.43
    ["flight", { distance_km: 50_000 }, 7641], // exactly; a little more in doubles
    ["air-freight", { freight_mass_kg: 1000, distance_km: 3000 }, 3836], // 3835.05
    ["air-freight", { freight_mass_kg: 1000, distance_km: 5000 }, 4497], // 4496.95
    ["ground-freight", { freight_mass_kg: 500, distance_km: 1000 }, 51], // 50.82
    ["ground-transport", { distance_km: 100, ...car }, 17], // 16.73
    ["ground-transport", { distance_km: 12_000, ...car }, 2007], // exactly; more in doubles
    ["ground-transport", { distance_km: 100, vehicle_type: "small_bus" }, 78], // 77.06
    ["ground-transport", { distance_km: 100, vehicle_type: "school_bus" }, 94], // 93.41
    ["ground-transport", { distance_km: 100, vehicle_type: "coach_bus" }, 100], // 99.85
    ["office-space", { square_footage: 1000 }, 6500], // exactly
    ["ride", { distance_km: 12.5 }, 3], // 2.09
    ["ride", { distance_km: 0.001 }, 1],
  ];
  it.each(worked)("by %s of %j is for the next whole kg", async (path, body, amountKg) => {
    const api = await quote(path, body);
    expect([api.status, api.json]).toEqual([
      200,
      { amount_kg: amountKg, price_usd_cents: amountKg * 3 },
    ]);
    const checkout = await quote(path, { ...body, source: "checkout" });
    expect(checkout.json).toEqual({ amount_kg: amountKg, price_usd_cents: amountKg * 4 });
  });

  it.each(activities)(
    "by %s is for at most a million tonnes, and names what makes more",
    async (path, body) => {
      const fields = Object.keys(body).filter((field) => field !== "vehicle_type");
      for (const field of fields) {
        const tooMuch = await quote(path, { ...body, [field]: 1e300 });
        expect([tooMuch.status, Object.keys(tooMuch.json.errors)]).toEqual([400, fields]);
        expect(tooMuch.json.errors[field]).toEqual(["makes more than 1000000000 kg of CO2e"]);
      }
    },
  );

  it("uses the subaccount's default portfolio, or the request's own", async () => {
    const cheap = await makeStock({ apiPrice: 1 });
    const subaccount = await call("POST", "/subaccounts", {
      key,
      body: { name: "Cheap", default_portfolio_id: cheap.portfolioId },
    });
    const headers = { "x-subaccount-id": subaccount.json.id };
    const plain = await call("POST", "/quotes", { key, body: { amount_kg: 10 }, headers });
    expect(plain.json).toEqual({ amount_kg: 10, price_usd_cents: 10 });
    for (const [path, body] of activities) {
      const byDefault = await call("POST", `/quotes/${path}`, { key, body, headers });
      expect(byDefault.json.price_usd_cents).toBe(byDefault.json.amount_kg);
      const quoted = await quote(path, body, headers);
      expect(quoted.json.price_usd_cents).toBe(quoted.json.amount_kg * 3);
    }
  });

  it("tells clients of the deprecated ride quote since when, and its successor", async () => {
    const { headers } = await quote("ride", { distance_km: 5 });
    expect(headers.get("deprecation")).toBe("@1795219200");
    expect(headers.get("sunset")).toBe("Tue, 21 Nov 2028 00:00:00 GMT");
    expect(headers.get("link")).toMatch(
      /<[^>]+\/v1\/quotes\/ground-transport>; rel="successor-version"/,
    );
    const transport = await quote("ground-transport", { distance_km: 5, ...car });
    expect(transport.headers.get("deprecation")).toBeNull();
  });
});

describe("an imported emission factor", () => {
  it("replaces all defaults of its activity, in its mode only", async () => {
    const live = (await makeKey(account.live)).token;
    const stock = await makeStock({ mode: "live", apiPrice: 3 });
    const factor = { activity: "flight", unit: "passenger_km", source: "Own", edition: "7" };
    await importFile({
      mode: "live",
      emission_factors: [
        { ...factor, kg_co2e_per_unit: 0.5 },
        { ...factor, kg_co2e_per_unit: 0.25, from_distance_km: 1000 },
      ],
    });
    const liveQuote = (path: string, distanceKm: number) =>
      call("POST", `/quotes/${path}`, {
        key: live,
        body: { distance_km: distanceKm, portfolio_id: stock.portfolioId },
      });
    for (const [distanceKm, amountKg] of [
      [10, 5],
      [999.9, 500],
      [1000, 250],
      [4000, 1000],
    ] as const) {
      expect((await liveQuote("flight", distanceKm)).json.amount_kg).toBe(amountKg);
    }
    expect((await liveQuote("train", 1000)).json.amount_kg).toBe(36);
    expect((await quote("flight", { distance_km: 10 })).json.amount_kg).toBe(2);
  });
});

describe("GET /emission-factors", () => {
  it("lists the current factors with their sources, defaults and imported ones", async () => {
    const reader = (await makeKey(account.test, "read")).token;
    const { status, json } = await call("GET", "/emission-factors", { key: reader });
    expect([status, json.has_more]).toEqual([200, false]);
    expect(json.data).toHaveLength(11);
    expect(json.data[0]).toEqual({
      activity: "train",
      from_distance_km: 0,
      unit: "passenger_km",
      kg_co2e_per_unit: 0.03546,
      source: expect.stringContaining("national rail"),
      edition: "2025",
      url: expect.stringMatching(/^https:\/\/www\.gov\.uk\//),
      origin: "default",
    });
    await importFile({
      mode: "test",
      emission_factors: [
        {
          activity: "train",
          unit: "passenger_km",
          kg_co2e_per_unit: 0.041,
          source: "Own",
          edition: "7",
        },
      ],
    });
    const after = await call("GET", "/emission-factors", { key: reader });
    expect(after.json.data).toEqual([
      {
        activity: "train",
        from_distance_km: 0,
        unit: "passenger_km",
        kg_co2e_per_unit: 0.041,
        source: "Own",
        edition: "7",
        url: null,
        origin: "imported",
      },
      ...json.data.slice(1),
    ]);
    expect((await call("GET", "/emission-factors")).status).toBe(401);
  });
});
