// `till match`: fills what can be filled now, without waiting for a worker.
import type { Command } from "commander";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { format, type JsonOption, run } from "./command";

/** Adds `match`. */
export function addMatchCommand(program: Command): void {
  program
    .command("match")
    .description("match placed orders to credits until nothing more can be matched")
    .option("--json", "answer with one JSON document")
    .action((options: JsonOption) =>
      run(options, async (ctx) => {
        const report = await matchOrders(ctx, { database: database() });
        const { matched, waiting } = report;
        const counts = `${format(matched)} orders fulfilled, ${format(waiting)} must wait`;
        return { lines: [`${counts} for credits.`], document: { matched, waiting } };
      }),
    );
}
