// New migrations hold no long lock and allow the version before: expand first, contract later. Until
// a first release they may also end all older programs, and then lock as long as they like.
import { runsOutsideTransaction } from "#setup/apply-migration";
import {
  droppedNames,
  isBatch,
  isConcurrent,
  listOf,
  type MigrationStatement,
  nameOf,
  type SqlNode,
  within,
} from "#setup/migration-statements";
import { declaredCompatibility } from "#setup/schema-compatibility";
import type { House } from "./house";
import {
  calledFunctions,
  columnsCheckedNotNull,
  commandsOf,
  hasLimit,
  largeTables,
  type MigrationFile,
  migrationsOf,
  tableOf,
} from "./migration-history";
import { acceptedMigrations } from "./migration-table";

interface Place {
  isLarge: (table: string) => boolean;
  isOutside: boolean;
  /** Columns as table.column. */
  checkedNotNull: ReadonlySet<string>;
}

/** Functions with one value per transaction, which adding a column does not compute per row. */
const STABLE = /^(now|transaction_timestamp|statement_timestamp)$/;

function faultOfConstraint(constraint: SqlNode): string | null {
  const type = nameOf(constraint["contype"]);
  if (/^CONSTR_(UNIQUE|PRIMARY|EXCLUSION)$/.test(type)) {
    const isReady = constraint["indexname"] !== undefined;
    return isReady
      ? null
      : `${type.slice(7)} builds an index: build it concurrently, then USING INDEX`;
  }
  const reads = type === "CONSTR_CHECK" || type === "CONSTR_FOREIGN";
  if (!reads || constraint["skip_validation"] === true) return null;
  return "a constraint reads all rows: add it NOT VALID, and VALIDATE it in another transaction";
}

function faultsOfNewColumn(column: SqlNode): string[] {
  const constraints = listOf(column, "constraints").map((it) => within(it, "Constraint"));
  const types = constraints.map(({ contype }) => nameOf(contype));
  const defaults = constraints.filter(({ contype }) => contype === "CONSTR_DEFAULT");
  const isVolatile = defaults.some((it) => calledFunctions(it).some((name) => !STABLE.test(name)));
  const serial = /serial/.test(JSON.stringify(column["typeName"] ?? ""));
  const computes = types.some((it) => /^CONSTR_(GENERATED|IDENTITY)$/.test(it));
  const hasDefault = defaults.length > 0 || computes || serial;
  return [
    ...(isVolatile || computes || serial
      ? ["a volatile or computed default rewrites the table"]
      : []),
    ...(types.includes("CONSTR_NOTNULL") && !hasDefault
      ? ["NOT NULL without a default fails on existing rows, and for older programs"]
      : []),
    ...constraints.flatMap((it) => faultOfConstraint(it) ?? []),
  ];
}

function faultsOfCommand(table: string, command: SqlNode, place: Place): string[] {
  const column = `${table}.${nameOf(command["name"])}`;
  switch (command["subtype"]) {
    case "AT_AddColumn":
      return faultsOfNewColumn(within(command, "def", "ColumnDef"));
    case "AT_AddConstraint":
      return [faultOfConstraint(within(command, "def", "Constraint")) ?? []].flat();
    case "AT_AlterColumnType":
      return ["a change of type rewrites the table: add a column, fill it, then drop the old one"];
    case "AT_SetNotNull":
      return place.checkedNotNull.has(column)
        ? []
        : ["SET NOT NULL reads all rows: VALIDATE a CHECK (… IS NOT NULL) in an earlier migration"];
    default:
      return [];
  }
}

/** A validation in the transaction that added the constraint keeps that lock while it reads. */
function faultsOfValidation({ statements }: MigrationFile, place: Place): string[] {
  const commands = statements.flatMap(commandsOf).map(({ subtype }) => subtype);
  const validates = commands.includes("AT_ValidateConstraint");
  const isAlone = commands.every((it) => it === "AT_ValidateConstraint");
  return validates && !isAlone && !place.isOutside
    ? ["VALIDATE in a transaction that changes tables: make it a migration of its own"]
    : [];
}

function faultsOfIndex(statement: MigrationStatement, { isOutside, isLarge }: Place): string[] {
  if (!isConcurrent(statement)) {
    return isLarge(tableOf(statement))
      ? ["CREATE INDEX blocks writes: use CONCURRENTLY IF NOT EXISTS, outside a transaction"]
      : [];
  }
  return [
    ...(isOutside ? [] : ['CONCURRENTLY needs the line "-- Outside a transaction"']),
    ...(statement.node["if_not_exists"]
      ? []
      : ["CONCURRENTLY without IF NOT EXISTS cannot be repeated"]),
  ];
}

function faultsOfRows(statement: MigrationStatement, { isOutside, isLarge }: Place): string[] {
  const { kind, node } = statement;
  const isInsertOfValues =
    kind === "InsertStmt" &&
    listOf(within(node, "selectStmt", "SelectStmt"), "valuesLists").length > 0;
  if (!isBatch(statement) || isInsertOfValues || !isLarge(tableOf(statement))) return [];
  if (!isOutside)
    return ["changes rows in the transaction: fill in batches, outside a transaction"];
  return hasLimit(statement)
    ? []
    : ["a batch needs a LIMIT, and is repeated until it changes no row"];
}

const SETTING = /^(lock|statement|idle_in_transaction_session)_timeout$/;

function faultsOfOther({ kind, node }: MigrationStatement): string[] {
  switch (kind) {
    case "LockStmt":
      return ["LOCK TABLE holds its lock until the end"];
    case "TruncateStmt":
    case "ClusterStmt":
    case "ReindexStmt":
    case "VacuumStmt":
    case "DoStmt":
      return [
        `${kind.replace("Stmt", "").toUpperCase()} is not reviewed by this rule: find another way`,
      ];
    case "VariableSetStmt":
      return SETTING.test(nameOf(node["name"])) ? ["the runner sets the time limits"] : [];
    default:
      return [];
  }
}

/** Objects that a program of the version before would miss. */
function removedObjects(statement: MigrationStatement): string[] {
  const { kind, node } = statement;
  const dropped = commandsOf(statement).filter(({ subtype }) => subtype === "AT_DropColumn");
  if (dropped.length > 0) return dropped.map((it) => `${tableOf(statement)}.${nameOf(it["name"])}`);
  if (kind === "DropStmt" && node["removeType"] === "OBJECT_TABLE") return droppedNames(statement);
  const isRename =
    kind === "RenameStmt" && /^OBJECT_(TABLE|COLUMN)$/.test(nameOf(node["renameType"]));
  return isRename ? [tableOf(statement)] : [];
}

const UNUSED = /^-- Unused since: (\S+)[ \t]*$/m;
const EXCLUSIVE = /^-- Runs beside no older version: \S/m;

function faultsOfDeclaration(migration: MigrationFile): string[] {
  const oldest = declaredCompatibility(migration.sql);
  if (oldest === null) {
    return EXCLUSIVE.test(migration.sql)
      ? []
      : ['needs "-- Runs beside: MIGRATION", or "-- Runs beside no older version: REASON"'];
  }
  const removed = migration.statements.flatMap(removedObjects);
  const unusedSince = UNUSED.exec(migration.sql)?.[1];
  return removed.length > 0 && !(unusedSince !== undefined && unusedSince <= oldest)
    ? [
        `removes ${removed.join(", ")}: needs "-- Unused since: MIGRATION", the newest of the first ` +
          "version that does not use it, not after the one it runs beside",
      ]
    : [];
}

function faultsOf(migration: MigrationFile, before: readonly MigrationFile[]): string[] {
  const place: Place = {
    isLarge: largeTables(migration),
    isOutside: runsOutsideTransaction(migration.sql),
    checkedNotNull: columnsCheckedNotNull(before),
  };
  const declaration = faultsOfDeclaration(migration);
  if (EXCLUSIVE.test(migration.sql)) {
    return [...declaration, ...migration.statements.flatMap(faultsOfOther)];
  }
  return [
    ...declaration,
    ...faultsOfValidation(migration, place),
    ...migration.statements.flatMap((statement) => {
      const table = tableOf(statement);
      const commands = place.isLarge(table) ? commandsOf(statement) : [];
      return [
        ...commands.flatMap((command) => faultsOfCommand(table, command, place)),
        ...(statement.kind === "IndexStmt" ? faultsOfIndex(statement, place) : []),
        ...faultsOfRows(statement, place),
        ...faultsOfOther(statement),
      ];
    }),
  ];
}

function allFaults(house: House) {
  const all = migrationsOf(house);
  return all.map((migration, index) => ({
    name: migration.name,
    // The first one makes all tables.
    faults: index === 0 ? [] : [...new Set(faultsOf(migration, all.slice(0, index)))],
  }));
}

export function migrationsHoldNoLongLock(house: House): string[] {
  return allFaults(house)
    .filter(({ name }) => !acceptedMigrations.includes(name))
    .flatMap(({ name, faults }) =>
      faults.map((fault) => `prisma/migrations/${name}/migration.sql:1: ${fault}`),
    );
}

/** Entries of the list of accepted migrations that keep the rule or do not exist. */
export function needlesslyAccepted(house: House): string[] {
  const breaking = allFaults(house).filter(({ faults }) => faults.length > 0);
  return acceptedMigrations.filter((name) => !breaking.some((it) => it.name === name));
}
