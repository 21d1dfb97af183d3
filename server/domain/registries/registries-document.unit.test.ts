// Compares docs/registries.md with the readers.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { registryLabelOf } from "#domain/inventory";
import { HoldingsMapping, parseHoldingsMapping } from "./holdings-mapping";
import { knownExports } from "./read-registry-export";
import { registries } from "./registry-identities";

const page = readFileSync("docs/registries.md", "utf8");

function sectionOf(heading: string): string {
  const start = page.indexOf(`\n${heading}\n`);
  const [level = ""] = heading.split(" ");
  const end = page.slice(start + 1).search(new RegExp(`\\n#{2,${level.length}} `));
  return start === -1 ? "" : page.slice(start, end === -1 ? undefined : start + 1 + end);
}

const cells = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map((it) => it.slice(1));

test("docs/registries.md lists every registry that can be imported", () => {
  const keys = cells(page, /^\| `([a-z][a-z-]*)` \| ([^|,]+)/gm).slice(0, registries.length);
  expect(keys.map(([key]) => key)).toEqual(registries);
  expect(keys.map(([, name]) => name?.trim())).toEqual(
    registries.map((key) => registryLabelOf(key)),
  );
});

test.each(registries)("docs/registries.md says what is read and was tested of %s", (registry) => {
  const rows = cells(
    sectionOf(`### ${registryLabelOf(registry)}`),
    /^\| `(\w+)` \| ([a-z ]+) \|$/gm,
  );
  expect(rows).toEqual(
    knownExports(registry).map(({ kind, isTested }) => [kind, isTested ? "real rows" : "untested"]),
  );
});

test("docs/registries.md names every field of a mapping, and its example is valid", () => {
  const holdings = sectionOf("## Holdings");
  const [fields = "", options = ""] = holdings.split("| other field |");
  const named = cells(fields, /^\| (`[^|]*) \|/gm).flatMap(([cell = ""]) =>
    cells(cell, /`(\w+)`/g),
  );
  const { columns, ...others } = HoldingsMapping.shape;
  expect(named.flat().sort()).toEqual(Object.keys(columns.shape).sort());
  const optionNames = cells(options, /^\| `(\w+)`/gm).flat();
  expect(optionNames.sort()).toEqual(Object.keys(others).sort());
  const [[example = ""] = []] = cells(holdings, /```json\n([^`]*)```/g);
  expect(parseHoldingsMapping("the example", example).columns.status).toBe("Status");
});
