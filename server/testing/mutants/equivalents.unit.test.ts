// Each entry in the lists of equivalent mutants matches a mutant of the present code.
import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { readSources } from "#testing/house/house";
import { keyOf, keysOfFile } from "./equivalents";
import { listed } from "./listed-rules";
import { listedSql } from "./listed-sql";
import { rooms, rulesOf } from "./rooms";
import { stores } from "./sql-stores";

const files = Map.groupBy(listed, ({ file }) => file);

describe("listed mutants of rules", () => {
  it.each([...files])("of %s match mutants of the present file", async (file, entries) => {
    const keys = new Set(await keysOfFile(file, fs.readFileSync(file, "utf8")));
    const gone = entries.filter((entry) => !keys.has(keyOf(entry)));
    expect(gone).toEqual([]);
  });

  it("belong to mutated rules, without duplicates and with a reason", () => {
    const mutated = rooms().flatMap(rulesOf);
    for (const { file, reason } of listed) {
      expect(mutated).toContain(file);
      expect(reason).toMatch(/\w.{10}/);
    }
    expect(new Set(listed.map(keyOf)).size).toBe(listed.length);
  });
});

it("listed mutants of SQL belong to guarded statements, without duplicates and with a reason", () => {
  const guarded = stores.flatMap(({ statements }) => statements);
  for (const { statement, reason } of listedSql) {
    expect(guarded).toContain(statement);
    expect(reason).toMatch(/\w.{10}/);
  }
  const names = listedSql.map(({ statement, change }) => `${statement}: ${change}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(guarded).size).toBe(guarded.length);
});

it("guarded statements exist in the product", () => {
  const code = readSources("server")
    .filter(({ path }) => !/^testing\/|\.test\.ts$/.test(path))
    .map(({ text }) => text)
    .join("\n");
  const guarded = stores.flatMap(({ statements }) => statements);
  expect(guarded.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
});
