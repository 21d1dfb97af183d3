// Makes the mutants of an SQL statement: each differs in one condition, comparison or lock.
import { deparseSync, loadModule, parseSync } from "pgsql-parser";

await loadModule();

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };
type Tree = { [key: string]: Json };
type Path = readonly (string | number)[];

export interface SqlMutant {
  /** Name of the statement. */
  statement: string;
  /**
   * Description of the change: unique within the statement, and stable as long as it is the same.
   */
  change: string;
  /** SQL of the mutant. */
  text: string;
}

/** Replacement of each comparison: the boundary moves, or equality flips. */
const FLIPPED: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "=": "<>",
  "<>": "=",
};

interface Change {
  path: Path;
  name: string;
  apply(node: Json): Json;
}

function isTree(node: Json): node is Tree {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

function child(node: Json, key: string): Tree | null {
  const value = isTree(node) ? node[key] : undefined;
  return isTree(value) ? value : null;
}

function list(node: Json, key: string): Json[] {
  const value = isTree(node) ? node[key] : undefined;
  return Array.isArray(value) ? value : [];
}

function parse(text: string): Json {
  return parseSync(text) as unknown as Json;
}

function deparse(node: Json): string {
  return deparseSync(node as unknown as Parameters<typeof deparseSync>[0]);
}

/** Formats SQL on one line. */
function written(node: Json): string {
  return deparse(node).replace(/\s+/g, " ").trim();
}

const constant = (isTrue: boolean): Tree => ({
  A_Const: { boolval: isTrue ? { boolval: true } : {}, location: -1 },
});

/** Neutralizes a condition but keeps its text, so that its parameters keep their types. */
function neutral(operator: "AND_EXPR" | "OR_EXPR"): (node: Json) => Json {
  const isAnd = operator === "AND_EXPR";
  return (node) => ({
    BoolExpr: { boolop: isAnd ? "OR_EXPR" : "AND_EXPR", args: [node, constant(isAnd)] },
  });
}

/** One change for each operand of the ANDs and ORs in a condition, or for the whole condition. */
function dropsOf(node: Json, path: Path, inside: "AND_EXPR" | "OR_EXPR"): Change[] {
  const bool = child(node, "BoolExpr");
  const operator = bool?.["boolop"];
  if (operator === "AND_EXPR" || operator === "OR_EXPR") {
    return list(bool, "args").flatMap((arg, index) =>
      dropsOf(arg, [...path, "BoolExpr", "args", index], operator),
    );
  }
  // "ON true" is no condition.
  if (child(node, "A_Const")) return [];
  return [{ path, name: `drop ${written(node)}`, apply: neutral(inside) }];
}

function comparisonChange(node: Tree, path: Path): Change[] {
  const comparison = child(node, "A_Expr");
  const [operator] = list(comparison, "name");
  const sign = child(operator, "String")?.["sval"];
  const flipped = typeof sign === "string" ? FLIPPED[sign] : undefined;
  if (!comparison || flipped === undefined || comparison["kind"] !== "AEXPR_OP") return [];
  const apply = () => ({ A_Expr: { ...comparison, name: [{ String: { sval: flipped } }] } });
  return [{ path, name: `${written(node)} becomes ${flipped}`, apply }];
}

function nullTestChange(node: Tree, path: Path): Change[] {
  const test = child(node, "NullTest");
  if (!test) return [];
  const nulltesttype = test["nulltesttype"] === "IS_NULL" ? "IS_NOT_NULL" : "IS_NULL";
  const apply = () => ({ NullTest: { ...test, nulltesttype } });
  return [{ path, name: `negate ${written(node)}`, apply }];
}

function negationChange(node: Tree, path: Path): Change[] {
  const bool = child(node, "BoolExpr");
  const [operand] = list(bool, "args");
  if (bool?.["boolop"] !== "NOT_EXPR" || operand === undefined) return [];
  return [{ path, name: `unnegate ${written(node)}`, apply: () => operand }];
}

function lockChanges(node: Tree, path: Path): Change[] {
  const clauses = list(node, "lockingClause");
  if (clauses.length === 0) return [];
  const without = ({ lockingClause: _, ...rest }: Tree): Tree => rest;
  const waiting = (it: Json): Json => {
    const clause = child(it, "LockingClause");
    return clause ? { LockingClause: { ...clause, waitPolicy: "LockWaitBlock" } } : it;
  };
  const mayWait = clauses.every(
    (it) => child(it, "LockingClause")?.["waitPolicy"] === "LockWaitBlock",
  );
  const wait = (given: Json) =>
    isTree(given) ? { ...given, lockingClause: clauses.map(waiting) } : given;
  return [
    { path, name: "drop FOR UPDATE", apply: (it) => (isTree(it) ? without(it) : it) },
    ...(mayWait ? [] : [{ path, name: "drop SKIP LOCKED", apply: wait }]),
  ];
}

function conflictChange(node: Tree, path: Path): Change[] {
  if (!child(node, "onConflictClause")) return [];
  const without = ({ onConflictClause: _, ...rest }: Tree): Tree => rest;
  return [{ path, name: "drop ON CONFLICT", apply: (it) => (isTree(it) ? without(it) : it) }];
}

/** Clauses with conditions: WHERE, HAVING, FILTER of aggregates, and ON of joins. */
const CONDITIONS = new Set(["whereClause", "havingClause", "agg_filter", "quals"]);

function changesIn(node: Json, path: Path): Change[] {
  if (Array.isArray(node)) {
    return node.flatMap((item, index) => changesIn(item, [...path, index]));
  }
  if (!isTree(node)) return [];
  const own = [
    ...comparisonChange(node, path),
    ...nullTestChange(node, path),
    ...negationChange(node, path),
    ...lockChanges(node, path),
    ...conflictChange(node, path),
  ];
  const deeper = Object.entries(node).flatMap(([key, value]) => [
    ...(CONDITIONS.has(key) ? dropsOf(value, [...path, key], "AND_EXPR") : []),
    ...changesIn(value, [...path, key]),
  ]);
  return [...own, ...deeper];
}

function changedAt(node: Json, path: Path, apply: (node: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return apply(node);
  if (Array.isArray(node)) {
    return node.map((item, index) => (index === key ? changedAt(item, rest, apply) : item));
  }
  if (!isTree(node)) throw new Error(`the tree has no ${key}`);
  return { ...node, [key]: changedAt(node[key], rest, apply) };
}

function parametersOf(text: string): Set<string> {
  return new Set(text.match(/\$\d+/g));
}

/** Keeps removed parameters in an unused CTE, because the caller still sends them. */
function withParameters(text: string, original: string): string {
  const left = parametersOf(text);
  const gone = [...parametersOf(original)].filter((parameter) => !left.has(parameter));
  if (gone.length === 0) return text;
  const unread = `unread AS (SELECT ${gone.map((parameter) => `${parameter}::text`).join(", ")})`;
  if (/^WITH RECURSIVE\b/i.test(text)) return text.replace(/^WITH RECURSIVE/i, `$& ${unread},`);
  return /^WITH\b/i.test(text) ? text.replace(/^WITH/i, `$& ${unread},`) : `WITH ${unread} ${text}`;
}

/** Parses and writes the statement, which must not change its meaning. */
export function rewritten(text: string): string {
  return deparse(parse(text));
}

/** All mutants of a statement; identical changes are numbered. */
export function mutantsOf(statement: { name: string; text: string }): SqlMutant[] {
  const tree = parse(statement.text);
  const original = deparse(tree);
  const counts = new Map<string, number>();
  return changesIn(tree, []).map(({ path, name, apply }) => {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return {
      statement: statement.name,
      change: nth === 1 ? name : `${name} (${nth})`,
      text: withParameters(deparse(changedAt(tree, path, apply)).trim(), original),
    };
  });
}
