// The tools of the MCP server. Each is an endpoint of the API, and calling it is a request to that
// endpoint, so that permissions, validation, limits and idempotency are the API's.
import type { JSONObject } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Api } from "#modules/module";
import type { Endpoint } from "#rest/endpoint";

type Json = Record<string, unknown>;

interface ToolSpec {
  name: string;
  operationId: string;
  title: string;
  description: string;
  /** Converts the endpoint's successful result. */
  select?: (result: Json) => Json;
}

const certificateFields = [
  "id",
  "order_number",
  "state",
  "amount_kg",
  "registry_status",
  "registry_retired_on",
  "certificate_public_url",
  "certificate_download_public_url",
  "project_allocations",
];

function certificateOf(order: Json): Json {
  return Object.fromEntries(certificateFields.map((field) => [field, order[field]]));
}

const specs: readonly ToolSpec[] = [
  {
    name: "list_portfolios",
    operationId: "listPortfolios",
    title: "List portfolios",
    description: "Lists the portfolios of carbon credits that can be ordered, with their prices.",
  },
  {
    name: "get_portfolio",
    operationId: "getPortfolio",
    title: "Get a portfolio",
    description: "Gets a portfolio with its categories, and the projects of each.",
  },
  {
    name: "list_projects",
    operationId: "listProjects",
    title: "List projects",
    description: "Lists the climate projects that portfolios draw credits from.",
  },
  {
    name: "get_project",
    operationId: "getProject",
    title: "Get a project",
    description: "Gets a climate project with its vintages.",
  },
  {
    name: "get_quote",
    operationId: "quoteMass",
    title: "Get a quote",
    description:
      "Prices an amount of carbon credits in kg of CO2e without ordering. Always quote, and have " +
      "the user confirm the price, before you order.",
  },
  {
    name: "place_order",
    operationId: "placeOrder",
    title: "Place an order",
    description:
      "Orders carbon credits and spends the account's money. Matched credits are allocated " +
      "irrevocably, usually within a second. Refused with the code `spending-limit-exceeded` beyond " +
      "the key's spending limit. If you don't know whether an order was placed, call again with " +
      "the same idempotency_key and arguments: it is placed once.",
  },
  {
    name: "get_order",
    operationId: "getOrder",
    title: "Get an order",
    description:
      "Gets an order and its state: `placed` until credits are allocated, then `fulfilled`. Say " +
      "that credits are retired only if registry_status is `retired`.",
  },
  {
    name: "get_certificate",
    operationId: "getOrder",
    title: "Get a certificate",
    description:
      "Gets the public links of an order's certificate (a page and a PDF), and the credits it is " +
      "about. Say that credits are retired only if registry_status is `retired`.",
    select: certificateOf,
  },
  {
    name: "verify",
    operationId: "verify",
    title: "Verify a certificate or serial number",
    description:
      "Checks a serial number, an order number or a certificate link: pass exactly one. Returns " +
      "for whom credits were set aside, and whether their registry retired them.",
  },
];

const KEY = "idempotency_key";
const SUBACCOUNT = "subaccount_id";

const headerFields: Record<string, JSONObject> = {
  [KEY]: {
    type: "string",
    minLength: 1,
    maxLength: 512,
    description:
      "Unique to this order, such as a UUID. Use the same key to repeat a call whose result you " +
      "did not get, and a new key for each further order.",
  },
  [SUBACCOUNT]: {
    type: "string",
    description: "The subaccount to act for. Default: the account itself.",
  },
};

interface ObjectSchema {
  properties: JSONObject;
  required: string[];
  $defs: JSONObject;
}

/** A named schema is a reference to its definition. */
function objectSchemaOf(schema: z.ZodType | undefined): ObjectSchema {
  const json = (schema ? z.toJSONSchema(schema, { io: "input" }) : {}) as Partial<ObjectSchema> & {
    $ref?: string;
  };
  const name = json.$ref?.split("/").at(-1) ?? "";
  const { [name]: named, ...$defs } = json.$defs ?? {};
  const { properties = {}, required = [] } = (named ?? json) as typeof json;
  return { properties, required, $defs };
}

const takesKey = ({ method, access }: Endpoint) => method === "POST" && access === "write";

function headersOf(endpoint: Endpoint): string[] {
  return [...(takesKey(endpoint) ? [KEY] : []), ...(endpoint.subaccount ? [SUBACCOUNT] : [])];
}

function inputSchemaOf(endpoint: Endpoint) {
  const parts = [endpoint.params, endpoint.query, endpoint.body].map(objectSchemaOf);
  const headers = headersOf(endpoint);
  const properties: JSONObject = Object.assign({}, ...parts.map((part) => part.properties));
  for (const name of headers) properties[name] = headerFields[name] ?? {};
  const required = parts.flatMap((part) => part.required);
  if (takesKey(endpoint)) required.push(KEY);
  const $defs: JSONObject = Object.assign({}, ...parts.map((part) => part.$defs));
  return { type: "object" as const, properties, required, additionalProperties: false, $defs };
}

function endpointOf({ operationId }: ToolSpec, { endpoints }: Api): Endpoint {
  const endpoint = endpoints.find((one) => one.operationId === operationId);
  if (!endpoint) throw new Error(`no endpoint has the operation ${operationId}`);
  return endpoint;
}

function toolOf(spec: ToolSpec, api: Api) {
  const { name, title, description } = spec;
  const endpoint = endpointOf(spec, api);
  const changes = endpoint.access === "write";
  const annotations = {
    title,
    readOnlyHint: !changes,
    destructiveHint: changes,
    idempotentHint: true,
    openWorldHint: false,
  };
  return { name, title, description, inputSchema: inputSchemaOf(endpoint), annotations };
}

/** Definitions, as `tools/list` returns them. */
export const toolsOf = (api: Api) => specs.map((spec) => toolOf(spec, api));

/** A call's arguments as the request that the endpoint takes; unknown ones are rejected by it. */
function requestFor(endpoint: Endpoint, args: Json, authorization: string): Request {
  const rest = { ...args };
  const take = (name: string) => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const headers = new Headers({ authorization, accept: "application/json" });
  if (takesKey(endpoint)) headers.set("idempotency-key", headerText(take(KEY)));
  if (endpoint.subaccount) headers.set("x-subaccount-id", headerText(take(SUBACCOUNT)));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(take(name) ?? "")),
  );
  const url = new URL(`http://mcp.invalid/v1${path}`);
  if (endpoint.method !== "GET") {
    headers.set("content-type", "application/json");
    return new Request(url, { method: endpoint.method, headers, body: JSON.stringify(rest) });
  }
  for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value));
  return new Request(url, { headers });
}

/** Anything that cannot be a header is sent encoded, so that the same text is the same key. */
function headerText(value: unknown): string {
  const text = String(value ?? "");
  return /^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text);
}

interface Call {
  name: string;
  args: Json;
  /** The header with the caller's key. */
  authorization: string;
}

/** Undefined if there is no such tool. */
export async function callTool(api: Api, { name, args, authorization }: Call) {
  const spec = specs.find((one) => one.name === name);
  if (!spec) return undefined;
  const request = requestFor(endpointOf(spec, api), args, authorization);
  const { status, body } = await api.replyTo(request);
  if (typeof body !== "string") throw new Error(`${name} did not return JSON`);
  const isError = status >= 400;
  const result = JSON.parse(body) as Json;
  const structuredContent = isError || !spec.select ? result : spec.select(result);
  const text = JSON.stringify(structuredContent);
  return { content: [{ type: "text" as const, text }], structuredContent, isError };
}
