// The repository keeps the house rules, and each rule finds its planted violations.
import { expect, it } from "vitest";
import { fileSamples, puritySamples } from "./house/file-samples";
import { filesLoadedLate, packagesLoadedWith } from "./house/first-load";
import { goodHouse } from "./house/good-house";
import { houseOf, readSources } from "./house/house";
import { importSamples } from "./house/import-samples";
import { needlesslyAccepted } from "./house/migration-rules";
import { migrationSamples } from "./house/migration-samples";
import { plainEnglishSamples } from "./house/plain-english-samples";
import { type RuleName, rules } from "./house/rules";
import { syntaxOf } from "./house/syntax";
import { unusedPermissions } from "./house/table-rules";
import { tableSamples } from "./house/table-samples";

const repository = houseOf(readSources(process.cwd()));
const samples = [
  ...importSamples,
  ...tableSamples,
  ...puritySamples,
  ...fileSamples,
  ...plainEnglishSamples,
  ...migrationSamples,
];
const names = Object.keys(rules) as RuleName[];

it.each(names)("%s", (name) => {
  expect(rules[name](repository)).toEqual([]);
});

it("reads the whole repository", () => {
  for (const path of ["server/start.ts", "server/domain/orders/index.ts", "server/core/db.ts"]) {
    expect(repository.modules.has(path)).toBe(true);
  }
  const edges = [...repository.modules.values()].flatMap((module) => module.imports);
  expect(edges.length).toBeGreaterThan(repository.modules.size);
});

it("grants no permission to use another room's table that no file needs", () => {
  expect(unusedPermissions(repository)).toEqual([]);
  expect(unusedPermissions(houseOf(goodHouse))).not.toEqual([]);
});

it("accepts no former migration that keeps the rule or does not exist", () => {
  expect(needlesslyAccepted(repository)).toEqual([]);
});

it.each(names)("reports nothing in a repository without violations: %s", (name) => {
  expect(rules[name](houseOf(goodHouse))).toEqual([]);
});

it.each(names)("has a planted violation: %s", (name) => {
  expect(samples.filter((sample) => sample.breaks === name)).not.toEqual([]);
});

it.each(samples)("reports $violation: $breaks", ({ breaks, files, violation }) => {
  const unchanged = goodHouse.filter((good) => !files.some((bad) => bad.path === good.path));
  const violations = rules[breaks](houseOf([...unchanged, ...files]));
  expect(violations).toEqual([expect.stringMatching(violation)]);
});

it("parses imports instead of searching the text for them", () => {
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

it("no screen of the dashboard loads a substitute for a module of Node, which is 100 kB", () => {
  const clients = [...repository.modules.values()].filter((it) => it.row === "client components");
  const loaded = clients.flatMap(({ path }) => [...packagesLoadedWith(repository, path)]);
  expect(loaded.filter(([name]) => name.startsWith("node:"))).toEqual([]);
  expect(clients.length).toBeGreaterThan(100);
});

it("no process loads OpenTelemetry unless traces are on", () => {
  for (const path of [
    "run",
    "run-worker",
    "cli/program",
    "http/renderer-server",
    "telemetry/start-traces",
  ]) {
    const loaded = [...packagesLoadedWith(repository, `server/${path}.ts`).keys()];
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter((name) => name.startsWith("@opentelemetry/"))).toEqual([]);
  }
  const tracing = packagesLoadedWith(repository, "server/telemetry/tracer.ts");
  expect([...tracing.keys()]).toContain("@opentelemetry/sdk-trace");
});

it("forms load zod in one file", () => {
  const clients = [...repository.modules.values()].filter((it) => it.row === "client components");
  const late = new Set(clients.flatMap((it) => filesLoadedLate(repository, it)));
  const withZod = [...late].filter((path) => packagesLoadedWith(repository, path).has("zod"));
  expect(withZod).toEqual(["app/admin/schemas.tsx"]);
});

it("lists load the code of forms and dialogs when one is opened", () => {
  for (const path of ["list-screen", "table", "order-table", "shell"]) {
    const loaded = packagesLoadedWith(repository, `app/_ui/admin/${path}.tsx`);
    expect([...loaded.keys()]).toContain("react");
    expect(loaded.get("zod")).toBeUndefined();
    expect(loaded.get("@base-ui/react/menu")).toBeUndefined();
  }
});
