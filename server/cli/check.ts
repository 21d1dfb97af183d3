// `till check`: verifies every invariant of the ledger and of the payments over the whole database.
import type { Command } from "commander";
import { checkPayments, paymentInvariants } from "#domain/checkout";
import { checkLedger, ledgerInvariants } from "#domain/diagnostics";
import { listStoppedLots } from "#domain/inventory";
import { format, type JsonOption, run } from "./command";
import { stoppedLotDocument, stoppedLotLines } from "./lot-states";

interface Fault {
  check: string;
  row: Record<string, unknown>;
}
type Checked = Awaited<ReturnType<typeof checkPayments>>;

function linesOf(what: string, faults: readonly Fault[], sound: string): string[] {
  if (faults.length === 0) return [`${what} sound: ${sound}.`];
  return [
    `${what} broken in ${format(faults.length)} row${faults.length === 1 ? "" : "s"}:`,
    ...faults.map(({ check, row }) => `  not so: ${check}: ${JSON.stringify(row)}`),
  ];
}

/** What was compared, so that nobody takes for verified what was not. */
function describeBooks({ books, skipped }: Pick<Checked, "books" | "skipped">): string {
  const compared = books.map(({ label, since, charges, unsettled }) => {
    const reach = since.getTime() === 0 ? "" : ` since ${since.toISOString().slice(0, 10)}`;
    const waiting = unsettled > 0 ? ` (${format(unsettled)} still being asked after)` : "";
    const count = `${format(charges)} charge${charges === 1 ? "" : "s"}`;
    return `${count} at ${label}${reach} compared${waiting}`;
  });
  const unasked = skipped.map((label) => `${label} is not set up and was not asked`);
  return [...compared, ...unasked].join("; ");
}

/** Adds `check`. */
export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .description(
      "verify every invariant of the ledger, and payments against the provider's charges; " +
        "exit 1 and the rows where one fails",
    )
    .option("--json", "answer with one JSON document")
    .action((options: JsonOption) =>
      run(options, async (ctx) => {
        const ledger = await checkLedger(ctx);
        const { faults: paid, books: compared, skipped } = await checkPayments(ctx);
        const books = compared.map(({ label: _, ...it }) => it);
        const stopped = await listStoppedLots(ctx);
        const faults = [...ledger, ...paid];
        const ok = faults.length === 0;
        const kept = `${paymentInvariants.length} invariants hold; ${describeBooks({ books: compared, skipped })}`;
        const lines = [
          ...linesOf("The ledger is", ledger, `${ledgerInvariants.length} invariants hold`),
          ...linesOf("The payments are", paid, kept),
          ...(stopped.length > 0 ? ["Lots that are stopped until you decide:"] : []),
          ...stoppedLotLines(stopped),
        ];
        const invariants = ledgerInvariants.length + paymentInvariants.length;
        const document = {
          ok,
          invariants,
          faults,
          books,
          stopped_lots: stoppedLotDocument(stopped),
        };
        return { lines, document, failed: !ok };
      }),
    );
}
