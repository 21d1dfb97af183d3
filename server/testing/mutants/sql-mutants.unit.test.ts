// Each condition, comparison and lock of a statement has its mutant.
import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { mutantsOf, rewritten } from "./sql-mutants";
import { hooked } from "./sql-plugin";

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

function mutate(text: string): Record<string, string> {
  const mutants = mutantsOf({ name: "it", text });
  expect(new Set(mutants.map(({ change }) => change)).size).toBe(mutants.length);
  return Object.fromEntries(mutants.map((mutant) => [mutant.change, oneLine(mutant.text)]));
}

describe("a mutant of a statement", () => {
  it("drops one condition of a WHERE, and keeps its parameters", () => {
    expect(mutate("UPDATE t SET a = 1 WHERE b IN ($1) AND (c OR d IN ($2))")).toEqual({
      "drop b IN ($1)": "UPDATE t SET a = 1 WHERE (b IN ($1) OR true) AND (c OR d IN ($2))",
      "drop c": "UPDATE t SET a = 1 WHERE b IN ($1) AND ((c AND false) OR d IN ($2))",
      "drop d IN ($2)": "UPDATE t SET a = 1 WHERE b IN ($1) AND (c OR (d IN ($2) AND false))",
    });
  });

  it("moves the boundary of a comparison or inverts it, in any clause", () => {
    const signs = { "<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "=" };
    for (const [from, to] of Object.entries(signs)) {
      const text = `SELECT CASE WHEN a ${from} $1 THEN 1 END FROM t`;
      expect(mutate(text)).toEqual({
        [`a ${from} $1 becomes ${to}`]: `SELECT CASE WHEN a ${to} $1 THEN 1 END FROM t`,
      });
    }
  });

  it("inverts NOT and IS NULL", () => {
    expect(mutate("SELECT (NOT a), b IS NULL, c IS NOT NULL FROM t")).toEqual({
      "unnegate NOT (a)": "SELECT a, b IS NULL, c IS NOT NULL FROM t",
      "negate b IS NULL": "SELECT NOT (a), b IS NOT NULL, c IS NOT NULL FROM t",
      "negate c IS NOT NULL": "SELECT NOT (a), b IS NULL, c IS NULL FROM t",
    });
  });

  it("removes a lock, or only its SKIP LOCKED", () => {
    expect(mutate("SELECT a FROM t FOR UPDATE OF t SKIP LOCKED")).toEqual({
      "drop FOR UPDATE": "SELECT a FROM t",
      "drop SKIP LOCKED": "SELECT a FROM t FOR UPDATE OF t",
    });
  });

  it("removes ON CONFLICT, and keeps the parameters that only it used", () => {
    expect(mutate("INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = $2")).toEqual({
      "drop ON CONFLICT": "WITH unread AS (SELECT $2::text) INSERT INTO t ( a ) VALUES ($1)",
    });
    expect(
      mutate("WITH x AS (SELECT 1) INSERT INTO t VALUES (1) ON CONFLICT (a) DO UPDATE SET b = $1"),
    ).toEqual({
      "drop ON CONFLICT":
        "WITH unread AS (SELECT $1::text), x AS (SELECT 1) INSERT INTO t VALUES (1)",
    });
  });

  it("is found in CTEs, subqueries and joins, and numbered if it occurs twice", () => {
    const text = `WITH x AS (SELECT a FROM t WHERE a = $1)
      SELECT 1 FROM x JOIN t ON t.a = x.a WHERE EXISTS (SELECT FROM t WHERE a = $1)`;
    expect(Object.keys(mutate(text)).sort()).toEqual([
      "a = $1 becomes <>",
      "a = $1 becomes <> (2)",
      "drop EXISTS (SELECT FROM t WHERE a = $1)",
      "drop a = $1",
      "drop a = $1 (2)",
      "drop t.a = x.a",
      "t.a = x.a becomes <>",
    ]);
  });
});

it("parsing and writing a statement doesn't change it", () => {
  const text =
    "SELECT a FROM t WHERE b = $1 AND NOT (c) ORDER BY a LIMIT $2 FOR UPDATE SKIP LOCKED";
  expect(oneLine(rewritten(text))).toBe(text);
});

describe("the hook into core/db", () => {
  it("fits the present file", () => {
    const code = fs.readFileSync("server/core/db.ts", "utf8");
    expect(hooked(code).match(/carbonTillStatement/g)).toHaveLength(2);
  });

  it("fails if a place for it has changed", () => {
    expect(() => hooked("nothing")).toThrow(/core\/db\.ts/);
  });
});
