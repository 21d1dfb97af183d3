// The house test: the repository keeps the rules of the house, and every rule is seen to bite.
import { expect, it } from "vitest";
import { fileSamples, puritySamples } from "./house/file-samples";
import { goodHouse } from "./house/good-house";
import { houseOf, readSources } from "./house/house";
import { importSamples } from "./house/import-samples";
import { type RuleName, rules } from "./house/rules";
import { syntaxOf } from "./house/syntax";
import { unusedPermissions } from "./house/table-rules";
import { tableSamples } from "./house/table-samples";
import { wordSamples } from "./house/word-samples";

const house = houseOf(readSources(process.cwd()));
const samples = [
  ...importSamples,
  ...tableSamples,
  ...puritySamples,
  ...fileSamples,
  ...wordSamples,
];
const names = Object.keys(rules) as RuleName[];

// Folders that are still to be rewritten in plain English.
const notYetPlain =
  /^(\.ci|app|e2e|prisma|public|server|docs)\/.* is banned in |^[^/:]+:\d+: .* is banned in /;

it.each(names)("%s", (name) => {
  expect(rules[name](house).filter((violation) => !notYetPlain.test(violation))).toEqual([]);
});

it("sees the whole repository", () => {
  for (const path of ["server/start.ts", "server/domain/orders/index.ts", "server/core/db.ts"]) {
    expect(house.modules.has(path)).toBe(true);
  }
  const edges = [...house.modules.values()].flatMap((module) => module.imports);
  expect(edges.length).toBeGreaterThan(house.modules.size);
});

it("keeps no permission to touch another room's table that nobody uses", () => {
  expect(unusedPermissions(house)).toEqual([]);
  expect(unusedPermissions(houseOf(goodHouse))).not.toEqual([]);
});

it.each(names)("is content with a house in order: %s", (name) => {
  expect(rules[name](houseOf(goodHouse))).toEqual([]);
});

it.each(names)("has a planted offence for the rule: %s", (name) => {
  expect(samples.filter((sample) => sample.breaks === name)).not.toEqual([]);
});

it.each(samples)("bites $complaint: $breaks", ({ breaks, files, complaint }) => {
  const kept = goodHouse.filter((good) => !files.some((bad) => bad.path === good.path));
  const complaints = rules[breaks](houseOf([...kept, ...files]));
  expect(complaints).toEqual([expect.stringMatching(complaint)]);
});

it("reads imports as the language does, not as text", () => {
  const { imports } = syntaxOf(
    "sample.tsx",
    `/* import a from "comment"; */
    const quoted = 'import b from "string"';
    const page = <p title="x">import c from "jsx" {await import("late")}</p>;
    import type { D } from "types";
    import { type E, f as g } from "both";
    import { type H } from "only-types";
    import whole, * as all from "whole";
    import "effect";
    export { i } from "again";
    export type { J } from "again-types";
    const old = require("required");`,
  );
  expect(imports.map((it) => [it.specifier, it.isType, it.names])).toEqual([
    ["types", true, []],
    ["both", false, ["f"]],
    ["only-types", true, []],
    ["whole", false, ["default", "*"]],
    ["effect", false, []],
    ["again", false, ["i"]],
    ["again-types", true, []],
    ["required", false, ["*"]],
    ["late", false, ["*"]],
  ]);
});
