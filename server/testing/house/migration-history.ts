// Reads the migrations in order, with the facts that a rule about one needs from those before it.
import {
  eachNode,
  listOf,
  loadSqlParser,
  type MigrationStatement,
  nameOf,
  type SqlNode,
  statementsOf,
  within,
} from "#setup/migration-statements";
import type { House } from "./house";
import { smallTables } from "./migration-table";

await loadSqlParser();

export interface MigrationFile {
  name: string;
  sql: string;
  statements: readonly MigrationStatement[];
}

const FILE = /^prisma\/migrations\/([^/]+)\/migration\.sql$/;

export function migrationsOf(house: House): MigrationFile[] {
  return house.sources
    .flatMap(({ path, text: sql }) => {
      const name = FILE.exec(path)?.[1];
      return name === undefined ? [] : [{ name, sql, statements: statementsOf(sql) }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Subcommands of an ALTER TABLE. */
export function commandsOf({ kind, node }: MigrationStatement): SqlNode[] {
  if (kind !== "AlterTableStmt") return [];
  return listOf(node, "cmds").map((it) => within(it, "AlterTableCmd"));
}

export function tableOf({ node }: MigrationStatement): string {
  return nameOf(within(node, "relation")["relname"]);
}

function createdTable(statement: MigrationStatement): string[] {
  if (statement.kind === "CreateStmt") return [tableOf(statement)];
  if (statement.kind !== "CreateTableAsStmt") return [];
  return [nameOf(within(statement.node, "into", "rel")["relname"])];
}

/** Returns true for tables that may have many rows when the migration runs. */
export function largeTables({ statements }: MigrationFile): (table: string) => boolean {
  const created = statements.flatMap(createdTable);
  return (table) => !created.includes(table) && !smallTables.includes(table);
}

/** Column of a check that it is not null. */
function notNullColumn(constraint: SqlNode): string | null {
  const test = within(constraint, "raw_expr", "NullTest");
  if (test["nulltesttype"] !== "IS_NOT_NULL") return null;
  const fields = listOf(within(test, "arg", "ColumnRef"), "fields");
  return nameOf(within(fields.at(-1), "String")["sval"]);
}

/** Columns, as table.column, of which a validated constraint says that they are not null. */
export function columnsCheckedNotNull(migrations: readonly MigrationFile[]): Set<string> {
  const added = new Map<string, string>();
  const columns = new Set<string>();
  for (const statement of migrations.flatMap(({ statements }) => statements)) {
    const table = tableOf(statement);
    for (const command of commandsOf(statement)) {
      const constraint = within(command, "def", "Constraint");
      const column = notNullColumn(constraint);
      if (column !== null) added.set(`${table}.${nameOf(constraint["conname"])}`, column);
      if (command["subtype"] !== "AT_ValidateConstraint") continue;
      const checked = added.get(`${table}.${nameOf(command["name"])}`);
      if (checked !== undefined) columns.add(`${table}.${checked}`);
    }
  }
  return columns;
}

/** Functions called in an expression. */
export function calledFunctions(node: SqlNode | undefined): string[] {
  const names: string[] = [];
  eachNode(node, (key, it) => {
    if (key === "FuncCall")
      names.push(nameOf(within(listOf(it, "funcname").at(-1), "String")["sval"]));
  });
  return names;
}

/** Returns true if a part of the statement selects a limited number of rows. */
export function hasLimit({ node }: MigrationStatement): boolean {
  let result = false;
  eachNode(node, (key) => {
    if (key === "limitCount") result = true;
  });
  return result;
}
