// Requests with an Idempotency-Key, repeated one after another and at once.
import { expect } from "vitest";
import { type ApiResponse, publishedContract } from "#testing/api";
import { type Callers, send, type Who } from "#testing/endpoints/callers";
import type { Case } from "#testing/endpoints/cases";
import type { Attempt, Outcome } from "#testing/endpoints/refusals";
import { fieldsOf, type ValidRequest } from "#testing/endpoints/valid-request";
import { type Fingerprint, fingerprint } from "#testing/tables";

const MAX_KEY_LENGTH = 512;
const AT_ONCE = 4;

export const isRepeatable = ({ endpoint }: Case) =>
  endpoint.method === "POST" && endpoint.access === "write" && !endpoint.isUnkeyed;

export function withKey({ headers, ...request }: ValidRequest, key: string): ValidRequest {
  return { ...request, headers: { ...headers, "idempotency-key": key } };
}

/** Headers of the content, not of the single request. */
function contentHeaders({ headers }: ApiResponse) {
  const own = ["content-type", "location", "deprecation", "sunset", "link"];
  return own.map((name) => [name, headers.get(name)]);
}

/** The response that a repeated request gets: without a secret that is shown only once. */
function repeatedText({ endpoint: { secretField } }: Case, text: string): string {
  return secretField ? JSON.stringify({ ...JSON.parse(text), [secretField]: null }) : text;
}

const replayOf = ({ headers }: ApiResponse) => headers.get("x-idempotent-replay");

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
async function otherThan(
  callers: Callers,
  one: Case,
  request: ValidRequest,
): Promise<ValidRequest> {
  if (one.endpoint.path.includes("{")) return callers.request(one);
  const { document } = await publishedContract();
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

/** Attempts that use up no key. */
export function unusedKeys(callers: Callers, one: Case, request: ValidRequest): Attempt[] {
  const { token } = callers.holders.own;
  const tooLong = async (): Promise<Outcome> => {
    const long = withKey(request, "k".repeat(MAX_KEY_LENGTH + 1));
    const { status, json } = await send(one, long, token);
    return {
      what: "with a key that is too long",
      got: [status, json.title, json.type],
      expected: [
        400,
        "Idempotency key is too long",
        expect.stringMatching(/\/errors\/idempotency-key-too-long$/),
      ],
    };
  };
  const blank = ["", "  "].map((key) => async (): Promise<Outcome> => {
    const { status, json } = await send(one, withKey(request, key), token);
    const expected = [400, { "Idempotency-Key": ["must not be blank"] }];
    return { what: `with "${key}" as its idempotency key`, got: [status, json.errors], expected };
  });
  const wrong = async (): Promise<Outcome> => {
    const { status } = await send(one, withKey(refused(one, request), one.name), token);
    const expected = one.endpoint.path.includes("{") ? 404 : 400;
    return { what: "with an idempotency key and an error", got: status, expected };
  };
  return [tooLong, ...blank, wrong];
}

/** Attempts of reads, which ignore an Idempotency-Key. */
export function ignoredKeys(callers: Callers, one: Case, request: ValidRequest): Attempt[] {
  const { token } = callers.holders.own;
  return ["once", "once", "", "k".repeat(MAX_KEY_LENGTH + 1)].map((key) => async () => {
    const response = await send(one, withKey(request, key), token);
    const got = [response.status, replayOf(response)];
    return { what: `with "${key}" as a key`, got, expected: [one.endpoint.status ?? 200, null] };
  });
}

/** Number of rows by which tables have grown. */
function growth(before: Fingerprint, after: Fingerprint): Record<string, number> {
  const rows = (state: Fingerprint, table: string) => Number.parseInt(state[table] ?? "0", 10);
  const tables = Object.keys(after).map((it) => [it, rows(after, it) - rows(before, it)] as const);
  return Object.fromEntries(tables.filter(([, added]) => added !== 0));
}

/** Expects that a request's repeats do nothing, and that another request cannot have its key. */
async function expectReplay(
  callers: Callers,
  one: Case,
  { request, other }: Record<"request" | "other", ValidRequest>,
) {
  const { token } = callers.holders.own;
  const success = one.endpoint.status ?? 200;
  const before = await fingerprint();
  const first = await send(one, withKey(request, one.name), token);
  expect([first.status, first.text, replayOf(first)]).toEqual([success, first.text, null]);
  const after = await fingerprint();
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  expect(changed).toContain("idempotency_keys");
  expect(changed.length).toBeGreaterThan(1);
  const again = await send(one, withKey(request, one.name), token);
  const expected = [success, repeatedText(one, first.text), "true"];
  expect([again.status, again.text, replayOf(again)]).toEqual(expected);
  expect(contentHeaders(again)).toEqual(contentHeaders(first));
  const mistaken = await send(one, withKey(other, one.name), token);
  expect([mistaken.status, mistaken.json.title]).toEqual([
    422,
    "Previous request submitted with same idempotency key had different payload",
  ]);
  expect(await fingerprint()).toEqual(after);
}

/** Expects that identical requests at once, with the longest key, do what one does alone. */
async function expectOneEffect(
  callers: Callers,
  one: Case,
  { other, together }: Record<"other" | "together", ValidRequest>,
) {
  const { token } = callers.holders.own;
  const success = one.endpoint.status ?? 200;
  const before = await fingerprint();
  expect((await send(one, withKey(other, `${one.name} other`), token)).status).toBe(success);
  const between = await fingerprint();
  const sent = withKey(together, one.name.padEnd(MAX_KEY_LENGTH, "k"));
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => send(one, sent, token)),
  );
  expect(growth(between, await fingerprint())).toEqual(growth(before, between));
  const done = responses.filter(({ status }) => status === success);
  expect(responses.filter(({ status }) => status !== success && status !== 409)).toEqual([]);
  expect(new Set(done.map(({ text }) => repeatedText(one, text))).size).toBe(1);
  expect(done.filter((response) => replayOf(response) !== null)).toHaveLength(done.length - 1);
}

/** Expects that other accounts have keys of their own. */
async function expectOwnKeys(callers: Callers, one: Case) {
  // Live accounts have no listeners.
  const isOfTests = one.endpoint.path === "/listeners";
  const owners: Who[] = isOfTests ? ["another"] : ["another", "counterpart"];
  for (const who of owners) {
    const request = withKey(await callers.request(one, who), one.name);
    const response = await send(one, request, callers.holders[who].token);
    const expected = [who, one.endpoint.status ?? 200, null];
    expect([who, response.status, replayOf(response)]).toEqual(expected);
  }
}

/** Expects that the endpoint does the same request once. */
export async function expectRepeatable(callers: Callers, one: Case, request: ValidRequest) {
  const { headers = {} } = request;
  const other = { ...(await otherThan(callers, one, request)), headers };
  const together = { ...(await callers.request(one)), headers };
  await expectReplay(callers, one, { request, other });
  await expectOneEffect(callers, one, { other, together });
  await expectOwnKeys(callers, one);
}
