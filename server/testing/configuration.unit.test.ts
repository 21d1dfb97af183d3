import fs from "node:fs";
import { expect, it } from "vitest";

const SETTINGS = [
  "server/core/env.ts",
  ...fs
    .globSync("server/gateways/payments/*/settings.ts")
    .map((file) => file.replaceAll("\\", "/")),
];
/** Read by programs or tests, but not settings of an installation. */
const OTHERS = ["CT_TEST_DATABASE_URL"];

function matches(file: string, pattern: RegExp): string[] {
  const text = fs.readFileSync(file, "utf8");
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))].sort();
}

const settings = [
  ...SETTINGS.flatMap((file) => matches(file, /^ {2,4}([A-Z][A-Z0-9_]+):(?: |$)/gm)),
  ...OTHERS,
]
  .filter((name) => name !== "NODE_ENV")
  .sort();

it("docs/configuration.md has a row for each setting that the code reads, and for no other", () => {
  const rows = matches("docs/configuration.md", /^(\| `.*?) \|/gm).flatMap(
    (cell) => cell.match(/[A-Z][A-Z0-9_]+/g) ?? [],
  );
  expect(rows.sort()).toEqual(settings);
});

it(".env.example lists each setting that the code reads, and no other", () => {
  expect(matches(".env.example", /^#([A-Z][A-Z0-9_]+)=/gm)).toEqual(settings);
});
