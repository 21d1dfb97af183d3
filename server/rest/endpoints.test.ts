// Covers every endpoint of the registry: only its account gets anything from it, each problem
// that its documentation names is returned, and a repeated request has one effect.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, database } from "#core/db";
import { env } from "#core/env";
import type { ProblemCode } from "#core/errors";
import { isUsed } from "#modules";
import { freePort } from "#setup/free-port";
import { call, publishedContract } from "#testing/api";
import { Callers, send } from "#testing/endpoints/callers";
import { type Case, casesOf } from "#testing/endpoints/cases";
import { Provoker } from "#testing/endpoints/problems";
import {
  type Attempt,
  foreignLists,
  refusalsOf,
  takesSubaccount,
} from "#testing/endpoints/refusals";
import {
  expectRepeatable,
  ignoredKeys,
  isRepeatable,
  unusedKeys,
  withKey,
} from "#testing/endpoints/repeats";
import type { ValidRequest } from "#testing/endpoints/valid-request";
import { unlistedFields, wrongRequests } from "#testing/endpoints/wrong-requests";
import { collectionOf, makeHolder } from "#testing/objects";
import { withLivePayments, withSettings } from "#testing/settings";
import { fingerprint } from "#testing/tables";
import { openapiDocument, openapiEndpoint } from "./openapi";
import { endpoints } from "./registry";

// As many connections as there are requests at once: some wait for each other.
withSettings({ CT_ALLOW_PRIVATE_NETWORK: true, CT_DATABASE_POOL: 40 });
withLivePayments();

const { document } = await publishedContract();
const cases = casesOf([...endpoints, openapiEndpoint], document);
const keyed = cases.filter(({ endpoint }) => endpoint.access !== "public");
const writes = cases.filter(isRepeatable);
let callers: Callers;
let provoker: Provoker;

beforeAll(async () => {
  // Reading the document opened the pool before the settings.
  await closeDatabase();
  callers = await Callers.open();
  provoker = await Provoker.open(callers);
});
afterAll(() => callers.close());

/** Codes that the document names for the operation. */
function documented({ endpoint }: Case): ProblemCode[] {
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document's nodes.
  const root = openapiDocument() as any;
  const { responses } = root.paths[endpoint.path][endpoint.method.toLowerCase()];
  return Object.values<{ $ref: string }>(responses).flatMap(({ $ref }) => {
    const response = root.components.responses[$ref?.split("/").at(-1) ?? ""];
    const { examples = {} } = response?.content["application/problem+json"] ?? {};
    return Object.keys(examples) as ProblemCode[];
  });
}

/** Provoked below: a conflict changes something, and the others are tested for all at once. */
const later = ["conflict", "idempotency-concurrent-requests", "internal", "unavailable"];

function problemOf(one: Case, code: ProblemCode, request: ValidRequest): Attempt {
  return async () => {
    const response = await provoker.provoke(one, code, request);
    // A 401 has no code.
    const problem = response?.status === 401 ? "unauthorized" : response?.json?.code;
    return { what: `provoked into ${code}`, got: problem ?? "not provoked", expected: code };
  };
}

/** Sends all requests at once, and expects of each what it must get. */
async function expectAll(attempts: Attempt[]): Promise<void> {
  const outcomes = await Promise.all(attempts.map((attempt) => attempt()));
  expect(outcomes.map(({ what, got }) => [what, got])).toEqual(
    outcomes.map(({ what, expected }) => [what, expected]),
  );
}

describe.each(cases)("$name", (one) => {
  let request: ValidRequest;
  beforeAll(async () => {
    request = await callers.request(one);
  });

  it("refuses callers without permission, names wrong fields, and changes nothing", async () => {
    const { access, method } = one.endpoint;
    // rate-limit.test.ts provokes that of the rate limit.
    const codes = documented(one).filter((code) => ![...later, "rate-limited"].includes(code));
    const attempts = [
      ...(access === "public" ? [] : await refusalsOf(callers, one, request)),
      ...(isRepeatable(one) ? unusedKeys(callers, one, request) : []),
      ...(access === "read" && /GET|POST/.test(method) ? ignoredKeys(callers, one, request) : []),
      ...codes.map((code) => problemOf(one, code, request)),
    ];
    const before = await fingerprint();
    await expectAll(attempts);
    await expectAll([problemOf(one, "internal", request)]);
    expect(await unlistedFields(one)).toEqual([]);
    env.CT_ALLOW_PRIVATE_NETWORK = false;
    await expectAll(await wrongRequests(callers, one, request));
    expect(await fingerprint()).toEqual(before);
  });

  it("accepts its account's request, and performs it once per Idempotency-Key", async () => {
    const id = await callers.objectOf("own", "/subaccounts");
    const headers = { ...request.headers, "x-subaccount-id": id };
    const sent = takesSubaccount(one) ? { ...request, headers } : request;
    if (isRepeatable(one)) return expectRepeatable(callers, one, sent);
    const { access, operationId } = one.endpoint;
    // Others still need the objects of the shared account.
    const holder = operationId === "resetTestAccount" ? await makeHolder() : callers.holders.own;
    const keys = { public: null, read: callers.readKey, write: holder.token };
    const { status, text } = await send(one, sent, keys[access]);
    expect([status, text]).toEqual([one.endpoint.status ?? 200, text]);
  });
});

const lists = keyed.filter(({ endpoint: { method, path } }) =>
  /^GET [^{]*$/.test(`${method} ${path}`),
);

it.each(lists)("$name returns nothing of other accounts", async (one) => {
  await expectAll(await foreignLists(callers, one));
});

interface Page {
  key: string;
  limit: number;
  before?: string | undefined;
}

/** Reads a list page by page from one end to the other. */
async function pagesOf(path: string, { key, limit, before }: Page): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = before ? `&ending_before=${before}` : ""; ; ) {
    const { json } = await call("GET", `${path}?limit=${limit}${cursor}`, { key });
    const page: string[] = json.data.map(({ id }: { id: string }) => id);
    expect(page.length).toBeLessThanOrEqual(limit);
    if (before) ids.unshift(...page);
    else ids.push(...page);
    if (!json.has_more) return ids;
    cursor = before ? `&ending_before=${page[0]}` : `&starting_after=${page.at(-1)}`;
  }
}

const paged = lists.filter(({ operation }) =>
  operation.parameters.some(({ name }) => name === "ending_before"),
);

it.each(paged)(
  "$name has each object once, newest first, in any pages and both ways",
  async (one) => {
    const { path } = one.endpoint;
    const holder = await makeHolder();
    const created: string[] = [];
    for (let count = 0; count < 5; count += 1)
      created.unshift(await collectionOf(path).make(holder));
    const { token: key } = holder;
    const all = await pagesOf(path, { key, limit: 100 });
    expect(all.filter((id) => created.includes(id))).toEqual(created);
    expect(new Set(all).size).toBe(all.length);
    for (const limit of [1, 2, 3]) {
      expect(await pagesOf(path, { key, limit })).toEqual(all);
      expect(await pagesOf(path, { key, limit, before: all.at(-1) })).toEqual(all.slice(0, -1));
    }
  },
);

/** In conflict only with a reservation that has ended. */
const reserving = ["placeOrder", "createCheckoutSession", "createOrderCheckoutSession"];
const conflicting = cases.filter(
  (one) =>
    documented(one).includes("conflict") &&
    (isUsed("reservations") || !reserving.includes(one.operation.operationId)),
);

it.each(conflicting)("$name returns a conflict", async (one) => {
  await expectAll([problemOf(one, "conflict", { path: "" })]);
});

const paths = [...new Set(cases.map(({ endpoint }) => endpoint.path))];

it.each(paths)("%s takes its own methods and no others", async (path) => {
  const { token } = callers.holders.own;
  const own = cases.filter(({ endpoint }) => endpoint.path === path);
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"]) {
    if (own.some(({ endpoint }) => endpoint.method === method.replace("HEAD", "GET"))) continue;
    // The contract has which methods `Allow` names.
    const { status } = await call(method, path.replace("{id}", "nowhere"), { key: token });
    expect([method, status]).toEqual([method, method === "OPTIONS" ? 204 : 405]);
  }
});

it("the objects that requests shared still exist", async () => {
  const missing = await callers.missingObjects(keyed);
  expect(missing).toEqual([]);
});

it("each repeatable operation refuses the key of a request that is still running", async () => {
  const code = "idempotency-concurrent-requests";
  expect(cases.filter((one) => documented(one).includes(code))).toEqual(writes);
  const { account, token } = callers.holders.own;
  const requests: [Case, ValidRequest][] = [];
  for (const one of writes) {
    requests.push([one, withKey(await callers.request(one), `${one.name} running`)]);
  }
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO idempotency_keys (account_id, key, request_hash, created_at)
     SELECT $1, key, '', now() FROM unnest($2::text[]) key`,
    [account.id, writes.map(({ name }) => `${name} running`)],
  );
  const running = await Promise.all(requests.map((sent) => send(...sent, token)));
  expect(running.map(({ json }) => json.code)).toEqual(writes.map(() => code));
  await client.query("ROLLBACK");
  await client.end();
  for (const sent of requests) {
    const { status, text } = await send(...sent, token);
    expect([status, text]).toEqual([sent[0].endpoint.status ?? 200, text]);
  }
});

it("a request for another subaccount is another request to its Idempotency-Key", async () => {
  const one = writes.find(({ endpoint }) => endpoint.operationId === "placeOrder") as Case;
  const request = withKey(await callers.request(one), "for whom");
  const { token } = callers.holders.own;
  expect((await send(one, request, token)).status).toBe(201);
  const subaccount = await callers.objectOf("own", "/subaccounts");
  const headers = { ...request.headers, "x-subaccount-id": subaccount };
  expect((await send(one, { ...request, headers }, token)).status).toBe(422);
});

it("an order's first response is repeated even if a higher price would reject it now", async () => {
  const { token: key, categoryId } = callers.holders.another;
  const order = (total_price_usd_cents: number) =>
    call("POST", "/orders", {
      key,
      body: { total_price_usd_cents },
      headers: { "idempotency-key": "before the price rose" },
    });
  const first = await order(25);
  expect(first.status).toBe(201);
  const raised = { data: { apiPricePerTonne: 100_000 } };
  await database().prisma.categoryPrice.updateMany({ where: { categoryId }, ...raised });
  const again = await order(25);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("x-idempotent-replay")).toBe("true");
  expect((await order(26)).status).toBe(422);
});

it("each operation is unavailable while the database is", async () => {
  const url = process.env["DATABASE_URL"];
  await closeDatabase();
  process.env["DATABASE_URL"] = `postgresql://nobody@127.0.0.1:${await freePort()}/nothing`;
  // The document itself needs no database: the front refuses it when the process is overloaded.
  const reading = cases.filter(({ endpoint }) => endpoint !== openapiEndpoint);
  for (const one of reading) {
    const path = one.endpoint.path === "/verify" ? { path: "/verify?serial=SBX-1-1" } : {};
    const { json, text } = await provoker.send(one, path);
    expect([one.name, json.code]).toEqual([one.name, "unavailable"]);
    expect(text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
    expect(documented(one)).toContain("unavailable");
  }
  await closeDatabase();
  process.env["DATABASE_URL"] = url;
});
