// A shop that opens checkout sessions, and its customers.
import { type APIRequestContext, expect, type Page } from "playwright/test";
import { headers } from "./demo-account";

export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  confirms: "4000000000003220",
  paysLater: "4000000000000077",
  failsLater: "4000000000000341",
  failedRefund: "4000000000005126",
  lostDispute: "4000000000000259",
} as const;

interface Session {
  id: string;
  state: string;
  checkout_url: string;
  price_usd_cents: number;
  created_on: string;
}

/** Creates a session that returns the customer to a shop played by the test. */
export async function openSession(
  request: APIRequestContext,
  body: object = {},
  at: { url: string; key: string } = { url: "", key: process.env["CT_E2E_KEY"] ?? "" },
): Promise<Session> {
  const data = {
    amount_kg: 25,
    success_url: "https://shop.example/thanks?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.example/basket",
    description: "Your flight to Lisbon",
    ...body,
  };
  const headers = { authorization: `Bearer ${at.key}` };
  const response = await request.post(`${at.url}/v1/checkout/sessions`, { headers, data });
  expect(response.status()).toBe(201);
  return (await response.json()) as Session;
}

/** Reads the session from the API. */
export async function readSession(request: APIRequestContext, id: string): Promise<Session> {
  const response = await request.get(`/v1/checkout/sessions/${id}`, { headers: headers() });
  return (await response.json()) as Session;
}

export async function expireSession(request: APIRequestContext, id: string): Promise<number> {
  const path = `/v1/checkout/sessions/${id}/expire`;
  return (await request.post(path, { headers: headers() })).status();
}

export interface Order {
  id: string;
  state: string;
  price_usd_cents: number;
  checkout_session_id: string | null;
}

/** Yields the orders placed since then, newest first. */
async function idsSince(request: APIRequestContext, since: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ""; ; ) {
    const list = await request.get(`/v1/orders?limit=100${after}`, { headers: headers() });
    const { data, has_more } = (await list.json()) as {
      data: { id: string; created_on: string }[];
      has_more: boolean;
    };
    const young = data.filter(({ created_on }) => created_on >= since);
    ids.push(...young.map(({ id }) => id));
    if (young.length < data.length || !has_more) return ids;
    after = `&starting_after=${data.at(-1)?.id}`;
  }
}

/** Orders of the session; older orders cannot be its own. */
export async function ordersOf(request: APIRequestContext, sessionId: string): Promise<Order[]> {
  const { created_on } = await readSession(request, sessionId);
  const orders = await Promise.all(
    (await idsSince(request, created_on)).map(async (id) => {
      const response = await request.get(`/v1/orders/${id}`, { headers: headers() });
      return (await response.json()) as Order;
    }),
  );
  return orders.filter((order) => order.checkout_session_id === sessionId);
}

export async function cancelOrder(request: APIRequestContext, id: string): Promise<number> {
  return (await request.post(`/v1/orders/${id}/cancel`, { headers: headers() })).status();
}

/** Plays the shop, so that no request leaves the machine. */
export async function playShop(page: Page): Promise<void> {
  await page.route("https://shop.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>The shop</h1>" }),
  );
}

/** Fills in the payment form. */
export async function fillIn(page: Page, number: string = cards.good): Promise<void> {
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12 / 40");
  await page.getByLabel("Security code").fill("123");
}

export const payButton = (page: Page) => page.getByRole("button", { name: /^Pay / });
export const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Opens a new session's page and pays with the card. */
export async function payNew(page: Page, request: APIRequestContext, number?: string) {
  const session = await openSession(request);
  await page.goto(`/checkout/${session.id}`);
  await fillIn(page, number);
  await payButton(page).click();
  return session;
}
