import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { call } from "#testing/api";
import { makeAccount, makeStock, systemContext } from "#testing/factories";

let key: string;
let portfolioId: string;

beforeAll(async () => {
  key = (await makeAccount()).token;
  ({ portfolioId } = await makeStock({ projects: ["a", "b"], apiCents: 3 }));
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
    const response = await place({ total_price_usd_cents: 100, portfolio_id: portfolioId });
    expect(response.json).toMatchObject({ amount_kg: 33, price_usd_cents: 99 });
  });

  it("becomes fulfilled with retirements that sum to its kg", async () => {
    const placed = await place({ amount_kg: 1501, portfolio_id: portfolioId });
    await matchOrders(systemContext(), { database: database() });
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

  const tooLong = "x".repeat(513);
  const refused: [name: string, body: unknown, field: string][] = [
    ["neither amount nor price", {}, "amount_kg"],
    ["both amount and price", { amount_kg: 1, total_price_usd_cents: 10 }, "amount_kg"],
    ["an amount that is a string", { amount_kg: "5" }, "amount_kg"],
    ["a null amount", { amount_kg: null }, "amount_kg"],
    ["a fractional amount", { amount_kg: 1.5 }, "amount_kg"],
    ["a zero amount", { amount_kg: 0 }, "amount_kg"],
    ["a negative amount", { amount_kg: -1 }, "amount_kg"],
    ["a huge amount", { amount_kg: 1_000_000_001 }, "amount_kg"],
    ["an amount beyond exact integers", { amount_kg: 1e300 }, "amount_kg"],
    ["a price that is a string", { total_price_usd_cents: "5" }, "total_price_usd_cents"],
    ["a fractional price", { total_price_usd_cents: 5.5 }, "total_price_usd_cents"],
    ["a zero price", { total_price_usd_cents: 0 }, "total_price_usd_cents"],
    ["a negative price", { total_price_usd_cents: -5 }, "total_price_usd_cents"],
    ["a price that buys less than one kg", { total_price_usd_cents: 2 }, "total_price_usd_cents"],
    ["a price that buys too much", { total_price_usd_cents: 9e15 }, "total_price_usd_cents"],
    ["metadata of the wrong type", { amount_kg: 1, metadata: 5 }, "metadata"],
    ["metadata that is too long", { amount_kg: 1, metadata: tooLong }, "metadata"],
    ["metadata with a NUL", { amount_kg: 1, metadata: "a\0b" }, "metadata"],
    ["a description of the wrong type", { amount_kg: 1, description: [] }, "description"],
    ["a description that is too long", { amount_kg: 1, description: tooLong }, "description"],
    ["a half surrogate pair", { amount_kg: 1, description: "\ud800" }, "description"],
    ["a portfolio id of the wrong type", { amount_kg: 1, portfolio_id: 7 }, "portfolio_id"],
    ["an unknown portfolio", { amount_kg: 1, portfolio_id: "pf_nowhere" }, "portfolio_id"],
    ["a NUL in the portfolio id", { amount_kg: 1, portfolio_id: "\0" }, "portfolio_id"],
    [
      "a callback that is not an object",
      { amount_kg: 1, notification_config: "x" },
      "notification_config",
    ],
    [
      "a callback without URL",
      { amount_kg: 1, notification_config: {} },
      "notification_config.url",
    ],
    ["an unknown field", { amount_kg: 1, amountkg: 2 }, "amountkg"],
    ["a list as body", [], "body"],
    ["null as body", null, "body"],
  ];
  it.each(refused)("rejects %s and names the field", async (_name, body, field) => {
    const base =
      typeof body === "object" && body && !Array.isArray(body) && !("portfolio_id" in body);
    const response = await place(base ? { portfolio_id: portfolioId, ...body } : body);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.json).toMatchObject({
      title: "Your request parameters didn't validate",
      status: 400,
    });
    expect(response.json.type).toMatch(/\/v1\/errors\/invalid-parameters$/);
    expect(Object.keys(response.json.errors)).toContain(field);
    expect(response.json.instance).toBe(response.headers.get("x-request-id"));
  });

  const unsafe = [
    "http://example.com/hook",
    "https://127.0.0.1/hook",
    "https://[::1]/hook",
    "https://[::ffff:10.0.0.1]/hook",
    "https://169.254.169.254/latest",
    "https://localhost/hook",
    "https://2130706433/hook",
    "https://0x7f.1/hook",
    "https://user:secret@example.com/",
    "javascript:alert(1)",
    "not a url",
  ];
  it.each(unsafe)("rejects the callback URL %s", async (url) => {
    const response = await place({
      amount_kg: 1,
      portfolio_id: portfolioId,
      notification_config: { url },
    });
    expect(response.status).toBe(400);
    expect(response.json.errors).toHaveProperty(["notification_config.url"]);
  });

  it("stores a public callback URL", async () => {
    const response = await place({
      amount_kg: 1,
      portfolio_id: portfolioId,
      notification_config: { url: "https://93.184.215.14/hook" },
    });
    expect(response.json.callback_url).toBe("https://93.184.215.14/hook");
  });

  it("rejects bad JSON, a missing and a wrong Content-Type, and a body over 1 MiB", async () => {
    const bad = await call("POST", "/orders", { key, raw: "{" });
    expect([bad.status, Object.keys(bad.json.errors)]).toEqual([400, ["body"]]);
    const headers = { "content-type": "text/plain" };
    const wrong = await call("POST", "/orders", { key, raw: "{}", headers });
    expect([wrong.status, wrong.json.type]).toEqual([415, expect.stringMatching(/unsupported/)]);
    const missing = await call("POST", "/orders", { key });
    expect(missing.status).toBe(415);
    const large = await place({ amount_kg: 1, metadata: "x".repeat(1024 * 1024) });
    expect(large.status).toBe(413);
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

  it("rejects the cancellation of a fulfilled order", async () => {
    const { json } = await place({ amount_kg: 1, portfolio_id: portfolioId });
    await matchOrders(systemContext(), { database: database() });
    const response = await call("POST", `/orders/${json.id}/cancel`, { key });
    expect([response.status, response.json.title]).toEqual([
      409,
      "Cannot cancel a fulfilled order",
    ]);
  });

  it("returns the same 404 for an unknown order and another account's", async () => {
    const other = await makeAccount();
    const { json } = await place({ amount_kg: 1, portfolio_id: portfolioId });
    const titles = await Promise.all([
      call("GET", "/orders/ord_nowhere", { key }),
      call("GET", "/orders/%00", { key }),
      call("GET", "/orders/%E0%A4%A", { key }),
      call("GET", `/orders/${json.id}`, { key: other.token }),
      call("POST", `/orders/${json.id}/cancel`, { key: other.token }),
    ]);
    for (const response of titles) {
      expect([response.status, response.json.title]).toEqual([404, "Could not find order"]);
    }
  });
});

describe("GET /orders", () => {
  it("pages through all orders both ways, newest first, each once", async () => {
    const { token } = await makeAccount();
    const created: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      const body = { amount_kg: count + 1, portfolio_id: portfolioId };
      created.unshift((await call("POST", "/orders", { key: token, body })).json.id);
    }
    const ids = (response: { json: { data: { id: string }[] } }) =>
      response.json.data.map(({ id }) => id);
    const first = await call("GET", "/orders?limit=3", { key: token });
    expect([ids(first), first.json.has_more]).toEqual([created.slice(0, 3), true]);
    const second = await call("GET", `/orders?limit=3&starting_after=${created[2]}`, {
      key: token,
    });
    expect([ids(second), second.json.has_more]).toEqual([created.slice(3, 6), true]);
    const last = await call("GET", `/orders?limit=3&starting_after=${created[5]}`, { key: token });
    expect([ids(last), last.json.has_more]).toEqual([created.slice(6), false]);
    const back = await call("GET", `/orders?limit=3&ending_before=${created[5]}`, { key: token });
    expect([ids(back), back.json.has_more]).toEqual([created.slice(2, 5), true]);
    expect(ids(await call("GET", "/orders", { key: token }))).toEqual(created);
    const item = first.json.data[0];
    expect(item).not.toHaveProperty("project_allocations");
  });

  it("rejects both cursors, unknown and foreign cursors, and bad limits, naming the parameter", async () => {
    const other = await makeAccount();
    const body = { amount_kg: 1, portfolio_id: portfolioId };
    const foreign = (await call("POST", "/orders", { key: other.token, body })).json.id;
    const own = (await place(body)).json.id;
    const cases: [string, string][] = [
      [`starting_after=${own}&ending_before=${own}`, "ending_before"],
      ["starting_after=ord_nowhere", "starting_after"],
      [`ending_before=${foreign}`, "ending_before"],
      ["limit=0", "limit"],
      ["limit=101", "limit"],
      ["limit=ten", "limit"],
      ["limit=2.5", "limit"],
      ["limit=1&limit=2", "limit"],
      ["page=2", "page"],
      ["state=paid", "state"],
      ["created_from=yesterday", "created_from"],
      ["state=placed&starting_after=ord_nowhere", "starting_after"],
      [`state=placed&ending_before=${foreign}`, "ending_before"],
    ];
    for (const [query, field] of cases) {
      const response = await call("GET", `/orders?${query}`, { key });
      expect([query, response.status]).toEqual([query, 400]);
      expect(Object.keys(response.json.errors)).toEqual([field]);
    }
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
