import { indented, literal } from "./literals";
import { fixedHeaders, type SampleRequest, sendsFile } from "./request";

const KEY = `Authorization: \`Bearer \${process.env.CARBON_TILL_KEY}\`,`;

function optionsOf(request: SampleRequest): string[] {
  const { method, hasKey, json } = request;
  const headers = [
    ...(hasKey ? [KEY] : []),
    ...fixedHeaders(request).map(([name, value]) => `"${name}": "${value}",`),
  ];
  const body = sendsFile(request)
    ? `body: await readFile("logo.png"),`
    : `body: JSON.stringify(${literal(json, javascript)}),`;
  return [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length > 0 ? ["headers: {", ...indented(headers), "},"] : []),
    ...(request.contentType === null ? [] : body.split("\n")),
  ];
}

const javascript = {
  entry: (name: string, value: string) => `${/^\w+$/.test(name) ? name : `"${name}"`}: ${value}`,
  scalar: (value: unknown) => JSON.stringify(value),
  indent: "  ",
} as const;

/** Returns a module for Node.js, Bun or Deno, without dependencies. */
export function nodeOf(request: SampleRequest): string {
  const options = optionsOf(request);
  const call =
    options.length === 0
      ? [`const response = await fetch("${request.url}");`]
      : [`const response = await fetch("${request.url}", {`, ...indented(options), "});"];
  return [
    ...(sendsFile(request) ? [`import { readFile } from "node:fs/promises";`, ""] : []),
    ...call,
    "const text = await response.text();",
    "if (!response.ok) throw new Error(text);",
    "console.log(text);",
  ].join("\n");
}
