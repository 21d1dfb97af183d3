// Floods of everything that strangers can send, without a key, and with that of their own account.
import type { FloodPlan } from "#testing/torture/flood-client";
import type { Shop } from "#testing/torture/flood-shop";

export type Flood = Omit<FloodPlan, "port">;

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

function post(target: string, body: string, headers: string[] = []): string {
  const all = [
    `POST ${target} HTTP/1.1`,
    "Host: localhost",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${all.join("\r\n")}\r\n\r\n${body}`;
}

const JSON_BODY = "Content-Type: application/json";
const FORM_BODY = "Content-Type: application/x-www-form-urlencoded";
const RESET = "/trpc/session.requestPasswordReset";
const SLOW_BODY = " ".repeat(10_000);
const WIDE = `{"amount_kg":1${Array.from({ length: 60_000 }, (_, n) => `,"k${n}":1`).join("")}}`;
const DEEP = `{"amount_kg":${"[".repeat(1_000_000)}`;

const repeated = (request: string, addresses = 1, connections = 100): Flood => ({
  request,
  connections,
  addresses,
  manner: "repeat",
});

/** As many as one address may open. */
const slow = (request: string): Flood => ({
  request,
  connections: 250,
  addresses: 1,
  manner: "drip",
});

function pagesOf({ order, slug }: Shop): Record<string, Flood> {
  return {
    "openapi.json, pipelined and never read": {
      request: get("/v1/openapi.json"),
      connections: 200,
      addresses: 1,
      manner: "ahead",
    },
    "openapi.json": repeated(get("/v1/openapi.json")),
    "certificate page": repeated(get(`/certificates/${order}`)),
    "certificate page, from 50 addresses": repeated(get(`/certificates/${order}?[n]`), 50),
    "certificate PDF": repeated(get(`/certificates/${order}/pdf`)),
    "impact page": repeated(get(`/impact/${slug}`)),
    "docs reference": repeated(get("/docs/reference")),
    "docs reference, from 50 addresses": repeated(get("/docs/reference?[n]"), 50),
    "verify page": repeated(get("/verify?serial=SBX-1-[n]")),
    "lookups, from 50 addresses": repeated(get("/v1/verify?serial=SBX-1-[n]"), 50),
    "missing pages, from 50 addresses": repeated(get("/missing/[n]"), 50),
    "missing checkout pages, from 50 addresses": repeated(get("/checkout/cs_[n]"), 50),
  };
}

function formsOf(): Record<string, Flood> {
  const reset = JSON.stringify({ 0: { email: "nobody-[n]@example.com" } }).padEnd(64);
  const login = "email=nobody%40example.com&password=wrong-password&csrfToken=x&json=true";
  const unknownKey = [JSON_BODY, "Authorization: Bearer ct_test_[n]"];
  return {
    "login forms": repeated(post("/api/auth/callback/credentials", login, [FORM_BODY])),
    "forgot-password forms, from 50 addresses": repeated(
      post(`${RESET}?batch=1`, reset, [JSON_BODY]),
      50,
    ),
    "orders with made-up keys, from 50 addresses": repeated(
      post("/v1/orders", '{"amount_kg":1}', unknownKey),
      50,
    ),
    "bodies of a byte a second": {
      request: post("/v1/orders", " ".repeat(1000), unknownKey),
      connections: 1000,
      addresses: 10,
      manner: "drip",
    },
    "idle connections": { request: "", connections: 5000, addresses: 50, manner: "idle" },
  };
}

/** Bodies that are slow or expensive, mostly with a valid key or an open session. */
function bodiesOf({ port, stranger: { key, session } }: Shop): Record<string, Flood> {
  const withKey = [JSON_BODY, `Authorization: Bearer ${key}`];
  const form = [FORM_BODY, `Origin: http://127.0.0.1:${port}`];
  const notice = [JSON_BODY, `Stripe-Signature: t=1,v1=${"a".repeat(64)}`];
  return {
    "slow orders with a key": slow(post("/v1/orders", SLOW_BODY, withKey)),
    "slow sessions with a key": slow(post("/v1/checkout/sessions", SLOW_BODY, withKey)),
    "slow quotes with a key": slow(post("/v1/quotes", SLOW_BODY, withKey)),
    "slow pay forms of an open session": slow(post(`/checkout/${session}/pay`, SLOW_BODY, form)),
    "slow payment notices": slow(post("/webhooks/stripe", SLOW_BODY, notice)),
    "wide JSON with a key": repeated(post("/v1/orders", WIDE, withKey), 1, 20),
    "deep JSON with a key": repeated(post("/v1/orders", DEEP, withKey), 1, 20),
    "wide JSON without a key": repeated(post(RESET, WIDE, [JSON_BODY]), 1, 20),
    "deep JSON without a key": repeated(post(RESET, DEEP, [JSON_BODY]), 1, 20),
  };
}

/** By name, in their order. */
export function floodsOf(shop: Shop): Record<string, Flood> {
  return { ...pagesOf(shop), ...formsOf(), ...bodiesOf(shop) };
}
