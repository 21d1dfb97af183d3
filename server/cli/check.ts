// `till check`: verifies every invariant of the ledger over the whole database.
import type { Command } from "commander";
import { checkLedger, ledgerInvariants } from "#domain/inventory";
import { type JsonOption, run } from "./command";

/** Adds `check`. */
export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .description("verify every invariant of the ledger; exit 1 and the rows where one fails")
    .option("--json", "answer with one JSON document")
    .action((options: JsonOption) =>
      run(options, async (ctx) => {
        const faults = await checkLedger(ctx);
        const lines =
          faults.length === 0
            ? [`The ledger is sound: ${ledgerInvariants.length} invariants hold.`]
            : [
                `The ledger is broken in ${faults.length} rows:`,
                ...faults.map(({ check, row }) => `  not so: ${check}: ${JSON.stringify(row)}`),
              ];
        const ok = faults.length === 0;
        const document = { ok, invariants: ledgerInvariants.length, faults };
        return { lines, document, failed: !ok };
      }),
    );
}
