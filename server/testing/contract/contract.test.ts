// Each deviation of a response from the document is reported by name.
import { beforeAll, describe, expect, it } from "vitest";
import { call, checkedServe, publishedContract } from "#testing/api";
import type { Contract, Exchange } from "#testing/contract/contract";
import { makeAccount, makeKey, makeStock } from "#testing/factories";

type Json = Record<string, unknown>;
interface Planted {
  method?: string;
  pathname?: string;
  status?: number;
  /** Null removes a header. */
  headers?: Record<string, string | null>;
  body?: string;
  /** Changes the body's JSON. */
  json?: (body: Json) => unknown;
}

let contract: Contract;
const real: Record<string, Exchange> = {};

/** Records a real response of the API, which must match the contract. */
async function record(name: string, method: string, path: string, options = {}): Promise<void> {
  const { status, headers, text } = await call(method, path, options);
  const pathname = `/v1${path}`.replace(/\?.*/, "");
  real[name] = { method, pathname, status, headers, body: new TextEncoder().encode(text) };
}

beforeAll(async () => {
  contract = await publishedContract();
  const { token: key, test } = await makeAccount();
  const { portfolioId } = await makeStock();
  const { token: readKey } = await makeKey(test, "read");
  const body = { amount_kg: 3, portfolio_id: portfolioId };
  await record("placed", "POST", "/orders", { key, body });
  await record("list", "GET", "/orders", { key });
  await record("head", "HEAD", "/orders", { key });
  await record("options", "OPTIONS", "/orders");
  await record("refused", "POST", "/orders", { key, body: { amount_kg: 0 } });
  await record("unauthorized", "GET", "/orders");
  await record("forbidden", "POST", "/orders", { key: readKey, body });
  await record("missing", "GET", "/orders/ord_nowhere", { key });
  await record("not allowed", "PATCH", "/orders", { key });
  await record("no path", "GET", "/nowhere", { key });
});

/** Returns the recorded exchange with one deviation. */
function plant(name: string, planted: Planted): Exchange {
  const exchange = real[name];
  if (!exchange) throw new Error(`${name} was not recorded`);
  const headers = new Headers(exchange.headers);
  for (const [header, value] of Object.entries(planted.headers ?? {})) {
    if (value === null) headers.delete(header);
    else headers.set(header, value);
  }
  let text = planted.body ?? new TextDecoder().decode(exchange.body);
  if (planted.json) text = JSON.stringify(planted.json(JSON.parse(text)));
  const { method, pathname, status } = { ...exchange, ...planted };
  return { method, pathname, status, headers, body: new TextEncoder().encode(text) };
}

const asRateLimited = (body: Json) => ({
  ...body,
  type: String(body["type"]).replace("not-found", "rate-limited"),
  code: "rate-limited",
  status: 429,
});

const planted: [differs: string, name: string, by: Planted, message: RegExp][] = [
  ["an unknown field", "placed", { json: (it) => ({ ...it, extra: 1 }) }, /additional.*extra/],
  [
    "an unknown field in a list",
    "list",
    { json: (it) => ({ ...it, data: (it["data"] as Json[]).map((one) => ({ ...one, x: 1 })) }) },
    /^body\/data\/0 .*additional/,
  ],
  ["a missing field", "placed", { json: ({ id: _, ...it }) => it }, /required property 'id'/],
  [
    "a number as text",
    "placed",
    { json: (it) => ({ ...it, amount_kg: "3" }) },
    /amount_kg.*integer/,
  ],
  ["an invalid time", "placed", { json: (it) => ({ ...it, created_on: "now" }) }, /created_on/],
  ["an invalid state", "placed", { json: (it) => ({ ...it, state: "lost" }) }, /state.*allowed/],
  ["a body that is not JSON", "placed", { body: "{" }, /cannot be read/],
  ["no body", "list", { body: "" }, /^body/],
  ["an undocumented status", "placed", { status: 202 }, /202 is not documented/],
  ["another success status", "list", { status: 201 }, /201 is not documented/],
  ["no X-Request-Id", "list", { headers: { "x-request-id": null } }, /x-request-id is missing/],
  ["an undocumented header", "list", { headers: { "x-debug": "1" } }, /x-debug is not doc/],
  ["HTML", "list", { headers: { "content-type": "text/html" } }, /text\/html is not documented/],
  ["no content type", "list", { headers: { "content-type": null } }, /content-type is missing/],
  ["no Location", "placed", { headers: { location: null } }, /location is missing/],
  [
    "a Location without a resource",
    "placed",
    { headers: { location: "http://localhost:3000/v1/nowhere/x" } },
    /no resource at the Location/,
  ],
  [
    "a 401 without its challenge",
    "unauthorized",
    { headers: { "www-authenticate": null } },
    /WWW-A/,
  ],
  [
    "a 401 with details",
    "unauthorized",
    { json: (it) => ({ ...it, detail: "x" }) },
    /only status and title/,
  ],
  [
    "a problem as plain JSON",
    "missing",
    { headers: { "content-type": "application/json" } },
    /must be/,
  ],
  [
    "another status in a problem",
    "missing",
    { json: (it) => ({ ...it, status: 400 }) },
    /has status 400/,
  ],
  [
    "a problem without a type",
    "missing",
    { json: ({ type: _, ...it }) => it },
    /type must end with the code/,
  ],
  [
    "a problem of an unknown type",
    "missing",
    { json: (it) => ({ ...it, type: "https://x.example/errors/lost" }) },
    /type must end with the code/,
  ],
  [
    "a problem that this endpoint does not document",
    "missing",
    { pathname: "/v1/orders", json: (it) => it },
    /404 is not documented/,
  ],
  ["another request's id", "missing", { json: (it) => ({ ...it, instance: "x" }) }, /instance/],
  [
    "a 400 that names no field",
    "refused",
    { json: (it) => ({ ...it, errors: {} }) },
    /name fields/,
  ],
  ["a 400 without errors", "refused", { json: ({ errors: _, ...it }) => it }, /name fields/],
  [
    "fields in another error",
    "forbidden",
    { json: (it) => ({ ...it, errors: { x: ["y"] } }) },
    /fields/,
  ],
  [
    "an unknown code",
    "missing",
    { json: (it) => ({ ...it, code: "lost" }) },
    /lost is not a code for 404/,
  ],
  [
    "a field without a code",
    "refused",
    { json: (it) => ({ ...it, error_codes: {} }) },
    /each field must have its code/,
  ],
  ["a 405 without Allow", "not allowed", { headers: { allow: null } }, /allow is missing/],
  [
    "a 405 that omits a method",
    "not allowed",
    { headers: { allow: "GET, HEAD, OPTIONS" } },
    /Allow must/,
  ],
  ["a 404 for a method", "not allowed", { status: 404 }, /it must be a 405/],
  [
    "a 429 without Retry-After",
    "missing",
    { status: 429, json: asRateLimited },
    /retry-after is missing/,
  ],
  ["an unknown path as a success", "no path", { status: 200 }, /must be a 404/],
  ["a HEAD with a body", "head", { body: "{}" }, /must have no body/],
  ["an OPTIONS with a body", "options", { body: "{}" }, /must have no body/],
  ["an OPTIONS without Allow", "options", { headers: { allow: null } }, /Allow must be/],
];

describe("the contract", () => {
  it("reports nothing on the API's real responses", () => {
    const message = Object.values(real).map((exchange) => contract.faultsOf(exchange));
    expect(message).toEqual(Object.values(real).map(() => []));
  });

  it.each(planted)("reports %s in a response of the kind: %s", (_differs, name, by, message) => {
    expect(contract.faultsOf(plant(name, by)).join("\n")).toMatch(message);
  });

  it("reports a 204 with a body or a content type", () => {
    const deletion = contract.document.operations.find(({ responses }) => responses.has(204));
    const pathname = `/v1${deletion?.path.replace(/\{\w+\}/, "x")}`;
    const method = deletion?.method ?? "";
    const headers = new Headers({ "x-request-id": "12345678", "cache-control": "no-store" });
    const none = { method, pathname, status: 204, headers, body: new Uint8Array() };
    expect(contract.faultsOf(none)).toEqual([]);
    expect(contract.faultsOf({ ...none, body: new Uint8Array(1) }).join()).toMatch(/no body/);
    const typed = new Headers([...headers, ["content-type", "text/plain"]]);
    expect(contract.faultsOf({ ...none, headers: typed }).join()).toMatch(/no content type/);
  });

  it("fails a test that gets such a response", async () => {
    const wrong = async () => new Response("{}", { headers: { "content-type": "text/plain" } });
    const request = new Request("http://localhost/v1/orders");
    await expect(checkedServe(request, wrong)).rejects.toThrow(/orders broke the contract/);
  });
});
