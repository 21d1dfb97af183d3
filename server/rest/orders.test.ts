import { beforeAll, describe, expect, it } from "vitest";
import { call } from "#testing/api";
import { makeAccount, makeStock, matchAll } from "#testing/factories";

let key: string;
let portfolioId: string;

beforeAll(async () => {
  key = (await makeAccount()).token;
  ({ portfolioId } = await makeStock({ projects: ["a", "b"], apiPrice: 3 }));
});

const place = (body: unknown, headers?: Record<string, string>) =>
  call("POST", "/orders", { key, body, ...(headers && { headers }) });

describe("POST /orders", () => {
  it("places an order by kg at the API price and returns the whole order", async () => {
    const response = await place({
      amount_kg: 25,
      portfolio_id: portfolioId,
      metadata: "mine",
      description: "public",
    });
    expect(response.status).toBe(201);
    expect(response.json).toMatchObject({
      amount_kg: 25,
      price_usd_cents: 75,
      state: "placed",
      type: "generic",
      metadata: "mine",
      description: "public",
      callback_url: null,
      checkout_session_id: null,
      subaccount_id: null,
      projects: [],
      project_allocations: [],
    });
    expect(response.json.order_number).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
    expect(response.json.certificate_public_url).toMatch(
      new RegExp(`/certificates/${response.json.id}$`),
    );
    expect(response.headers.get("location")).toMatch(new RegExp(`/v1/orders/${response.json.id}$`));
    expect(response.headers.get("x-request-id")).toBeTruthy();
  });

  it("buys for at most the total price, in whole kg", async () => {
    const response = await place({ total_price_usd_cents: 101, portfolio_id: portfolioId });
    expect(response.json).toMatchObject({ amount_kg: 33, price_usd_cents: 99 });
  });

  it("becomes fulfilled with retirements that sum to its kg", async () => {
    const placed = await place({ amount_kg: 1501, portfolio_id: portfolioId });
    await matchAll();
    const { json } = await call("GET", `/orders/${placed.json.id}`, { key });
    expect(json.state).toBe("fulfilled");
    expect(json.project_allocations).toHaveLength(2);
    const kg = json.project_allocations.map((one: { amount_kg: number }) => one.amount_kg);
    expect(kg.sort()).toEqual([750, 751]);
    expect(json.projects.map((project: { id: string }) => project.id)).toEqual(
      json.project_allocations.map((one: { project: { id: string } }) => one.project.id),
    );
    for (const { retirements } of json.project_allocations) {
      expect(retirements[0].serial_number_range).toMatch(/^TST-\w+-[ab]-1-1$/);
    }
  });

  it("stores a public callback URL", async () => {
    const response = await place({
      amount_kg: 1,
      portfolio_id: portfolioId,
      notification_config: { url: "https://93.184.215.14/hook" },
    });
    expect(response.json.callback_url).toBe("https://93.184.215.14/hook");
  });
});

describe("GET /orders/{id} and POST /orders/{id}/cancel", () => {
  it("cancels a placed order once; its certificate is gone, and it can't be cancelled again", async () => {
    const { json } = await place({ amount_kg: 900_000_000, portfolio_id: portfolioId });
    const response = await call("POST", `/orders/${json.id}/cancel`, { key });
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject({
      state: "cancelled",
      certificate_public_url: null,
      certificate_download_public_url: null,
    });
    const again = await call("POST", `/orders/${json.id}/cancel`, { key });
    expect([again.status, again.json.code]).toEqual([409, "conflict"]);
  });
});

describe("GET /orders with filters", () => {
  it("filters by state and time of placement, in pages, and for one subaccount", async () => {
    const { token } = await makeAccount();
    const owner = { key: token };
    const { id: subaccountId } = (
      await call("POST", "/subaccounts", { ...owner, body: { name: "Filtered" } })
    ).json;
    const headers = { "x-subaccount-id": subaccountId };
    const created = [];
    for (let count = 0; count < 5; count += 1) {
      const body = { amount_kg: 1, portfolio_id: portfolioId };
      const own = count === 4 ? { headers } : {};
      created.unshift((await call("POST", "/orders", { ...owner, body, ...own })).json);
    }
    const ids = created.map(({ id }) => id);
    await call("POST", `/orders/${ids[1]}/cancel`, owner);
    const listed = async (query: string, more: object = {}) => {
      const { json } = await call("GET", `/orders?${query}`, { ...owner, ...more });
      return [...json.data.map(({ id }: { id: string }) => ids.indexOf(id)), json.has_more];
    };
    expect(await listed("state=cancelled")).toEqual([1, false]);
    expect(await listed("state=placed&limit=2")).toEqual([0, 2, true]);
    expect(await listed(`state=placed&limit=2&starting_after=${ids[2]}`)).toEqual([3, 4, false]);
    expect(await listed(`state=placed&limit=1&ending_before=${ids[3]}`)).toEqual([2, true]);
    expect(await listed("state=placed", { headers })).toEqual([0, false]);
    expect(await listed("state=fulfilled")).toEqual([false]);
    const [newest, oldest] = [created[0].created_on, created[4].created_on];
    expect(await listed(`created_from=${oldest}&created_to=${newest}`)).toContain(4);
    expect(await listed(`created_to=${oldest}`)).toEqual([false]);
    expect(await listed(`created_from=${newest}`)).toContain(0);
    expect(await listed("checkout_session_id=cs_nowhere")).toEqual([false]);
  });
});
