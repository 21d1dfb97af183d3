// Renders the templates of the chart. It knows the few actions that they use and rejects others, so
// that the chart can be checked where Helm is not installed.
import fs from "node:fs";
import path from "node:path";
import { parse, parseAllDocuments, stringify } from "yaml";
import { z } from "zod";
import { sha256 } from "#core/crypto";

export const CHART = "docs/operations/deploy/chart";

const Document = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type ChartDocument = z.infer<typeof Document>;

const Dictionary = z.record(z.string(), z.unknown());

function valueAt(values: unknown, name: string): unknown {
  return name
    .slice(1)
    .split(".")
    .reduce<unknown>((value, key) => {
      const fields = Dictionary.parse(value);
      if (!(key in fields)) throw new Error(`${name} has no value`);
      return fields[key];
    }, values);
}

function filtered(value: unknown, filter: string): string {
  const [name, argument] = filter.trim().split(" ");
  if (name === "quote") return JSON.stringify(String(value));
  if (name === "sha256sum") return sha256(String(value)).toString("hex");
  if (name !== "nindent") throw new Error(`the filter ${name} is not known`);
  return `\n${String(value).replaceAll(/^(?=.)/gm, " ".repeat(Number(argument)))}`;
}

function evaluate(action: string, values: unknown): string {
  const [first = "", ...filters] = action.split("|");
  const [, dumps, name = ""] = /^\s*(toYaml )?(\.[\w.]+)\s*$/.exec(first) ?? [];
  const value = valueAt(values, name);
  const start: unknown = dumps ? stringify(value).trimEnd() : value;
  return String(filters.reduce<unknown>(filtered, start));
}

/** Keeps or removes what is between {{- if .X }} and {{- end }}; they do not nest. */
function choose(template: string, values: unknown): string {
  const block = /\s*\{\{- if (\.[\w.]+) \}\}([\s\S]*?)\s*\{\{- end \}\}/g;
  return template.replace(block, (_, name: string, body: string) =>
    valueAt(values, name) ? body : "",
  );
}

export function readValues(): Record<string, unknown> {
  return Dictionary.parse(parse(fs.readFileSync(path.join(CHART, "values.yaml"), "utf8")));
}

export function renderChart(given: Record<string, unknown>): ChartDocument[] {
  const values = { Values: given, Release: { Name: "shop" } };
  const names = fs.readdirSync(path.join(CHART, "templates")).sort();
  return names.flatMap((name) => {
    const template = fs.readFileSync(path.join(CHART, "templates", name), "utf8");
    const text = choose(template, values)
      .replace(/\s*\{\{- (.*?) \}\}/g, (_, action: string) => evaluate(action, values))
      .replace(/\{\{ (.*?) \}\}/g, (_, action: string) => evaluate(action, values));
    return parseAllDocuments(text).map((it) => Document.parse(it.toJS()));
  });
}
