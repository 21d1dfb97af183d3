// `till move`: from the embedded PostgreSQL to a server of one's own.
import type { Command } from "commander";
import { hasPassword } from "#core/db-hosts";
import { databaseUrlFault } from "#core/db-url";
import { env } from "#core/env";
import { plural } from "#core/text";
import { embeddedFolder, moveEmbeddedDatabase } from "#setup/move-database";
import { type JsonOption, jsonOption, printError, runBeforeMigrations } from "./command";
import { check } from "./diagnostics";

interface MoveOptions extends JsonOption {
  to?: string;
}

function targetOf(program: Command, { to: option }: MoveOptions): string {
  const { CT_MOVE_TO: variable } = env;
  if (option !== undefined && variable !== undefined) {
    program.error("error: --to and CT_MOVE_TO are both set: remove one.");
  }
  const target = option ?? variable;
  if (target === undefined) {
    program.error("error: name the new database: CT_MOVE_TO_FILE=FILE, CT_MOVE_TO=URL or --to URL");
  }
  const fault = databaseUrlFault(target);
  if (fault) program.error(`error: --to ${fault}`);
  if (option !== undefined && hasPassword(option)) {
    printError(
      "Other users of this machine can see the password in --to while the command runs. Put the " +
        "URL into a file and name it in CT_MOVE_TO_FILE, or set PGPASSWORD.",
    );
  }
  return target;
}

/** Adds `move`. */
export function addMoveCommand(program: Command): void {
  program
    .command("move")
    .description(
      "move the embedded database to an empty one of your own, with all programs stopped, and " +
        "check the books there",
    )
    .option("--to <url>", "postgresql://user@host:5432/database, instead of CT_MOVE_TO_FILE")
    .addOption(jsonOption())
    .action((options: MoveOptions) => {
      const to = targetOf(program, options);
      if (process.env["DATABASE_URL"]) {
        program.error(
          "error: DATABASE_URL is set, so the embedded database is not in use. Unset it to move that " +
            "one; to move between servers, use till backup and till restore.",
        );
      }
      if (process.env["DATABASE_DIRECT_URL"]) {
        program.error("error: DATABASE_DIRECT_URL is set. Unset it until the database is moved.");
      }
      return runBeforeMigrations(
        { ...options, allowsMoved: true },
        async (url, log) => {
          const folder = embeddedFolder();
          const rows = await moveEmbeddedDatabase(url, to, { folder, log });
          process.env["DATABASE_URL"] = to;
          return rows;
        },
        async (ctx, rows) => {
          const { lines, document, ...rest } = await check(ctx);
          const counts = Object.entries(rows).filter(([, count]) => count > 0);
          const tables = counts.map(([table, count]) => `  ${table}: ${plural(count, "row")}`);
          return {
            ...rest,
            lines: [
              "Moved, with the same number of rows in each table:",
              ...tables,
              "",
              ...lines,
              "",
              "Now set DATABASE_URL to the new database for all programs, and start them.",
              `The old database stays in ${embeddedFolder()}, and no program starts with it.`,
            ],
            document: { rows, check: document },
          };
        },
      );
    });
}
