// `till move`: from the embedded PostgreSQL to a server of one's own.
import type { Command } from "commander";
import { DATABASE_URL_RULE, isDatabaseUrl } from "#core/db-hosts";
import { plural } from "#core/text";
import { embeddedFolder, moveEmbeddedDatabase } from "#setup/move-database";
import { type JsonOption, jsonOption, runBeforeMigrations } from "./command";
import { check } from "./diagnostics";

interface MoveOptions extends JsonOption {
  to: string;
}

/** Adds `move`. */
export function addMoveCommand(program: Command): void {
  program
    .command("move")
    .description(
      "move the embedded database to an empty one of your own, with all programs stopped, and " +
        "check the books there",
    )
    .requiredOption("--to <url>", "postgresql://user:password@host:5432/database")
    .addOption(jsonOption())
    .action((options: MoveOptions) => {
      if (process.env["DATABASE_URL"]) {
        program.error(
          "error: DATABASE_URL is set, so the embedded database is not in use. Unset it to move that " +
            "one; to move between servers, use till backup and till restore.",
        );
      }
      if (!isDatabaseUrl(options.to)) program.error(`error: --to ${DATABASE_URL_RULE}`);
      if (process.env["DATABASE_DIRECT_URL"]) {
        program.error("error: DATABASE_DIRECT_URL is set. Unset it until the database is moved.");
      }
      return runBeforeMigrations(
        { ...options, allowsMoved: true },
        async (url, log) => {
          const folder = embeddedFolder();
          const rows = await moveEmbeddedDatabase(url, options.to, { folder, log });
          process.env["DATABASE_URL"] = options.to;
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
