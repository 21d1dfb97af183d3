// `till totals`: the sums that are kept beside the books.
import type { Command } from "commander";
import { rebuildTotals, type TotalsReport } from "#domain/diagnostics";
import { type Answer, format, type JsonOption, runInTransaction } from "./command";

interface Options extends JsonOption {
  dryRun?: boolean;
}

function toAnswer(reports: TotalsReport[], dryRun: boolean): Answer {
  const lines = reports.flatMap(({ table, differing, rows }) => [
    `${table}: ${differing === 0 ? "correct" : `${format(differing)} rows differed`}`,
    ...rows.map((row) => `  ${JSON.stringify(row)}`),
    ...(differing > rows.length ? [`  and ${format(differing - rows.length)} more`] : []),
  ]);
  const differing = reports.reduce((sum, report) => sum + report.differing, 0);
  if (differing > 0) lines.push(dryRun ? "Nothing was changed." : "All of them were corrected.");
  const corrected = dryRun ? 0 : differing;
  return {
    lines,
    document: { dry_run: dryRun, differing, corrected, totals: reports },
    failed: dryRun && differing > 0,
  };
}

/** Adds `totals rebuild`. */
export function addTotalsCommands(program: Command): void {
  const totals = program.command("totals").description("sums that are kept beside the books");
  totals
    .command("rebuild")
    .description(
      "compute the totals of stock, orders and retirements again from the books, and correct what " +
        "differs; matching and imports wait meanwhile",
    )
    .option("--dry-run", "only report what differs; exit 1 if anything does")
    .option("--json", "answer with one JSON document")
    .action((options: Options) =>
      runInTransaction(options, async (ctx) => {
        const dryRun = options.dryRun ?? false;
        return toAnswer(await rebuildTotals(ctx, { dryRun }), dryRun);
      }),
    );
}
