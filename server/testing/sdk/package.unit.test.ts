import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { appUrl } from "#core/env";
import { sdkPaths } from "#docs/guide/samples";
import { syntaxOf } from "#testing/house/syntax";
import { readDocument } from "./document";
import { GENERATED } from "./files";

const SOURCES = "sdk/node/src";

function readJson(file: string) {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}

it("has a method for each operation and a type for each schema, and names no installation", () => {
  const read = (name: string) => fs.readFileSync(path.join(GENERATED, name), "utf8");
  const [client, schemas] = [read("client.ts"), read("schemas.ts")];
  const { paths, components } = readDocument();
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  for (const { operationId } of operations) {
    expect(client).toMatch(new RegExp(`^  ${operationId}\\(`, "m"));
  }
  for (const name of Object.keys(components.schemas)) {
    expect(schemas).toMatch(new RegExp(`^export (interface|type) ${name}\\b`, "m"));
  }
  expect(operations.length).toBeGreaterThan(50);
  expect(client + schemas).not.toContain(appUrl());
});

it("has the version and the compiler of the product, and no dependencies", () => {
  const manifest = readJson("sdk/node/package.json");
  const { version, devDependencies } = readJson("package.json");
  expect(manifest.version).toBe(version);
  expect(devDependencies).toMatchObject(manifest.devDependencies);
  const text = (file: string) => fs.readFileSync(file, "utf8");
  expect(text("sdk/python/pyproject.toml")).toContain(`version = "${version}"`);
  expect(text("sdk/node/README.md")).toContain(`till.example${sdkPaths().node}\n`);
  expect(text("sdk/python/README.md")).toContain(`localhost:3000${sdkPaths().python}\n`);
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies"]) {
    expect(manifest).not.toHaveProperty(kind);
  }
});

/** For Node only: programs, and the public log. */
const FOR_NODE = /^(cli|forward|listen|listen-command|log-commands|terminal|log\/.+)\.ts$/;

it("imports only its own files, by the names that they are compiled to", () => {
  const files = fs.readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const imports = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(SOURCES, file), "utf8");
      return syntaxOf(file, text).imports.map(({ specifier }) => ({ file, specifier }));
    });
  expect(imports.length).toBeGreaterThan(10);
  const isOwn = (specifier: string | null) => /^\.\.?\/[\w./-]+\.js$/.test(specifier ?? "");
  const foreign = imports.filter(({ specifier }) => !isOwn(specifier));
  expect(foreign.filter(({ specifier }) => !specifier?.startsWith("node:"))).toEqual([]);
  expect(foreign.filter(({ file }) => !FOR_NODE.test(file))).toEqual([]);
  const forNode = imports.filter(({ specifier }) =>
    /(cli|forward|listen|listen-command|log-commands|terminal|log\/.+)\.js$/.test(specifier ?? ""),
  );
  expect(forNode.filter(({ file }) => !FOR_NODE.test(file))).toEqual([]);
});
