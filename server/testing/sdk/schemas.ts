// Types of the SDK: schemas, query parameters, events and codes of the OpenAPI document.
import { compile } from "json-schema-to-typescript";
import { type Document, nameOf, querySchemaOf, queryTypeOf } from "./document";

const ROOT = "Definitions";

function definitionsOf(document: Document) {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const queries = operations.flatMap((operation) => {
    const schema = querySchemaOf(document, operation);
    return schema ? [[queryTypeOf(operation), schema] as const] : [];
  });
  return { ...document.components.schemas, ...Object.fromEntries(queries) };
}

function eventsOf(document: Document): string {
  const names = Object.values(document.webhooks).map(({ post }) => {
    const { $ref } = post.requestBody.content["application/json"]?.schema ?? {};
    if (!$ref) throw new Error("a webhook has no named schema");
    return nameOf($ref);
  });
  return `/** An event of one of the types so far: new types may be added. */
export type WebhookEvent =\n${names.map((name) => `  | ${name}`).join("\n")};\n`;
}

function codesOf(document: Document): string {
  const { examples } = document.components.schemas["Problem"]?.properties?.["code"] ?? {};
  if (!Array.isArray(examples)) throw new Error("the document lists no problem codes");
  const codes = ["unauthorized", ...examples].map((code) => `  | "${code}"`);
  return `/** Code of a problem. New codes may be added. */
export type ProblemCode =\n${codes.join("\n")}\n  | (string & {});\n`;
}

export async function generateSchemas(document: Document): Promise<string> {
  const root = { title: ROOT, type: "object", additionalProperties: false } as const;
  const text = JSON.stringify({ ...root, definitions: definitionsOf(document) });
  const local = text.replaceAll("#/components/schemas/", "#/definitions/");
  const types = await compile(JSON.parse(local), ROOT, {
    additionalProperties: false,
    unreachableDefinitions: true,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
    style: { printWidth: 100 },
  });
  const plain = types
    .replace(/^export interface Definitions \{\}\n/, "")
    .replaceAll(/( \*\n)? \* This interface was referenced by[^\n]*\n \* via[^\n]*\n/g, "")
    .replaceAll(/\/\*\*\n\s*\*\/\n/g, "");
  return `${plain}\n${eventsOf(document)}\n${codesOf(document)}`;
}
