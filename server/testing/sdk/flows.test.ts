// The SDK against the API, whose responses are checked against the OpenAPI document.
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { ApiError, CarbonTill, type ClientOptions, ConnectionError } from "#sdk";
import { checkedServe } from "#testing/api";
import { pay } from "#testing/checkout";
import { makeAccount, makeStock, matchAll } from "#testing/factories";

let apiKey: string;
let accountId: string;
let portfolioId: string;

beforeAll(async () => {
  const { token, account } = await makeAccount();
  [apiKey, accountId] = [token, account.id];
  ({ portfolioId } = await makeStock({ apiPrice: 2 }));
});

const serve = (url: string, init: RequestInit) => checkedServe(new Request(url, init));

function client(options: Partial<ClientOptions> = {}) {
  return new CarbonTill({ baseUrl: "http://till.test", apiKey, fetch: serve, ...options });
}

/** Serves every request, but its first `count` responses are lost. */
function losing(count: number): NonNullable<ClientOptions["fetch"]> {
  let left = count;
  return async (url, init) => {
    const response = await serve(url, init);
    if (left === 0) return response;
    left -= 1;
    throw new TypeError("the connection was lost");
  };
}

const countOrders = (metadata: string) =>
  database().prisma.order.count({ where: { accountId, metadata } });

describe("an order", () => {
  it("costs what was quoted, and is fulfilled, found and read", async () => {
    const till = client();
    const quote = await till.quoteMass({ amount_kg: 25, portfolio_id: portfolioId });
    const placed = await till.placeOrder({ amount_kg: 25, portfolio_id: portfolioId });
    expect(placed).toMatchObject({ state: "placed", price_usd_cents: quote.price_usd_cents });
    await matchAll();
    expect((await till.getOrder(placed.id)).state).toBe("fulfilled");
    const [newest] = await till.listOrders().toArray({ limit: 1 });
    expect(newest?.id).toBe(placed.id);
  });

  it("is placed once although its response is lost, and the call returns it", async () => {
    const input = { amount_kg: 1, portfolio_id: portfolioId, metadata: "lost" };
    const order = await client({ fetch: losing(1) }).placeOrder(input);
    expect(await countOrders("lost")).toBe(1);
    expect(await client().getOrder(order.id)).toMatchObject({ metadata: "lost" });
  });

  it("is placed once if a call without any response is repeated with its key", async () => {
    const input = { amount_kg: 1, portfolio_id: portfolioId, metadata: "again" };
    const call = client({ fetch: losing(1), maxRetries: 0 }).placeOrder(input);
    const error = await call.catch((it: unknown) => it);
    if (!(error instanceof ConnectionError)) throw error;
    const idempotencyKey = error.idempotencyKey ?? "";
    const order = await client().placeOrder(input, { idempotencyKey });
    expect(await client().placeOrder(input, { idempotencyKey })).toEqual(order);
    expect(await countOrders("again")).toBe(1);
  });

  it("is another order for each call", async () => {
    const input = { amount_kg: 1, portfolio_id: portfolioId, metadata: "two" };
    await Promise.all([client().placeOrder(input), client().placeOrder(input)]);
    expect(await countOrders("two")).toBe(2);
  });

  it("is refused with the code of each field", async () => {
    const refused = client().placeOrder({ amount_kg: 0, portfolio_id: "pf_none" });
    await expect(refused).rejects.toThrow(ApiError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: "invalid-parameters",
      errorCodes: { amount_kg: "too-small" },
      requestId: expect.stringMatching(/./),
    });
    const wrongKey = client({ apiKey: "ct_test_none" }).getOrder("ord_1");
    await expect(wrongKey).rejects.toMatchObject({ status: 401, code: "unauthorized" });
  });
});

describe("other operations", () => {
  it("goes from a paid session to its order", async () => {
    const till = client();
    const session = await till.createCheckoutSession({
      amount_kg: 20,
      portfolio_id: portfolioId,
      success_url: "https://shop.example/thanks",
      cancel_url: "https://shop.example/basket",
    });
    expect(session.order_id).toBeNull();
    expect(await pay(session.id)).toBe("started");
    const { state, order_id: id } = await till.getCheckoutSession(session.id);
    expect(state).toBe("complete");
    const [order, ...others] = await till.listOrders({ checkout_session_id: session.id }).toArray();
    expect(order).toMatchObject({ id, checkout_session_id: session.id, amount_kg: 20 });
    expect(others).toEqual([]);
  });

  it("goes through all pages of a list, each item once", async () => {
    const till = client();
    const created = await Promise.all(
      Array.from({ length: 5 }, (_, index) => till.createSubaccount({ name: `Shop ${index}` })),
    );
    const listed = await till.listSubaccounts({ limit: 2 }).toArray();
    expect(listed.map(({ id }) => id)).toEqual(
      created.map(({ id }) => id).sort((one, other) => (one < other ? 1 : -1)),
    );
  });

  it("creates a checkout session for a subaccount, uploads its logo and deletes it", async () => {
    const till = client();
    const { id: subaccountId } = await till.createSubaccount({ name: "Checkout" });
    const session = await till.createCheckoutSession(
      {
        amount_kg: 20,
        portfolio_id: portfolioId,
        description: "Cart 1",
        success_url: "https://shop.example/thanks",
        cancel_url: "https://shop.example/basket",
      },
      { subaccountId },
    );
    expect(session).toMatchObject({ subaccount_id: subaccountId, order_description: "Cart 1" });
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9"/></svg>';
    const logo = new Blob([svg], { type: "image/svg+xml" });
    const { logo_url: url } = await till.uploadSubaccountLogo(subaccountId, logo);
    expect(url).toMatch(/^http/);
    const empty = await till.createSubaccount({ name: "Deleted" });
    const deleting = client({ fetch: losing(1) }).deleteSubaccount(empty.id);
    expect(await deleting).toBeUndefined();
    await expect(till.deleteSubaccount(empty.id)).rejects.toMatchObject({ code: "not-found" });
  });
});
