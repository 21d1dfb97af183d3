// The client of the SDK: a method for each operation of the OpenAPI document.
import {
  type Document,
  nameOf,
  type Operation,
  parametersOf,
  querySchemaOf,
  queryTypeOf,
  type Schema,
} from "./document";

interface Method {
  signature: string;
  call: string;
  types: string[];
}

/** The schema of a list's items. */
export function itemOf(schema: Schema): Schema | undefined {
  const { data, has_more: hasMore } = schema.properties ?? {};
  return data && hasMore ? (data["items"] as Schema) : undefined;
}

export function responseOf({ responses }: Operation): Schema | null {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  return success?.content?.["application/json"]?.schema ?? null;
}

/** A named type, or plain JSON. */
function typeOf(schema: Schema | undefined): string {
  return schema?.$ref ? nameOf(schema.$ref) : "Record<string, unknown>";
}

function bodyTypeOf({ requestBody }: Operation): string | null {
  if (!requestBody) return null;
  const json = requestBody.content["application/json"];
  return json ? typeOf(json.schema) : "Blob";
}

function optionsOf(headers: readonly string[]): string {
  if (headers.includes("Idempotency-Key")) return "WriteOptions";
  return headers.includes("X-Subaccount-Id") ? "SubaccountOptions" : "CallOptions";
}

function methodOf(document: Document, verb: string, path: string, operation: Operation): Method {
  const parameters = parametersOf(document, operation);
  const named = (place: string) =>
    parameters.filter((it) => it.in === place).map(({ name }) => name);
  const bodyType = bodyTypeOf(operation);
  const query = querySchemaOf(document, operation) && queryTypeOf(operation);
  const options = optionsOf(named("header"));
  const schema = responseOf(operation);
  const item = schema && verb === "get" ? itemOf(schema) : undefined;
  const listed = schema && itemOf(schema);
  const result = listed ? `Page<${typeOf(listed)}>` : schema ? typeOf(schema) : "void";
  const inputs = [
    ...named("path").map((name) => `${name}: string`),
    ...(bodyType ? [`body: ${bodyType}`] : []),
    ...(query ? [`query: ${query} = {}`] : []),
    `options: ${options} = {}`,
  ];
  const parts = [
    ...(bodyType ? ["body"] : []),
    ...(query ? ["query"] : []),
    "options",
    ...(options === "WriteOptions" ? ["isKeyed: true"] : []),
  ];
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name) => `\${encodeURIComponent(${name})}`);
  const call = `\`${address}\`, { ${parts.join(", ")} }`;
  const returned = item ? `List<${typeOf(item)}>` : `Promise<${result}>`;
  return {
    signature: `${operation.operationId}(${inputs.join(", ")}): ${returned}`,
    call: item
      ? `this.list<${typeOf(item)}>(${call})`
      : `this.request<${result}>("${verb.toUpperCase()}", ${call})`,
    types: [bodyType, query, typeOf(listed ?? schema ?? undefined)].filter((it) => it !== null),
  };
}

function textOf({ summary, deprecated }: Operation, { signature, call }: Method): string {
  const comment = deprecated
    ? `  /**\n   * ${summary}.\n   * @deprecated\n   */`
    : `  /** ${summary}. */`;
  return `${comment}\n  ${signature} {\n    return ${call};\n  }\n`;
}

export function generateClient(document: Document): string {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => ({
      operation,
      method: methodOf(document, verb, path, operation),
    })),
  );
  const types = new Set(all.flatMap(({ method }) => method.types));
  const imported = [...types].filter((name) => /^[A-Z]\w+$/.test(name) && name !== "Blob").sort();
  return `import {
  type CallOptions,
  HttpClient,
  type SubaccountOptions,
  type WriteOptions,
} from "../http.js";
import type { List, Page } from "../pages.js";
import type {
${imported.map((name) => `  ${name},`).join("\n")}
} from "./schemas.js";

/** The API: a method for each operation, with the name that it has in the API reference. */
export class CarbonTill extends HttpClient {
${all.map(({ operation, method }) => textOf(operation, method)).join("\n")}}
`;
}
