// `till match`, `check`, `doctor` and `totals`: keep an installation in order.
import type { Command } from "commander";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { plural } from "#core/text";
import { checkPayments, paymentInvariants } from "#domain/checkout";
import {
  checkLedger,
  ledgerInvariants,
  type ProbeResult,
  probeInstallation,
  rebuildTotals,
  type TotalsReport,
} from "#domain/diagnostics";
import { listStoppedLots } from "#domain/inventory";
import { matchOrders } from "#domain/matching";
import { modules } from "#modules";
import { type JsonOption, jsonOption, type Output, run } from "./command";
import { stoppedLotDocument, stoppedLotLines } from "./lots";

/** Adds `match`. */
export function addMatchCommand(program: Command): void {
  program
    .command("match")
    .description("match orders to credits now, without waiting for a worker")
    .addOption(jsonOption())
    .action((options: JsonOption) =>
      run(options, async (ctx) => {
        const { matched, waiting } = await matchOrders(ctx, { database: database() });
        return {
          lines: [
            `Fulfilled ${plural(matched, "order")}. Waiting for credits: ${plural(waiting, "order")}.`,
          ],
          document: { matched, waiting },
        };
      }),
    );
}

interface Fault {
  check: string;
  row: Record<string, unknown>;
}

type Checked = Awaited<ReturnType<typeof checkPayments>>;

function checkLines(subject: string, faults: readonly Fault[], passed: string): string[] {
  if (faults.length === 0) return [`${subject} OK: ${passed}.`];
  return [
    `${subject} INCONSISTENT: ${plural(faults.length, "row")} ${faults.length === 1 ? "violates" : "violate"} an invariant:`,
    ...faults.map(({ check, row }) => `  violated: ${check}: ${JSON.stringify(row)}`),
  ];
}

/** Also lists what was not compared, so that no one assumes it was verified. */
function describeBooks({ books, skipped, uncompared }: Omit<Checked, "faults">): string {
  const compared = books.map(({ label, since, charges, unsettled }) => {
    const start = since.getTime() === 0 ? "" : ` since ${since.toISOString().slice(0, 10)}`;
    const pending = unsettled > 0 ? ` (${unsettled} still being polled)` : "";
    return `compared ${plural(charges, "charge")} at ${label}${start}${pending}`;
  });
  const missed = uncompared.map(({ label, mode, account, payments }) => {
    const keys = account === null ? `${mode} keys` : `${mode} keys of ${account}`;
    return `did not compare ${plural(payments, "payment")} at ${label}, which needs ${keys}`;
  });
  const unset = skipped.map((label) => `${label} is not configured`);
  return [...compared, ...missed, ...unset].join("; ");
}

async function checkModules(ctx: Context) {
  const checks = modules.flatMap((module) => module.checks ?? []);
  return Promise.all(checks.map(async (each) => ({ ...each, faults: await each.run(ctx) })));
}

export async function check(ctx: Context): Promise<Output> {
  const ledgerFaults = await checkLedger(ctx);
  const { faults: paymentFaults, ...compared } = await checkPayments(ctx);
  const ofModules = await checkModules(ctx);
  const stopped = await listStoppedLots(ctx);
  const faults = [...ledgerFaults, ...paymentFaults, ...ofModules.flatMap((each) => each.faults)];
  const ok = faults.length === 0;
  const paymentsPassed = `${paymentInvariants.length} invariants hold; ${describeBooks(compared)}`;
  return {
    lines: [
      ...checkLines("Ledger", ledgerFaults, `${ledgerInvariants.length} invariants hold`),
      ...checkLines("Payments", paymentFaults, paymentsPassed),
      ...ofModules.flatMap((each) =>
        checkLines(each.subject, each.faults, `${each.invariants.length} invariants hold`),
      ),
      ...(stopped.length > 0 ? ["Stopped lots that need a decision:"] : []),
      ...stoppedLotLines(stopped),
    ],
    document: {
      ok,
      invariants: [
        ledgerInvariants,
        paymentInvariants,
        ...ofModules.map((each) => each.invariants),
      ].flat().length,
      faults,
      books: compared.books.map(({ label: _, ...rest }) => rest),
      not_compared: compared.uncompared.map(({ label: _, ...rest }) => rest),
      stopped_lots: stoppedLotDocument(stopped),
    },
    failed: !ok,
  };
}

/** Corrects what is derived from the books, and then checks everything. */
async function checkRepaired(ctx: Context): Promise<Output> {
  const reports = await rebuildTotals(ctx, { dryRun: false, database: database() });
  const { lines, document, ...rest } = await check(ctx);
  const wrong = totalsOutput(reports, false);
  return {
    ...rest,
    lines: [...wrong.lines, ...lines],
    document: { ...Object(document), repaired: wrong.document },
  };
}

interface CheckOptions extends JsonOption {
  repair?: boolean;
}

/** Adds `check`. */
export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .description(
      "verify every invariant of the ledger, and compare payments with the charges at payment " +
        "providers; exits with 1 and lists the rows if any check fails",
    )
    .option(
      "--repair",
      "first correct stored totals, which are derived from the books; changes nothing else",
    )
    .addOption(jsonOption())
    .action((options: CheckOptions) => run(options, options.repair ? checkRepaired : check));
}

const labels: Record<ProbeResult["state"], string> = {
  ok: "ok",
  problem: "PROBLEM",
  unused: "-",
};

function probeLine({ part, state, detail }: ProbeResult): string {
  return `${labels[state].padEnd(9)}${part.padEnd(11)}${detail}`;
}

/** Adds `doctor`. */
export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description(
      "test the configured database, clock, encryption, file storage, mail server, identity " +
        "provider and payment keys; exits with 1 if any does not work",
    )
    .addOption(jsonOption())
    .action((options: JsonOption) =>
      run(options, async (ctx) => {
        const checks = await probeInstallation(ctx);
        const problems = checks.filter(({ state }) => state === "problem").length;
        const summary =
          problems === 0 ? "No problems found." : `Found ${plural(problems, "problem")}.`;
        return {
          lines: [...checks.map(probeLine), "", summary],
          document: { ok: problems === 0, checks },
          failed: problems > 0,
        };
      }),
    );
}

function totalsOutput(reports: TotalsReport[], dryRun: boolean): Output {
  const lines = reports.flatMap(({ table, differing, rows }) => [
    `${table}: ${differing === 0 ? "correct" : plural(differing, "wrong row")}`,
    ...rows.map((row) => `  ${JSON.stringify(row)}`),
    ...(differing > rows.length ? [`  and ${differing - rows.length} more`] : []),
  ]);
  const differing = reports.reduce((sum, report) => sum + report.differing, 0);
  if (differing > 0)
    lines.push(dryRun ? "Dry run: nothing was changed." : "Corrected all of them.");
  return {
    lines,
    document: { dry_run: dryRun, differing, corrected: dryRun ? 0 : differing, totals: reports },
    failed: dryRun && differing > 0,
  };
}

interface TotalsOptions extends JsonOption {
  dryRun?: boolean;
}

/** Adds `totals rebuild`. */
export function addTotalsCommands(program: Command): void {
  const totals = program.command("totals").description("manage the stored totals");
  totals
    .command("rebuild")
    .description(
      "recompute the totals of stock, orders and retirements from the ledger and correct " +
        "differences; matching waits only while a total that differs is corrected",
    )
    .option("--dry-run", "only report differences; exits with 1 if there are any")
    .addOption(jsonOption())
    .action((options: TotalsOptions) =>
      run(options, async (ctx) => {
        const dryRun = options.dryRun ?? false;
        return totalsOutput(await rebuildTotals(ctx, { dryRun, database: database() }), dryRun);
      }),
    );
}
