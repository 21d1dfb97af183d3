// Requests that an endpoint must refuse to anybody but the account itself.
import { expect } from "vitest";
import { type ApiResponse, publishedContract } from "#testing/api";
import { type Callers, send, type Who } from "#testing/endpoints/callers";
import type { Case } from "#testing/endpoints/cases";
import { fieldsOf, isIdField, type ValidRequest } from "#testing/endpoints/valid-request";
import { collectionOf, collectionPathOf, collectionPathOfField } from "#testing/objects";

/** A request's result, and the one that it must have. */
export interface Outcome {
  what: string;
  got: unknown;
  expected: unknown;
}

/** Sends requests whose objects exist already. */
export type Attempt = () => Promise<Outcome>;

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

const apartIn = (collection: string) => apart[collectionOf(collection).belongsTo];

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

/** Tries a foreign id, whose response must be that to an id that never existed. */
function asUnknown(
  what: string,
  { id, request }: { id: string; request(id: string): Promise<ApiResponse> },
  { of, expected }: { of(response: ApiResponse): unknown; expected: unknown },
): Attempt {
  return async () => {
    const strange = neverExisted(id);
    const [foreign, unknown] = [await request(id), await request(strange)];
    return {
      what,
      got: [of(foreign), normalize(foreign, id)],
      expected: [expected, normalize(unknown, strange)],
    };
  };
}

const invalidFields = ({ status, json }: ApiResponse) => [status, Object.keys(json.errors ?? {})];

/** Bodies of each caller's own request. */
type Bodies = (caller: Who) => Promise<Omit<ValidRequest, "path">>;

interface Tried {
  one: Case;
  callers: Callers;
  /** A valid request of `own`. */
  request: ValidRequest;
  bodies: Bodies;
}

function badKeys({ one, callers, request }: Tried): Attempt[] {
  return Object.entries(callers.badKeys).map(([name, key]) => async () => {
    const { status, json } = await send(one, request, key);
    const expected = [401, { title: "Unauthorized", status: 401 }];
    return { what: `with ${name} as its key`, got: [status, json], expected };
  });
}

function readKey({ one, callers, request }: Tried): Attempt[] {
  if (one.endpoint.access !== "write") return [];
  const attempt = async () => {
    const { status, json } = await send(one, request, callers.readKey);
    const expected = [403, "This key can only read"];
    return { what: "with a key that can only read", got: [status, json.title], expected };
  };
  return [attempt];
}

/** Makes one after another, because orders are matched by one caller at a time. */
async function eachInTurn<Item, Result>(
  items: readonly Item[],
  make: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await make(item));
  return results;
}

async function foreignPaths({ one, callers, request, bodies }: Tried): Promise<Attempt[]> {
  const collection = collectionPathOf(one.endpoint.path);
  if (collection === null) return [];
  const place = one.endpoint.path.split("/").findIndex((part) => part.startsWith("{"));
  const ownId = request.path.split("/")[place] ?? "";
  return eachInTurn(apartIn(collection), async ([whose, caller]) => {
    const id = whose === "own" ? ownId : await callers.objectOf(whose, collection);
    const { token } = callers.holders[caller];
    const body = await bodies(caller);
    const requestOf = (it: string) =>
      send(one, { ...body, path: request.path.replace(ownId, it) }, token);
    return asUnknown(
      `of ${whose}, called by ${caller}`,
      { id, request: requestOf },
      {
        of: ({ status, json }) => [status, json.title],
        expected: [404, expect.stringMatching(/^Could not find [a-z ]+$/)],
      },
    );
  });
}

/** The path of the caller's own request. */
async function pathFor({ one, callers, request }: Tried, caller: Who): Promise<string> {
  const isSame = caller === "own" || collectionPathOf(one.endpoint.path) === null;
  return isSame ? request.path : (await callers.request(one, caller)).path;
}

async function foreignFields(tried: Tried): Promise<Attempt[]> {
  const { one, callers, bodies } = tried;
  const { document } = await publishedContract();
  const fields = Object.keys(fieldsOf({ document, operation: one.operation }).fields);
  const pairs = fields
    .filter(isIdField)
    .flatMap((field) =>
      apartIn(collectionPathOfField(field)).map(([whose, caller]) => ({ field, whose, caller })),
    );
  return eachInTurn(pairs, async ({ field, whose, caller }) => {
    const id = await callers.objectOf(whose, collectionPathOfField(field));
    const path = await pathFor(tried, caller);
    const { body, ...options } = await bodies(caller);
    const requestOf = (it: string) => {
      const changed = { ...(body as object), [field]: it };
      return send(one, { ...options, path, body: changed }, callers.holders[caller].token);
    };
    return asUnknown(
      `with the ${field} of ${whose}, called by ${caller}`,
      { id, request: requestOf },
      { of: invalidFields, expected: [400, [field]] },
    );
  });
}

/** Filters by the id of an object: whatever the response is, it is that to an unknown id. */
async function foreignFilters(tried: Tried): Promise<Attempt[]> {
  const { one, callers } = tried;
  const named = one.operation.parameters.filter((it) => it.in === "query" && isIdField(it.name));
  const pairs = named.flatMap(({ name }) =>
    apartIn(collectionPathOfField(name)).map(([whose, caller]) => ({ name, whose, caller })),
  );
  return eachInTurn(pairs, async ({ name, whose, caller }) => {
    const id = await callers.objectOf(whose, collectionPathOfField(name));
    const path = await pathFor(tried, caller);
    const requestOf = (it: string) =>
      send(one, { path: `${path}?${name}=${it}` }, callers.holders[caller].token);
    const what = `filtered by the ${name} of ${whose}, called by ${caller}`;
    const isExpected = ({ status }: ApiResponse) => [200, 400].includes(status);
    return asUnknown(what, { id, request: requestOf }, { of: isExpected, expected: true });
  });
}

const CURSORS = ["starting_after", "ending_before"];
/** Lists whose objects can be deleted: a cursor is a place, of whomever it was. */
const LASTING = ["/subaccounts", "/webhook-endpoints", "/payment-links", "/events"];

async function foreignCursors({ one, callers }: Tried): Promise<Attempt[]> {
  const { path } = one.endpoint;
  // A list below an object belongs to the object's owner.
  if (path.includes("{")) return [];
  const cursors = one.operation.parameters.filter(
    (it) => it.in === "query" && CURSORS.includes(it.name),
  );
  const pairs = cursors.flatMap(({ name: cursor }) =>
    apartIn(path).map(([whose, caller]) => ({ cursor, whose, caller })),
  );
  const attempts = await eachInTurn(pairs, async ({ cursor, whose, caller }) => {
    const id = await callers.objectOf(whose, path);
    const requestOf = (who: Who) => (it: string) =>
      send(one, { path: `${path}?${cursor}=${it}` }, callers.holders[who].token);
    const what = `with ${cursor} of ${whose}, called by ${caller}`;
    if (LASTING.includes(path)) {
      const reading = async () => {
        const { status, text } = await requestOf(caller)(id);
        return { what, got: [status, text.includes(id)], expected: [200, false] };
      };
      return [reading];
    }
    const attempt = asUnknown(
      what,
      { id, request: requestOf(caller) },
      { of: invalidFields, expected: [400, [cursor]] },
    );
    const byOwner = async () => {
      const { status } = await requestOf(whose)(id);
      return { what: `with ${cursor} of ${whose} itself`, got: status, expected: 200 };
    };
    return [attempt, byOwner];
  });
  return attempts.flat();
}

export function takesSubaccount({ operation }: Case): boolean {
  return operation.parameters.some(({ name }) => name.toLowerCase() === "x-subaccount-id");
}

async function foreignSubaccounts(tried: Tried): Promise<Attempt[]> {
  const { one, callers, bodies } = tried;
  if (!takesSubaccount(one)) return [];
  return eachInTurn(apartIn("/subaccounts"), async ([whose, caller]) => {
    const id = await callers.objectOf(whose, "/subaccounts");
    const path = await pathFor(tried, caller);
    const { headers, ...options } = await bodies(caller);
    const requestOf = (it: string) => {
      const sent = { ...options, path, headers: { ...headers, "x-subaccount-id": it } };
      return send(one, sent, callers.holders[caller].token);
    };
    return asUnknown(
      `for a subaccount of ${whose}, called by ${caller}`,
      { id, request: requestOf },
      {
        of: ({ status, json }) => [status, json.type],
        expected: [400, expect.stringMatching(/\/errors\/invalid-subaccount$/)],
      },
    );
  });
}

/** Other accounts' requests for a list, which see nothing of `own`. */
export async function foreignLists(callers: Callers, one: Case): Promise<Attempt[]> {
  const { path } = one.endpoint;
  const secrets = await callers.secretsOf("own");
  return (["another", "counterpart", "another, live"] as const).map((who) => async () => {
    const { status, text } = await send(one, { path }, callers.holders[who].token);
    return {
      what: `listed by ${who}`,
      got: [status, secrets.filter((secret) => text.includes(secret))],
      expected: [200, []],
    };
  });
}

/** Requests to an endpoint with a key, none of which may change anything. */
export async function refusalsOf(
  callers: Callers,
  one: Case,
  request: ValidRequest,
): Promise<Attempt[]> {
  const byCaller = new Map<Who, Promise<Omit<ValidRequest, "path">>>();
  const bodies: Bodies = (caller) => {
    const { path: _, ...own } = request;
    const body = byCaller.get(caller) ?? (caller === "own" ? own : callers.body(one, caller));
    byCaller.set(caller, Promise.resolve(body));
    return Promise.resolve(body);
  };
  const tried = { one, callers, request, bodies };
  return [
    ...badKeys(tried),
    ...readKey(tried),
    ...(await foreignPaths(tried)),
    ...(await foreignFields(tried)),
    ...(await foreignFilters(tried)),
    ...(await foreignCursors(tried)),
    ...(await foreignSubaccounts(tried)),
  ];
}
