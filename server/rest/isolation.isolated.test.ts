// Covers every endpoint of the registry: accounts, modes and keys are isolated.
import "#testing/private-network";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { revokeApiKey } from "#domain/accounts";
import { type ApiResponse, call, publishedContract } from "#testing/api";
import { type Case, casesOf, servePicture } from "#testing/cases";
import { contextOf, makeKey } from "#testing/factories";
import type { LocalServer } from "#testing/local-server";
import {
  collectionOf,
  collectionPathOf,
  collectionPathOfField,
  collectionPaths,
  type Holder,
  makeCounterpart,
  makeHolder,
} from "#testing/objects";
import { withLivePayments } from "#testing/settings";
import { fingerprint } from "#testing/tables";
import { fieldsOf, isIdField, makeValidRequest } from "#testing/valid-request";
import { openapiEndpoint } from "./openapi";
import { endpoints } from "./registry";

withLivePayments();

type Who = "own" | "another" | "counterpart" | "another, live";

const { document } = await publishedContract();
const holders = {} as Record<Who, Holder>;
let pictures: LocalServer;
let badKeys: Record<string, string | null>;
let readKey: string;

beforeAll(async () => {
  holders.own = await makeHolder("test");
  holders.another = await makeHolder("test");
  holders["counterpart"] = await makeCounterpart(holders.own);
  holders["another, live"] = await makeHolder("live");
  const { account, token } = holders.own;
  const [revoked, expired] = [await makeKey(account), await makeKey(account)];
  readKey = (await makeKey(account, "read")).token;
  await database().transaction((db) => revokeApiKey({ ...contextOf(account), db }, revoked));
  await database().prisma.apiKey.updateMany({
    where: { id: expired.id },
    data: { expiresAt: new Date(Date.now() - 1) },
  });
  const mistyped = `${token.slice(0, -1)}${token.endsWith("a") ? "b" : "a"}`;
  badKeys = { none: null, "no key": "nonsense", mistyped };
  Object.assign(badKeys, { revoked: revoked.token, expired: expired.token });
  pictures = await servePicture();
});
afterAll(() => pictures.close());

const cases = casesOf([...endpoints, openapiEndpoint], document);
const keyed = cases.filter(({ endpoint }) => endpoint.access !== "public");
const writing = cases.filter(({ endpoint }) => endpoint.access === "write");

const valid = ({ operation }: Case, holder: Holder, owner = holder) =>
  makeValidRequest({ document, operation, holder, owner, pictureUrl: `${pictures.origin}/logo` });

type Options = Parameters<typeof call>[2];

function send({ endpoint }: Case, path: string, options: Options): Promise<ApiResponse> {
  return call(endpoint.method, path, options);
}

/** An id in the same format that never existed. */
function neverExisted(id: string): string {
  return `${id.slice(0, -2)}${id.endsWith("00") ? "11" : "00"}`;
}

/** Everything in a response except its own request id and the requested id. */
function normalize({ status, headers, text }: ApiResponse, id: string) {
  const requestId = headers.get("x-request-id") ?? "";
  const plain = (value: string) => value.replaceAll(requestId, "REQUEST").replaceAll(id, "ID");
  return {
    status,
    text: plain(text),
    headers: [...headers].map(([name, it]) => [name, plain(it)]),
  };
}

/** All these responses must be the same, and nothing may have changed. */
async function expectNotFound(foreignId: string, request: (id: string) => Promise<ApiResponse>) {
  const before = await fingerprint();
  const response = await request(foreignId);
  const strange = neverExisted(foreignId);
  const unknownResponse = await request(strange);
  expect(await fingerprint()).toEqual(before);
  expect(normalize(response, foreignId)).toEqual(normalize(unknownResponse, strange));
  return response;
}

/** Objects that a caller must not reach: [owner, caller]. */
const apart: Record<"account" | "mode" | "everyone", [whose: Who, caller: Who][]> = {
  account: [
    ["own", "another"],
    ["own", "counterpart"],
    ["own", "another, live"],
    ["another, live", "own"],
  ],
  mode: [
    ["own", "counterpart"],
    ["own", "another, live"],
    ["another, live", "own"],
  ],
  everyone: [],
};

/** The first of the pairs also tries the owner's own request, which must succeed. */
const apartIn = (collection: string) =>
  apart[collectionOf(collection).belongsTo].map(([whose, caller], at) => ({
    ...{ whose, caller, isFirst: at === 0 },
  }));

describe.each(cases)("$name", (one) => {
  it("responds to authorized callers", async () => {
    const { path, ...options } = await valid(one, holders.own);
    const key = one.endpoint.access === "public" ? null : holders.own.token;
    const response = await send(one, path, { ...options, key });
    expect([response.status, response.text]).toEqual([one.endpoint.status ?? 200, response.text]);
  });
});

describe.each(keyed)("$name", (one) => {
  it("returns the same 401 without a key, and with a bad, a revoked and an expired one", async () => {
    const { path, ...options } = await valid(one, holders.own);
    const before = await fingerprint();
    for (const [name, key] of Object.entries(badKeys)) {
      const response = await send(one, path, { ...options, key });
      expect([name, response.status, response.json]).toEqual([
        name,
        401,
        { title: "Unauthorized", status: 401 },
      ]);
    }
    expect(await fingerprint()).toEqual(before);
  });
});

describe.each(writing)("$name", (one) => {
  it("rejects a read key, and changes nothing", async () => {
    const { path, ...options } = await valid(one, holders.own);
    const before = await fingerprint();
    const response = await send(one, path, { ...options, key: readKey });
    expect([response.status, response.json.title]).toEqual([403, "This key can only read"]);
    expect(await fingerprint()).toEqual(before);
  });
});

const byPath = keyed.flatMap((one) => {
  const collection = collectionPathOf(one.endpoint.path);
  const pairs = collection === null ? [] : apartIn(collection);
  return pairs.map((pair) => ({ ...one, ...pair }));
});

describe.each(byPath)("$name of $whose, called by $caller", (one) => {
  it("is a 404 as for an id that never existed, and changes nothing", async () => {
    const [owner, caller] = [holders[one.whose], holders[one.caller]];
    const { path, ...options } = await valid(one, caller, owner);
    const place = one.endpoint.path.split("/").findIndex((part) => part.startsWith("{"));
    const foreignId = path.split("/")[place] ?? "";
    const response = await expectNotFound(foreignId, (id) =>
      send(one, path.replace(foreignId, id), { ...options, key: caller.token }),
    );
    expect([response.status, response.json.title]).toEqual([
      404,
      expect.stringMatching(/^Could not find [a-z ]+$/),
    ]);
    if (!one.isFirst) return;
    const { path: _, ...own } = await valid(one, owner);
    expect((await send(one, path, { ...own, key: owner.token })).status).toBeLessThan(300);
  });
});

const byBody = keyed.flatMap((one) => {
  const fields = Object.keys(fieldsOf({ document, operation: one.operation }).fields);
  return fields
    .filter(isIdField)
    .flatMap((field) =>
      apartIn(collectionPathOfField(field)).map((pair) => ({ ...one, field, ...pair })),
    );
});

describe.each(byBody)("$name with the $field of $whose, called by $caller", (one) => {
  it("is a 400 for the field, as for an id that never existed, and changes nothing", async () => {
    const caller = holders[one.caller];
    const foreignId = await collectionOf(collectionPathOfField(one.field)).make(holders[one.whose]);
    const { path, body, ...options } = await valid(one, caller);
    const response = await expectNotFound(foreignId, (id) =>
      send(one, path, {
        ...options,
        key: caller.token,
        body: { ...(body as object), [one.field]: id },
      }),
    );
    expect(response.status).toBe(400);
    expect(Object.keys(response.json.errors)).toEqual([one.field]);
  });
});

const CURSORS = ["starting_after", "ending_before"];
// A list below an object belongs to the object's owner.
const lists = keyed.filter(({ endpoint }) => !endpoint.path.includes("{"));
const byCursor = lists.flatMap((one) =>
  one.operation.parameters
    .filter((parameter) => parameter.in === "query" && CURSORS.includes(parameter.name))
    .flatMap(({ name: cursor }) =>
      apartIn(one.endpoint.path).map((pair) => ({ ...one, cursor, ...pair })),
    ),
);

describe.each(byCursor)("$name with $cursor of $whose, called by $caller", (one) => {
  it("is a 400 for the cursor, as for an id that never existed", async () => {
    const collection = collectionOf(one.endpoint.path);
    const request = (who: Who) => (id: string) =>
      send(one, `${one.endpoint.path}?${one.cursor}=${id}`, { key: holders[who].token });
    const foreignId = await collection.make(holders[one.whose]);
    const response = await expectNotFound(foreignId, request(one.caller));
    expect(response.status).toBe(400);
    expect(Object.keys(response.json.errors)).toEqual([one.cursor]);
    expect((await request(one.whose)(foreignId)).status).toBe(200);
  });
});

const bySubaccount = keyed
  .filter(({ operation }) =>
    operation.parameters.some(({ name }) => name.toLowerCase() === "x-subaccount-id"),
  )
  .flatMap((one) => apartIn("/subaccounts").map((pair) => ({ ...one, ...pair })));

describe.each(bySubaccount)("$name for a subaccount of $whose, called by $caller", (one) => {
  it("is a 400 invalid-subaccount, as for an id that never existed, and changes nothing", async () => {
    const [owner, caller] = [holders[one.whose], holders[one.caller]];
    const foreignId = await collectionOf("/subaccounts").make(owner);
    const request = async (holder: Holder) => {
      const { path, ...options } = await valid(one, holder);
      return (id: string) => {
        const headers = { ...options.headers, "x-subaccount-id": id };
        return send(one, path, { ...options, key: holder.token, headers });
      };
    };
    const response = await expectNotFound(foreignId, await request(caller));
    expect([response.status, response.json.type]).toEqual([
      400,
      expect.stringMatching(/\/errors\/invalid-subaccount$/),
    ]);
    if (!one.isFirst) return;
    expect((await (await request(owner))(foreignId)).status).toBeLessThan(300);
  });
});

describe.each(
  keyed.filter(({ endpoint }) => /^GET [^{]*$/.test(`${endpoint.method} ${endpoint.path}`)),
)("$name", (one) => {
  it("returns nothing of other accounts", async () => {
    const { account } = holders.own;
    const own = [account.id, account.slug];
    for (const path of collectionPaths) {
      const { belongsTo, make } = collectionOf(path);
      if (belongsTo === "account") own.push(await make(holders.own));
    }
    for (const who of ["another", "counterpart", "another, live"] as const) {
      const response = await send(one, one.endpoint.path, { key: holders[who].token });
      // Live accounts have no test clock.
      const isRefused = one.endpoint.tag === "Test clock" && holders[who].account.mode === "live";
      expect(response.status).toBe(isRefused ? 403 : 200);
      expect(own.filter((secret) => response.text.includes(secret))).toEqual([]);
    }
  });
});
