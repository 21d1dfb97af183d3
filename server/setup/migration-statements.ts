// Splits a migration into statements and names the locks that each takes.

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json };
export type SqlNode = { [key: string]: Json };

export interface MigrationStatement {
  text: string;
  /** For example "IndexStmt". */
  kind: string;
  node: SqlNode;
}

export interface TableLock {
  /** A table, or the index of a statement that doesn't name its table. */
  on: string;
  mode: string;
}

function isNode(value: Json): value is SqlNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object below a key; empty if there is none. */
export function within(value: Json, ...keys: string[]): SqlNode {
  let node: Json = value;
  for (const key of keys) node = isNode(node) ? node[key] : undefined;
  return isNode(node) ? node : {};
}

export function listOf(node: SqlNode, key: string): SqlNode[] {
  const list = node[key];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

export function nameOf(value: Json): string {
  return typeof value === "string" ? value : "";
}

/** Calls `visit` for each object of the tree with the key that holds it. */
export function eachNode(value: Json, visit: (key: string, node: SqlNode) => void, key = ""): void {
  if (Array.isArray(value)) for (const item of value) eachNode(item, visit, key);
  if (!isNode(value)) return;
  visit(key, value);
  for (const [name, part] of Object.entries(value)) eachNode(part, visit, name);
}

let parser: typeof import("libpg-query") | undefined;

/** Must be awaited before `statementsOf` is called. Loads PostgreSQL's parser, which few need. */
export async function loadSqlParser(): Promise<void> {
  parser ??= await import("libpg-query");
  await parser.loadModule();
}

export function statementsOf(sql: string): MigrationStatement[] {
  if (!parser) throw new Error("loadSqlParser must be awaited first");
  // The parser counts bytes.
  const bytes = Buffer.from(sql);
  return (parser.parseSync(sql).stmts ?? []).map(
    ({ stmt, stmt_location: from = 0, stmt_len: length }) => {
      const raw = bytes.subarray(from, length ? from + length : undefined).toString("utf8");
      const [[kind, node] = ["", {}]] = Object.entries(stmt as unknown as SqlNode);
      return { text: withoutComments(raw), kind, node: within(node) };
    },
  );
}

/** Removes comment lines and blank lines above and between the lines of a statement. */
function withoutComments(text: string): string {
  return text.replace(/^\s*(--.*)?\n/gm, "").trim();
}

const MODES = [
  "",
  "ACCESS SHARE",
  "ROW SHARE",
  "ROW EXCLUSIVE",
  "SHARE UPDATE EXCLUSIVE",
  "SHARE",
  "SHARE ROW EXCLUSIVE",
  "EXCLUSIVE",
  "ACCESS EXCLUSIVE",
];
/** Subcommands of ALTER TABLE with a weaker lock. */
const WEAKER: Readonly<Record<string, string>> = {
  AT_ValidateConstraint: "SHARE UPDATE EXCLUSIVE",
  AT_SetStatistics: "SHARE UPDATE EXCLUSIVE",
  AT_SetRelOptions: "SHARE UPDATE EXCLUSIVE",
};

const relation = (node: SqlNode) => nameOf(within(node, "relation")["relname"]);

/** Names of a DROP's objects, without their schema. */
export function droppedNames({ node }: MigrationStatement): string[] {
  return listOf(node, "objects").map((object) => {
    const last = listOf(within(object, "List"), "items").at(-1) ?? {};
    return nameOf(within(last, "String")["sval"]);
  });
}

/** Tables that foreign keys in the statement refer to. */
function referencedTables({ node }: MigrationStatement): string[] {
  const names: string[] = [];
  eachNode(node, (key, it) => {
    if (key === "pktable") names.push(nameOf(it["relname"]));
  });
  return names;
}

function alterLocks(statement: MigrationStatement): TableLock[] {
  const commands = listOf(statement.node, "cmds").map((it) => within(it, "AlterTableCmd"));
  const modes = commands.map((command) => {
    const { contype } = within(command, "def", "Constraint");
    if (contype === "CONSTR_FOREIGN") return "SHARE ROW EXCLUSIVE";
    return WEAKER[nameOf(command["subtype"])] ?? "ACCESS EXCLUSIVE";
  });
  const mode = modes.toSorted((a, b) => MODES.indexOf(b) - MODES.indexOf(a))[0];
  return [
    { on: relation(statement.node), mode: mode ?? "ACCESS EXCLUSIVE" },
    ...referencedTables(statement).map((on) => ({ on, mode: "SHARE ROW EXCLUSIVE" })),
  ];
}

/** The table locks that a statement takes and holds until its transaction ends. */
export function locksOf(statement: MigrationStatement): TableLock[] {
  const { kind, node } = statement;
  const all = (mode: string, names: readonly string[]) => names.map((on) => ({ on, mode }));
  switch (kind) {
    case "AlterTableStmt":
      return alterLocks(statement);
    case "IndexStmt":
      return all(node["concurrent"] ? "SHARE UPDATE EXCLUSIVE" : "SHARE", [relation(node)]);
    case "DropStmt": {
      const mode = node["concurrent"] ? "SHARE UPDATE EXCLUSIVE" : "ACCESS EXCLUSIVE";
      return all(mode, droppedNames(statement));
    }
    case "CreateStmt":
      return all("SHARE ROW EXCLUSIVE", referencedTables(statement));
    case "InsertStmt":
    case "UpdateStmt":
    case "DeleteStmt":
      return all("ROW EXCLUSIVE", [relation(node)]);
    case "RenameStmt":
      return all("ACCESS EXCLUSIVE", [relation(node)]);
    case "LockStmt":
    case "TruncateStmt": {
      const names = listOf(node, "relations").map((it) =>
        nameOf(within(it, "RangeVar")["relname"]),
      );
      return all(MODES[Number(node["mode"] ?? 8)] ?? "", names);
    }
    default:
      return [];
  }
}

/** Returns true for a statement that must run outside a transaction. */
export function isConcurrent({ node }: MigrationStatement): boolean {
  return node["concurrent"] === true;
}

/** Returns true for a statement that outside a transaction is repeated until it changes no row. */
export function isBatch({ kind }: MigrationStatement): boolean {
  return /^(Insert|Update|Delete)Stmt$/.test(kind);
}
