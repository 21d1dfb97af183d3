// Covers every POST of the registry, repeated and concurrent.
import "#testing/private-network";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { type ApiResponse, call, publishedContract } from "#testing/api";
import { type Case, casesOf, servePicture } from "#testing/cases";
import type { LocalServer } from "#testing/local-server";
import { type Holder, makeCounterpart, makeHolder } from "#testing/objects";
import { withLivePayments } from "#testing/settings";
import { countRows, fingerprint } from "#testing/tables";
import { fieldsOf, makeValidRequest, type ValidRequest } from "#testing/valid-request";
import { endpoints } from "./registry";

withLivePayments();

const LONGEST_KEY = 512;

const { document } = await publishedContract();
let holder: Holder;
let another: Holder;
let counterpart: Holder;
let pictures: LocalServer;

beforeAll(async () => {
  [holder, another] = [await makeHolder(), await makeHolder()];
  counterpart = await makeCounterpart(holder);
  pictures = await servePicture();
});
afterAll(() => pictures.close());

const cases = casesOf(endpoints, document);
const posts = cases.filter(({ endpoint }) => endpoint.method === "POST");
const writes = posts.filter(({ endpoint }) => endpoint.access === "write" && !endpoint.isUnkeyed);
const reads = cases.filter(
  ({ endpoint }) => endpoint.access === "read" && /GET|POST/.test(endpoint.method),
);

const valid = ({ operation }: Case, owner = holder) =>
  makeValidRequest({ document, operation, holder: owner, pictureUrl: `${pictures.origin}/logo` });

function send(
  { endpoint }: Case,
  { path, ...options }: ValidRequest,
  idempotencyKey: string,
  { token } = holder,
): Promise<ApiResponse> {
  const headers = { ...options.headers, "idempotency-key": idempotencyKey };
  return call(endpoint.method, path, { ...options, key: token, headers });
}

/** Headers of the content, not of the single request. */
function contentHeaders({ headers }: ApiResponse) {
  const own = ["content-type", "location", "deprecation", "link"];
  return own.map((name) => [name, headers.get(name)]);
}

/** Alternative values of fields. */
const others: Record<string, (value: unknown) => unknown> = {
  amount_kg: (value) => Number(value) + 1,
  distance_km: (value) => Number(value) + 1,
  slug: (value) => `${value}-other`,
  name: () => "Other",
  from: (value) => new Date(Date.parse(String(value)) + 1).toISOString(),
  url: (value) => `${value}/other`,
  overlap_hours: () => 1,
  forward_to: (value) => `${value}/other`,
  advance_seconds: (value) => Number(value) + 1,
};

/** Changes the object or the value of a field. */
async function otherThan(one: Case, request: ValidRequest): Promise<ValidRequest> {
  if (one.endpoint.path.includes("{")) return valid(one);
  const body = { ...(request.body as Record<string, unknown>) };
  const { fields } = fieldsOf({ document, operation: one.operation });
  const field = [...Object.keys(body), ...Object.keys(fields)].find((name) => name in others);
  if (field === undefined) throw new Error(`Which field of ${one.name} can have another value?`);
  return { ...request, body: { ...body, [field]: others[field]?.(body[field]) } };
}

/** A request that is rejected: for an unknown object, or with an unknown field. */
function refused(one: Case, { path, ...request }: ValidRequest): ValidRequest {
  if (one.endpoint.path.includes("{")) return { path: `${path}`.replace(/_\w+/, "_0"), ...request };
  return { path, ...request, body: { ...(request.body as object), nobody_knows: 1 } };
}

type Rows = Record<string, number>;

function difference(before: Rows, after: Rows): Rows {
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  return Object.fromEntries(
    changed.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)]),
  );
}

describe.each(writes)("$name with an Idempotency-Key", (one) => {
  const { name } = one;
  const success = one.endpoint.status ?? 200;

  it("has its effect once, and repeats its response byte by byte with a replay header", async () => {
    const request = await valid(one);
    const before = await fingerprint();
    const first = await send(one, request, `${name} replay`);
    expect([first.status, first.text]).toEqual([success, first.text]);
    expect(first.headers.get("x-idempotent-replay")).toBeNull();
    const after = await fingerprint();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed).toContain("idempotency_keys");
    expect(changed.length).toBeGreaterThan(1);
    const again = await send(one, request, `${name} replay`);
    expect(await fingerprint()).toEqual(after);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(contentHeaders(again)).toEqual(contentHeaders(first));
    expect(again.headers.get("x-idempotent-replay")).toBe("true");
  });

  it("rejects another request with the same key, and changes nothing", async () => {
    const request = await valid(one);
    const other = await otherThan(one, request);
    expect((await send(one, request, `${name} changed`)).status).toBe(success);
    const before = await fingerprint();
    const response = await send(one, other, `${name} changed`);
    expect([response.status, response.json.title]).toEqual([
      422,
      "Previous request submitted with same idempotency key had different payload",
    ]);
    expect(await fingerprint()).toEqual(before);
    expect((await send(one, other, `${name} other`)).status).toBe(success);
  });

  it("has one effect for 8 identical concurrent requests", async () => {
    const alone = await valid(one);
    const together = await valid(one);
    const before = await countRows();
    await send(one, alone, `${name} alone`);
    const between = await countRows();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => send(one, together, `${name} together`)),
    );
    expect(difference(between, await countRows())).toEqual(difference(before, between));
    const done = responses.filter(({ status }) => status === success);
    expect(responses.filter(({ status }) => status !== success && status !== 409)).toEqual([]);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    const replays = done.filter(({ headers }) => headers.has("x-idempotent-replay"));
    expect(replays).toHaveLength(done.length - 1);
  });

  it("leaves the key unused after an error", async () => {
    const request = await valid(one);
    const before = await fingerprint();
    const wrong = await send(one, refused(one, request), `${name} unused`);
    expect([400, 404]).toContain(wrong.status);
    expect(await fingerprint()).toEqual(before);
    const right = await send(one, request, `${name} unused`);
    expect([right.status, right.headers.get("x-idempotent-replay")]).toEqual([success, null]);
  });

  it(`accepts keys of ${LONGEST_KEY} characters and rejects longer ones by their type`, async () => {
    const request = await valid(one);
    const before = await fingerprint();
    const response = await send(one, request, "k".repeat(LONGEST_KEY + 1));
    expect([response.status, response.json.title]).toEqual([400, "Idempotency key is too long"]);
    expect(response.json.type).toMatch(/\/errors\/idempotency-key-too-long$/);
    expect(await fingerprint()).toEqual(before);
    const longest = await send(one, request, name.padEnd(LONGEST_KEY, "k"));
    expect(longest.status).toBe(success);
  });

  it("rejects a blank key by its name, and does nothing", async () => {
    const request = await valid(one);
    const before = await fingerprint();
    for (const blank of ["", "  "]) {
      const response = await send(one, request, blank);
      expect([response.status, response.json.errors]).toEqual([
        400,
        { "Idempotency-Key": ["must not be blank"] },
      ]);
    }
    expect(await fingerprint()).toEqual(before);
  });

  it("shares no key with another account or the counterpart", async () => {
    // Live accounts have neither.
    const isOfTests = /^\/(test\/clock|listeners)$/.test(one.endpoint.path);
    const owners = isOfTests ? [another] : [another, counterpart];
    for (const owner of [holder, ...owners]) {
      const response = await send(one, await valid(one, owner), `${name} shared`, owner);
      const replay = response.headers.get("x-idempotent-replay");
      expect([response.status, replay]).toEqual([success, null]);
    }
  });
});

describe.each(reads)("$name, which changes nothing", (one) => {
  it("ignores an Idempotency-Key of any length", async () => {
    const request = await valid(one);
    const before = await fingerprint();
    for (const key of ["once", "once", "", "k".repeat(LONGEST_KEY + 1)]) {
      const response = await send(one, request, key);
      const replay = response.headers.get("x-idempotent-replay");
      expect([response.status, replay]).toEqual([one.endpoint.status ?? 200, null]);
    }
    expect(await fingerprint()).toEqual(before);
  });
});

// One commits its claim in the statement of its effect, the other in a transaction of the route.
const ways = ["/orders", "/subaccounts"].map(
  (path) => writes.find(({ endpoint }) => endpoint.path === path) as Case,
);

it.each(ways)("$name has one effect for 50 identical concurrent requests", async (one) => {
  const request = await valid(one);
  const key = `${one.name} fifty`;
  const responses = await Promise.all(Array.from({ length: 50 }, () => send(one, request, key)));
  const bodies = new Set<string>();
  for (const response of responses) {
    const settled = response.status === 409 ? await send(one, request, key) : response;
    expect(settled.status).toBe(201);
    bodies.add(settled.text);
  }
  expect(bodies.size).toBe(1);
});

it.concurrent.each(ways)("$name returns 409 while the first request is running", async (one) => {
  const request = await valid(one);
  const key = `${one.name} running`;
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO idempotency_keys (account_id, key, request_hash, created_at)
     VALUES ($1, $2, '', now())`,
    [holder.account.id, key],
  );
  const response = await send(one, request, key);
  expect([response.status, response.json.type]).toEqual([
    409,
    expect.stringMatching(/idempotency-concurrent-requests$/),
  ]);
  await client.query("ROLLBACK");
  await client.end();
  expect((await send(one, request, key)).status).toBe(201);
});

it("an Idempotency-Key distinguishes subaccounts: for another one, it is another request", async () => {
  const one = writes.find(({ endpoint }) => endpoint.path === "/orders") as Case;
  const request = await valid(one);
  const sub = await call("POST", "/subaccounts", { key: holder.token, body: { name: "S" } });
  expect((await send(one, request, "for whom")).status).toBe(201);
  const headers = { "x-subaccount-id": sub.json.id };
  expect((await send(one, { ...request, headers }, "for whom")).status).toBe(422);
});

it("an order's first response is repeated even if a higher price would reject it now", async () => {
  const key = "before the price rose";
  const order = (total_price_usd_cents: number) =>
    call("POST", "/orders", {
      key: another.token,
      body: { total_price_usd_cents },
      headers: { "idempotency-key": key },
    });
  const first = await order(25);
  expect(first.status).toBe(201);
  const categories = { where: { id: another.categoryId } };
  const raised = { data: { apiPricePerTonneUsdCents: 100_000 } };
  await database().prisma.projectCategory.updateMany({ ...categories, ...raised });
  const again = await order(25);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("x-idempotent-replay")).toBe("true");
  expect((await order(26)).status).toBe(422);
});
