import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, CarbonTill, type ClientOptions, ConnectionError, TimeoutError } from "#sdk";

type Reply = Response | Error | "silence";

interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

let sent: Sent[];
let replies: Reply[];

/** Never responds, and rejects like fetch once it is aborted. */
function silence({ signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

async function respond(url: string, init: RequestInit): Promise<Response> {
  const { method = "", headers, body } = init;
  sent.push({ url, method, headers: new Headers(headers), body });
  const reply = replies.shift() ?? new Error("unexpected request");
  if (reply === "silence") return silence(init);
  if (reply instanceof Error) throw reply;
  return reply;
}

function client(options: Partial<ClientOptions> = {}) {
  const own = { baseUrl: "https://till.test", apiKey: "ct_test_1", fetch: respond };
  return new CarbonTill({ ...own, ...options });
}

const json = (status: number, value: unknown, headers = {}) =>
  new Response(JSON.stringify(value), { status, headers: { "x-request-id": "req", ...headers } });
const problem = (status: number, code: string, headers = {}) =>
  json(status, { title: "Title", status, code }, headers);
const lost = () => new TypeError("fetch failed");
const order = { id: "ord_1" };
const place = (till: CarbonTill, options = {}) => till.placeOrder({ amount_kg: 1 }, options);
const keys = () => sent.map(({ headers }) => headers.get("idempotency-key"));

beforeEach(() => {
  sent = [];
  replies = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets all pauses pass. */
async function settled<Value>(call: Promise<Value>): Promise<Value> {
  call.catch(() => undefined);
  await vi.runAllTimersAsync();
  return call;
}

describe("a request", () => {
  it.each([
    "https://till.test",
    "https://till.test/",
    "https://till.test/v1",
    "https://a.b/till/v1/",
  ])("goes to /v1 below %s with the key", async (baseUrl) => {
    replies = [json(201, order)];
    const { amount_kg: _, ...options } = { amount_kg: 1, subaccountId: "sub_1" };
    expect(await place(client({ baseUrl }), options)).toEqual(order);
    const [{ url, method, headers, body }] = sent as [Sent];
    const root = baseUrl.replace(/\/(v1\/?)?$/, "");
    expect([method, url, body]).toEqual(["POST", `${root}/v1/orders`, '{"amount_kg":1}']);
    expect(Object.fromEntries(headers)).toMatchObject({
      authorization: "Bearer ct_test_1",
      "content-type": "application/json",
      "x-subaccount-id": "sub_1",
    });
  });

  it("encodes path and query, and leaves out what is undefined", async () => {
    replies = [json(200, order), json(200, { data: [], has_more: false })];
    await client().getOrder("a/../b?c");
    await client().listEvents({ type: "order.fulfilled", order_id: "a&b" });
    expect(sent.map(({ url }) => url.slice("https://till.test/v1".length))).toEqual([
      "/orders/a%2F..%2Fb%3Fc",
      "/events?type=order.fulfilled&order_id=a%26b",
    ]);
    expect(keys()).toEqual([null, null]);
  });

  it("is refused without key or address", () => {
    expect(() => client({ apiKey: "" })).toThrow(TypeError);
    expect(() => client({ baseUrl: "till.test" })).toThrow(TypeError);
  });
});

describe("a failed attempt", () => {
  it.each([
    ["a lost connection", lost],
    ["half a response", () => new Response('{"id": "ord', { status: 201 })],
    ["429", () => problem(429, "rate-limited", { "retry-after": "1" })],
    ["500", () => problem(500, "internal")],
    ["502 of a proxy", () => new Response("<html>", { status: 502 })],
    ["503", () => problem(503, "unavailable", { "retry-after": "1" })],
    ["a request in progress", () => problem(409, "idempotency-concurrent-requests")],
  ])("is repeated with the same key after %s", async (_name, failure) => {
    replies = [failure(), failure(), json(201, order)];
    expect(await settled(place(client()))).toEqual(order);
    expect(sent).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    [400, "invalid-parameters"],
    [404, "not-found"],
    [409, "conflict"],
    [409, "insufficient-stock"],
    [422, "idempotency-changed-payload"],
  ])("is not repeated after %i %s", async (status, code) => {
    replies = [problem(status, code), json(201, order)];
    await expect(settled(place(client()))).rejects.toMatchObject({ status, code });
    expect(sent).toHaveLength(1);
  });

  it("waits as long as the server asks, but not forever", async () => {
    replies = [problem(503, "unavailable", { "retry-after": "20" }), json(201, order)];
    const call = place(client());
    await vi.advanceTimersByTimeAsync(19_000);
    expect(sent).toHaveLength(1);
    expect(await settled(call)).toEqual(order);
    replies = [problem(429, "rate-limited", { "retry-after": "86400" })];
    await expect(settled(place(client()))).rejects.toMatchObject({ code: "rate-limited" });
  });

  it("ends the call with the key to repeat it with, after the last retry", async () => {
    replies = [lost(), lost(), lost()];
    const error = await settled(place(client({ maxRetries: 2 }), { idempotencyKey: "o-1" })).catch(
      (it: unknown) => it,
    );
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ idempotencyKey: "o-1", cause: expect.any(TypeError) });
    expect(keys()).toEqual(["o-1", "o-1", "o-1"]);
  });

  it("may take timeoutMs", async () => {
    replies = ["silence", json(201, order)];
    expect(await settled(place(client({ timeoutMs: 1000 })))).toEqual(order);
    replies = ["silence"];
    const call = place(client(), { timeoutMs: 5, maxRetries: 0 });
    await expect(settled(call)).rejects.toBeInstanceOf(TimeoutError);
  });

  it("counts as deleted if an earlier attempt may have deleted it", async () => {
    replies = [lost(), problem(404, "not-found"), problem(404, "not-found")];
    expect(await settled(client().deleteSubaccount("sub_1"))).toBeUndefined();
    await expect(settled(client().deleteSubaccount("sub_1"))).rejects.toBeInstanceOf(ApiError);
  });
});

describe("an aborted signal", () => {
  it("ends a call while it waits for a response", async () => {
    replies = ["silence"];
    const controller = new AbortController();
    const call = place(client(), { signal: controller.signal });
    controller.abort(new Error("closed"));
    await expect(settled(call)).rejects.toThrow("closed");
    expect(sent).toHaveLength(1);
  });

  it("ends a call during a pause, and prevents one", async () => {
    replies = [lost()];
    const controller = new AbortController();
    const call = place(client(), { signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort();
    await expect(settled(call)).rejects.toMatchObject({ name: "AbortError" });
    await expect(place(client(), { signal: controller.signal })).rejects.toThrow();
    expect(sent).toHaveLength(1);
  });
});

describe("an error", () => {
  it("has the problem's code, the fields and their codes, and the request's id", async () => {
    const body = {
      type: "https://till.test/v1/errors/invalid-parameters",
      title: "Invalid parameters",
      status: 400,
      code: "invalid-parameters",
      errors: { amount_kg: ["must be at least 1"] },
      error_codes: { amount_kg: "too-small" },
      instance: "req",
    };
    replies = [json(400, body)];
    const error = await place(client(), { idempotencyKey: "o-2" }).catch((it: unknown) => it);
    expect(error).toMatchObject({
      name: "ApiError",
      message: "Invalid parameters: amount_kg must be at least 1",
      code: "invalid-parameters",
      errorCodes: { amount_kg: "too-small" },
      errors: { amount_kg: ["must be at least 1"] },
      requestId: "req",
      idempotencyKey: "o-2",
      problem: body,
    });
  });

  it("has a code for a wrong key, and none for a page of a proxy", async () => {
    replies = [json(401, { title: "Unauthorized", status: 401 })];
    await expect(place(client())).rejects.toMatchObject({ status: 401, code: "unauthorized" });
    replies = [new Response("<html>", { status: 302 })];
    await expect(place(client())).rejects.toMatchObject({ message: "HTTP 302", code: null });
  });
});

describe("a list", () => {
  const page = (ids: number[], has_more: boolean) =>
    json(200, { data: ids.map((id) => ({ id: `ord_${id}` })), has_more });
  const cursors = () => sent.map(({ url }) => new URL(url).search);

  it("is its first page, or the items of all pages", async () => {
    replies = [page([5, 4], true), page([3, 2], true), page([1], false)];
    const list = client().listOrders({ limit: 2 });
    expect((await list).data).toHaveLength(2);
    expect((await list.toArray()).map(({ id }) => id)).toEqual(
      [5, 4, 3, 2, 1].map((id) => `ord_${id}`),
    );
    expect(cursors()).toEqual([
      "?limit=2",
      "?limit=2&starting_after=ord_4",
      "?limit=2&starting_after=ord_2",
    ]);
  });

  it("goes towards newer items with ending_before, and reads no page too many", async () => {
    replies = [page([3, 2], true), page([5, 4], true)];
    const list = client().listOrders({ ending_before: "ord_1" });
    expect(await list.toArray({ limit: 4 })).toHaveLength(4);
    expect(cursors()).toEqual(["?ending_before=ord_1", "?ending_before=ord_3"]);
  });
});
