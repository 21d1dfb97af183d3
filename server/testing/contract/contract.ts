// Checks a response against the OpenAPI document and reports every deviation.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { problems } from "#core/errors";
import type { ApiDocument, Operation, ResponseDescription } from "#testing/contract/document";

export interface Exchange {
  method: string;
  /** Path of the URL, without the query. */
  pathname: string;
  status: number;
  headers: Headers;
  body: Uint8Array;
}

export interface Contract {
  document: ApiDocument;
  /** Deviations of the exchange from the document. */
  faultsOf(exchange: Exchange): string[];
}

export class ContractBroken extends Error {
  override readonly name = "ContractBroken";
}

const PROBLEM = "application/problem+json";
/** Headers that HTTP itself, or a proxy in front of the API, may add to any response. */
const TRANSPORT =
  /^(cache-control|connection|content-encoding|content-length|content-type|cross-origin-resource-policy|date|keep-alive|permissions-policy|referrer-policy|strict-transport-security|transfer-encoding|vary|x-content-type-options)$/;

interface Reading {
  text: string;
  json: unknown;
  fault?: string;
}

/** Content type without parameters; "" if there is none. */
function typeOf(headers: Headers): string {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
}

function read({ headers, body }: Exchange): Reading {
  try {
    const type = typeOf(headers);
    if (type === "application/pdf") return { text: "", json: undefined };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { text, json: /json$/.test(type) ? JSON.parse(text) : undefined };
  } catch (error) {
    return { text: "", json: undefined, fault: `the body cannot be read: ${error}` };
  }
}

/** Requirements on every problem, at any endpoint. */
function problemFaults(
  exchange: Exchange,
  json: unknown,
  documentation: string | undefined,
): string[] {
  const { status, headers } = exchange;
  const faults: string[] = [];
  if (typeOf(headers) !== PROBLEM) faults.push(`an error must be ${PROBLEM}`);
  const body = (typeof json === "object" && json !== null ? json : {}) as Record<string, unknown>;
  if (body["status"] !== status) faults.push(`the body has status ${body["status"]}`);
  if (status === 401) {
    if (headers.get("www-authenticate") !== "Bearer")
      faults.push("WWW-Authenticate: Bearer is missing");
    if (Object.keys(body).sort().join() !== "status,title")
      faults.push("a 401 may have only status and title");
    return faults;
  }
  const slug = String(body["code"]);
  const known = (problems as Record<string, { status: number }>)[slug];
  if (known?.status !== status) faults.push(`${slug} is not a code for ${status}`);
  if (!String(body["type"]).endsWith(`/${slug}`)) faults.push("type must end with the code");
  if (documentation !== undefined && !documentation.includes(slug))
    faults.push(`${slug} is not documented here`);
  if (body["instance"] !== headers.get("x-request-id")) faults.push("instance must be the id");
  const fields = Object.keys((body["errors"] as object | undefined) ?? {});
  const isInvalid = slug === "invalid-parameters";
  if (isInvalid && fields.length === 0)
    faults.push("errors must name fields of invalid parameters");
  // A conflict names the field whose value another object has.
  if (!isInvalid && slug !== "conflict" && fields.length > 0)
    faults.push("errors must name fields of invalid parameters and conflicts only");
  const codes = Object.keys((body["error_codes"] as object | undefined) ?? {});
  if (codes.sort().join() !== fields.sort().join()) faults.push("each field must have its code");
  return faults;
}

/** Requirements on every response that depend on its status only. */
function statusFaults({ method, status, headers, body }: Exchange): string[] {
  const faults: string[] = [];
  const need = (name: string, form: RegExp) => {
    if (!form.test(headers.get(name) ?? "")) faults.push(`${name} is missing or not ${form}`);
  };
  need("x-request-id", /^[\w-]{8,}$/);
  if (status === 201) need("location", /^https?:\/\//);
  if (status === 405) need("allow", /^[A-Z]+(, [A-Z]+)*$/);
  if (status === 429) {
    need("retry-after", /^[1-9]\d*$/);
    need("ratelimit", /^"/);
  }
  const isEmpty = status === 204 || status === 304 || method === "HEAD";
  if (isEmpty && body.length > 0) faults.push("it must have no body");
  if (status === 204 && headers.has("content-type")) faults.push("a 204 must have no content type");
  if (!isEmpty) need("content-type", /^[a-z]+\/[a-z+.-]+(; ?charset=utf-8)?$/i);
  return faults;
}

/**
 * Requirements where no operation matches: an OPTIONS, a 405 with the allowed methods, or a 404.
 */
function outsideFaults(exchange: Exchange, operations: Operation[] | null): string[] {
  const { method, status, headers } = exchange;
  if (operations === null) return status === 404 ? [] : ["an unknown path must be a 404"];
  const methods = operations.map((operation) => operation.method);
  const allowed = [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"];
  const named = headers.get("allow")?.split(", ") ?? [];
  const faults = named.sort().join() === allowed.sort().join() ? [] : [`Allow must be ${allowed}`];
  const expected = method === "OPTIONS" ? 204 : 405;
  if (status !== expected) faults.push(`it must be a ${expected}`);
  return faults;
}

/** Closes every object in the document: clients ignore unknown fields, these tests don't. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (typeof part !== "object" || part === null) return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, closed(value)]),
  );
  const isObjectSchema = inner["type"] === "object" && "properties" in inner;
  return (isObjectSchema ? { additionalProperties: false, ...inner } : inner) as Part;
}

class SchemaBook {
  readonly #ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: ApiDocument) {
    addFormats(this.#ajv);
    // Ajv must ignore the document's own members, which are no JSON Schema keywords.
    this.#ajv.addVocabulary(Object.keys(document.raw));
    this.#ajv.addSchema(closed(document.raw), "api");
  }

  /** Deviations of the value from the schema at the pointer. */
  faultsOf(pointer: string, value: unknown): string[] {
    let validate = this.#compiled.get(pointer);
    if (!validate) {
      validate = this.#ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
      this.#compiled.set(pointer, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }
}

function headerFaults(
  book: SchemaBook,
  headers: Headers,
  described: ResponseDescription,
): string[] {
  const faults: string[] = [];
  for (const [name, { required, schema }] of described.headers) {
    const value = headers.get(name);
    if (value === null) {
      if (required) faults.push(`the documented header ${name} is missing`);
    } else if (schema !== undefined) {
      const isBad = (form: unknown) => book.faultsOf(schema, form).length > 0;
      if (isBad(value) && isBad(Number(value)))
        faults.push(`${name}: ${value} does not match its schema`);
    }
  }
  for (const name of headers.keys()) {
    if (TRANSPORT.test(name) || described.headers.has(name)) continue;
    faults.push(`the header ${name} is not documented`);
  }
  return faults;
}

/** Returns the contract of a document. Schemas are compiled at first use. */
export function contractOf(document: ApiDocument): Contract {
  const book = new SchemaBook(document);

  function describedFaults(exchange: Exchange, operation: Operation, reading: Reading): string[] {
    const { method, status, headers } = exchange;
    const described = operation.responses.get(status);
    if (!described) return [`the status ${status} is not documented`];
    const faults = headerFaults(book, headers, described);
    if (status === 201) {
      const location = new URL(headers.get("location") ?? "", "http://nowhere").pathname;
      const readable = document.operationsAt(location)?.some((it) => it.method === "GET");
      if (!readable) faults.push(`there is no resource at the Location ${location}`);
    }
    if (status === 204 || status === 304) return faults;
    const type = typeOf(headers);
    if (!described.content.has(type)) return [...faults, `${type} is not documented`];
    const schema = described.content.get(type);
    if (method === "HEAD" || schema === undefined) return faults;
    const value = reading.json === undefined ? reading.text : reading.json;
    return [...faults, ...book.faultsOf(schema, value).map((fault) => `body${fault}`)];
  }

  return {
    document,
    faultsOf(exchange) {
      const { method, pathname, status } = exchange;
      const reading = exchange.body.length > 0 ? read(exchange) : { text: "", json: undefined };
      if (reading.fault) return [reading.fault];
      const operations = document.operationsAt(pathname);
      const expected = method === "HEAD" ? "GET" : method;
      const operation = operations?.find((it) => it.method === expected);
      const faults = [
        ...statusFaults(exchange),
        ...(operation
          ? describedFaults(exchange, operation, reading)
          : outsideFaults(exchange, operations)),
      ];
      if (status >= 400 && method !== "HEAD") {
        faults.push(
          ...problemFaults(exchange, reading.json, operation?.responses.get(status)?.text),
        );
      }
      return faults;
    },
  };
}

/** @throws ContractBroken with all deviations */
export function requireContract(contract: Contract, exchange: Exchange): void {
  const faults = contract.faultsOf(exchange);
  if (faults.length === 0) return;
  const { method, pathname, status, body } = exchange;
  const lines = [`${method} ${pathname} broke the contract:`, ...faults];
  throw new ContractBroken([...lines, `${status} ${new TextDecoder().decode(body)}`].join("\n"));
}
