import { type Command, InvalidArgumentError } from "commander";
import { plural } from "#core/text";
import { connectDirectly } from "#setup/database-connection";
import {
  loadSqlParser,
  locksOf,
  type MigrationStatement,
  statementsOf,
} from "#setup/migration-statements";
import { findPending, migrate, type PendingMigrations } from "#setup/migrations";
import { type JsonOption, jsonOption, type Output, runUnmigrated } from "./command";

function seconds(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= 86_400) return value;
  throw new InvalidArgumentError("must be whole seconds, up to 86400");
}

const WIDTH = 60;

function firstLine({ text }: MigrationStatement): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}

function planDocument({ pending, isBreaking }: PendingMigrations) {
  const migrations = pending.map(({ name, sql, compatibleWith }) => ({
    name,
    compatible_with: compatibleWith,
    statements: statementsOf(sql).map((statement) => ({
      sql: firstLine(statement),
      locks: locksOf(statement),
    })),
  }));
  return { dry_run: true, ends_running_programs: isBreaking, migrations };
}

function planOutput(plan: PendingMigrations): Output {
  const document = planDocument(plan);
  if (plan.pending.length === 0) return { lines: ["Nothing to apply."], document };
  const lines = document.migrations.flatMap(({ name, statements }) => [
    name,
    ...statements.map(({ sql, locks }) => {
      const list = locks.map(({ mode, on }) => `${mode} on ${on}`).join(", ");
      return `  ${sql.padEnd(WIDTH)}  ${list || "no lock on an existing table"}`;
    }),
  ]);
  const effect = plan.isBreaking
    ? "Programs of the version before must end first: these migrations do not allow them."
    : "Programs of the version before may keep running.";
  return { lines: [...lines, "", effect, "Dry run: nothing was changed."], document };
}

interface MigrateOptions extends JsonOption {
  dryRun?: boolean;
  wait?: number;
}

/** Adds `migrate`. */
export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .description("apply pending migrations; programs with CT_MIGRATE=0 wait for this")
    .option("--dry-run", "list what would be applied, with the locks it takes")
    .option(
      "--wait <seconds>",
      "wait for a database that is not up yet, and for another program's migration",
      seconds,
    )
    .addOption(jsonOption())
    .action((options: MigrateOptions) =>
      runUnmigrated(options, async (url, log) => {
        const waitMs = options.wait === undefined ? undefined : options.wait * 1000;
        if (options.dryRun) {
          await loadSqlParser();
          const how = { application_name: "carbon-till migrations", waitMs };
          const client = await connectDirectly(url, log, how);
          try {
            return planOutput(await findPending(client, log));
          } finally {
            await client.end();
          }
        }
        const names = await migrate(url, log, { databaseWaitMs: waitMs, lockWaitMs: waitMs ?? 0 });
        const summary = `Applied ${plural(names.length, "migration")}.`;
        return { lines: [summary], document: { applied: names } };
      }),
    );
}
