// Requests with one wrong value, by the table of wrong values.
import { type ApiResponse, call, publishedContract } from "#testing/api";
import { type Callers, send } from "#testing/endpoints/callers";
import type { Case } from "#testing/endpoints/cases";
import type { Attempt } from "#testing/endpoints/refusals";
import { fieldsOf, type ValidRequest } from "#testing/endpoints/valid-request";
import {
  fieldBases,
  hostileValues,
  takenFields,
  wrongFields,
  wrongParameters,
} from "#testing/endpoints/wrong-values";
import { toJson } from "#testing/fuzz/hostile";

type Fields = Record<string, unknown>;

/** A copy of the body with a value at the path, such as "beneficiary.name" or "sections.0". */
function replaced(body: Fields, [name = "", ...inner]: string[], value: unknown): Fields {
  if (inner.length === 0) return { ...body, [name]: value };
  if (inner[0] === "0") return { ...body, [name]: [value] };
  return { ...body, [name]: replaced({ ...fieldBases[name] }, inner, value) };
}

/** The body without the fields of which it may have only one. */
function withoutOthers({ endpoint }: Case, body: Fields, field: string): Fields {
  const { exactlyOneOf = [] } = endpoint;
  if (!exactlyOneOf.includes(field)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !exactlyOneOf.includes(name)));
}

function attempt(what: string, field: string, response: () => Promise<ApiResponse>): Attempt {
  return async () => {
    const { status, json } = await response();
    return { what, got: [status, Object.keys(json?.errors ?? {})], expected: [400, [field]] };
  };
}

/** Paths of the field, or in it, with the values that the endpoint refuses there. */
function wrongValues({ endpoint }: Case, field: string): [path: string, value: unknown][] {
  return Object.entries(wrongFields).flatMap(([path, values]) => {
    if (path.split(".")[0] !== field) return [];
    const taken = takenFields[`${endpoint.operationId} ${path}`] ?? [];
    return values.flatMap((value) =>
      taken.includes(value) ? [] : [[path, value] as [string, unknown]],
    );
  });
}

async function wrongBodies(callers: Callers, one: Case, request: ValidRequest): Promise<Attempt[]> {
  const { document } = await publishedContract();
  if (!one.endpoint.body) return [];
  const { token } = callers.holders.own;
  const { fields } = fieldsOf({ document, operation: one.operation });
  const { path, headers = {} } = request;
  const body = request.body as Fields;
  const sending = (raw: string) => () =>
    send(
      one,
      {
        path,
        raw: new TextEncoder().encode(raw),
        headers: { "content-type": "application/json", ...headers },
      },
      token,
    );
  const wrong = Object.keys(fields).flatMap((field) =>
    wrongValues(one, field).map(([at, value]) => {
      const json = toJson(replaced(withoutOthers(one, body, field), at.split("."), value));
      const what = `with ${toJson(value).slice(0, 60)} as ${at}`;
      return attempt(what, at, sending(json));
    }),
  );
  const whole = ["[]", "5", "{", '{"a":NaN}'].map((raw) =>
    attempt(`with ${raw} as its body`, "body", sending(raw)),
  );
  const unknown = attempt(
    "with an unknown field",
    "color",
    sending(toJson({ ...body, color: "red" })),
  );
  const none = async () => {
    const { status } = await send(one, { path, headers }, token);
    return { what: "without a body and its type", got: status, expected: 415 };
  };
  return [...wrong, ...whole, unknown, none];
}

/** Fields of the endpoint's body that the table lacks. */
export async function unlistedFields({ operation }: Case): Promise<string[]> {
  const { document } = await publishedContract();
  const { fields } = fieldsOf({ document, operation });
  const parameters = operation.parameters.filter((it) => it.in === "query");
  return [
    ...Object.keys(fields).filter((field) => !(field in wrongFields)),
    ...parameters.map(({ name }) => name).filter((name) => !(name in wrongParameters)),
  ];
}

function wrongQueries(callers: Callers, one: Case, request: ValidRequest): Attempt[] {
  const { endpoint, operation } = one;
  if (endpoint.method !== "GET") return [];
  const key = endpoint.access === "public" ? null : callers.holders.own.token;
  const path = request.path.replace(/\?.*/, "");
  const names = operation.parameters.filter((it) => it.in === "query").map(({ name }) => name);
  const known = names.flatMap((name) =>
    (wrongParameters[name] ?? []).map((value) => [name, value.replace("{}", name)] as const),
  );
  const pairs = [...known, ["color", "red"] as const];
  return pairs.map(([name, value]) => {
    const query = `${name}=${value}`;
    return attempt(`with ?${query.slice(0, 60)}`, name, () =>
      call("GET", `${path}?${query}`, { key }),
    );
  });
}

/** Requests with a hostile value as one parameter, of which none may fail or change anything. */
function hostileRequests(callers: Callers, one: Case): Attempt[] {
  const { endpoint, operation } = one;
  const isWrite = endpoint.method === "POST" || endpoint.method === "PUT";
  const key = callers.holders.own.token;
  return operation.parameters.flatMap(({ in: place, name }) =>
    hostileValues.map((value) => async () => {
      const bare = endpoint.path.replace(/\{\w+\}/, place === "path" ? value : "nowhere");
      const path = place === "query" ? `${bare}?${name}=${value}` : bare;
      const headers = place === "header" ? { headers: { [name]: value } } : {};
      const body = isWrite ? { body: { color: "red" } } : {};
      const { status } = await call(endpoint.method, path, { key, ...headers, ...body });
      const what = `with ${value.slice(0, 40)} as ${name}`;
      return { what, got: status >= 500 ? status : "no failure", expected: "no failure" };
    }),
  );
}

/** Requests of which each names the one field that is wrong. */
export async function wrongRequests(
  callers: Callers,
  one: Case,
  request: ValidRequest,
): Promise<Attempt[]> {
  return [
    ...(await wrongBodies(callers, one, request)),
    ...wrongQueries(callers, one, request),
    ...hostileRequests(callers, one),
  ];
}
