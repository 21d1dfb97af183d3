// The client of the Python SDK: a method for each operation of the OpenAPI document.
import { itemOf, responseOf } from "./client";
import { type Document, type Operation, parametersOf } from "./document";

const KEYWORDS = /^(from|import|class|def|global|in|is|not|pass|return)$/;

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (it) => `_${it.toLowerCase()}`);
const argumentOf = (name: string) => (KEYWORDS.test(name) ? `${name}_` : name);

function argumentLines(part: string, indent: string): string {
  const line = `${indent}${part},`;
  const [, start, pairs] = /^([^{]*)\{(.*)\}$/.exec(part) ?? [];
  if (line.length <= 100 || pairs === undefined) return `${line}\n`;
  const inner = pairs.split(", ").map((pair) => `${indent}    ${pair},\n`);
  return `${indent}${start}{\n${inner.join("")}${indent}},\n`;
}

/** Arguments in lines of at most 100 characters. */
function call(start: string, parts: readonly string[], end: string, indent: string): string {
  const line = `${indent}${start}${parts.join(", ")}${end}`;
  if (line.length <= 100) return `${line}\n`;
  const inner = parts.map((part) => argumentLines(part, `${indent}    `)).join("");
  return `${indent}${start}\n${inner}${indent}${end}\n`;
}

function methodOf(document: Document, verb: string, path: string, operation: Operation): string {
  const parameters = parametersOf(document, operation);
  const named = (place: string) =>
    parameters.filter((it) => it.in === place).map(({ name }) => name);
  const content = operation.requestBody?.content;
  const isUpload = content !== undefined && content["application/json"] === undefined;
  // The header's option takes its place: only one of the two may be passed.
  const isOption = (name: string) =>
    name === "subaccount_id" && named("header").includes("X-Subaccount-Id");
  const query = named("query").filter((name) => !isOption(name));
  const headers = named("header");
  const [isKeyed, forSubaccount] = [
    headers.includes("Idempotency-Key"),
    headers.includes("X-Subaccount-Id"),
  ];
  const schema = responseOf(operation);
  const isList = verb === "get" && schema !== null && itemOf(schema) !== undefined;
  const options = [
    ...query.map((name) => `${argumentOf(name)}: Any = None`),
    ...(forSubaccount ? ["subaccount_id: Optional[str] = None"] : []),
    ...(isKeyed ? ["idempotency_key: Optional[str] = None"] : []),
  ];
  const inputs = [
    "self",
    ...named("path").map((name) => `${name}: str`),
    ...(isUpload ? ["content: bytes", "content_type: str"] : content ? ["body: Json"] : []),
    ...(options.length > 0 ? ["*", ...options] : []),
  ];
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name) => `{_path(${name})}`);
  const pairs = query.map((name) => `"${name}": ${argumentOf(name)}`).join(", ");
  const parts = [
    ...(isList ? [] : [`"${verb.toUpperCase()}"`]),
    address === path ? `"${path}"` : `f"${address}"`,
    ...(isList ? [`{${pairs}}`] : query.length > 0 ? [`query={${pairs}}`] : []),
    ...(isUpload ? ["body=Upload(content, content_type)"] : content ? ["body=body"] : []),
    ...(forSubaccount ? ["subaccount_id=subaccount_id"] : []),
    ...(isKeyed ? ["idempotency_key=idempotency_key", "is_keyed=True"] : []),
  ];
  const returned = isList ? "List" : schema ? "Json" : "None";
  const text = `${operation.summary}.${operation.deprecated ? " Deprecated." : ""}`;
  const name = snakeCase(operation.operationId);
  const work = isList ? "return self._list(" : schema ? "return self._request(" : "self._request(";
  return (
    call(`def ${name}(`, inputs, `) -> ${returned}:`, "    ") +
    `        """${text}"""\n` +
    call(work, parts, ")", "        ")
  );
}

export function generatePython(document: Document): string {
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => methodOf(document, verb, path, operation)),
  );
  return `from typing import Any, Optional
from urllib.parse import quote

from ._http import HttpClient, Json, List, Upload


def _path(value: str) -> str:
    return quote(value, safe="")


class CarbonTill(HttpClient):
    """The API: a method for each operation, with the name of the API reference in snake case."""

${methods.join("\n")}`;
}
