// `till lots`: imports from the registries' own CSV exports, and decisions about single lots.
import path from "node:path";
import { type Command, Option } from "commander";
import type { Mode } from "#core/context";
import { database } from "#core/db";
import { formatMass } from "#core/mass";
import { plural } from "#core/text";
import { moveHeldStock } from "#domain/checkout";
import { recordEvidence } from "#domain/evidence";
import { listStoppedLots, type StoppedLot } from "#domain/inventory";
import {
  type EvidenceReport,
  importInSlices,
  parseHoldingsMapping,
  type Registry,
  type RegistryImport,
  readExports,
  readyMappings,
  registries,
} from "#domain/registries";
import {
  format,
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  readExportFiles,
  readText,
  run,
} from "./command";
import { addDecisionCommands } from "./lot-decisions";

interface ImportOptions extends JsonOption {
  registry: Registry;
  mode: Mode;
  /** File of a holdings mapping. */
  mapping?: string;
  dates?: "day-first" | "month-first";
  complete?: boolean;
}

function importLines(report: RegistryImport, modeWasGiven: boolean): string[] {
  const { mode, projects, lots, removed, refused, retirements, changed } = report;
  const lines = [
    changed ? `Imported into ${mode} stock:` : `No changes to ${mode} stock:`,
    `  credit lots: ${format(lots.created)} created (${formatMass(lots.createdKg)}), ` +
      `${format(lots.updated)} updated, ${format(lots.unchanged)} unchanged` +
      (lots.removed > 0 ? `, ${format(lots.removed)} removed from stock before` : ""),
    `  projects: ${format(projects.created)} created, ${format(projects.completed)} completed, ` +
      `${format(projects.unchanged)} unchanged`,
  ];
  for (const { name, kind, isTested } of report.files) {
    if (!isTested) lines.push(`  ${name} was read as ${kind}, of which no real file was tested`);
  }
  if (projects.skipped > 0) {
    lines.push(
      `  skipped ${plural(projects.skipped, "project")} without credits; import the credits, ` +
        "then import this file again",
    );
  }
  if (removed.lots > 0) {
    lines.push(
      `  removed ${formatMass(removed.kg)} from ${plural(removed.lots, "lot")}: ` +
        "the serials are retired at the registry",
    );
  }
  if (retirements.length > 0) {
    const rows = plural(retirements.length, "row");
    lines.push(`  ${rows} of credits that are retired or cancelled at the registry`);
  }
  if (report.evidence) lines.push(...evidenceLines(report.evidence));
  lines.push(
    ...refusedLines("could not read", refused.filter(isMalformedRow)),
    ...refusedLines(
      "skipped",
      refused.filter((row) => !row.isMalformed),
    ),
  );
  lines.push(...missingLines(report), ...disputedLines(report));
  if (!modeWasGiven) lines.push("This is test stock. To import stock for sale, add --mode live.");
  return lines;
}

type Refused = RegistryImport["refused"][number];
const isMalformedRow = ({ isMalformed }: Refused) => isMalformed;

function refusedLines(verb: string, rows: readonly Refused[]): string[] {
  if (rows.length === 0) return [];
  return [
    `  ${verb} ${plural(rows.length, "row")}:`,
    ...rows.map(({ file, line, reason }) => `    ${file}, line ${line}: ${reason}`),
  ];
}

/** Consequences of the retired rows for orders. */
function evidenceLines(evidence: EvidenceReport): string[] {
  const { retirements, retiredKg, orders, incidents, incidentKg, confirmations } = evidence;
  return [
    retirements > 0
      ? `  ${formatMass(retiredKg)} retired for ${plural(orders, "order")}, by ` +
        plural(retirements, "record")
      : null,
    incidents > 0
      ? `  DISPUTED: ${formatMass(incidentKg)} that orders have is retired for others, in ` +
        `${plural(incidents, "row")}: decide on the operator's screen "Evidence to decide"`
      : null,
    confirmations > 0
      ? `  ${plural(confirmations, "row")} of credits that orders have must be confirmed on the ` +
        'operator\'s screen "Evidence to decide"'
      : null,
  ].filter((line) => line !== null);
}

function missingLines({ missing }: RegistryImport): string[] {
  if (!missing) return [];
  if (missing.count === 0) return ["The list has all credits of stock and orders."];
  const more = missing.count - missing.rows.length;
  return [
    `NOT IN THE LIST: ${formatMass(missing.unsoldKg)} for sale, ${formatMass(missing.soldKg)} sold ` +
      "and not retired. Nothing was removed:",
    ...missing.rows.map(
      ({ lotId, serials, kg, isSold }) =>
        `  ${lotId}: ${serials} (${formatMass(kg)}, ${isSold ? "sold" : "for sale"})`,
    ),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** Lots stopped by this import: the registry lists serials as retired that we have yet to sell. */
function disputedLines({ mode, disputed }: RegistryImport): string[] {
  return [...Map.groupBy(disputed, ({ lotId }) => lotId)].flatMap(([id, rows]) => [
    `STOPPED: sales from lot "${id}" are stopped. The registry lists these unsold serials as ` +
      "retired or cancelled:",
    ...rows.map(({ file, line, range }) => `  ${file}, line ${line}: ${range}`),
    `  To resume sales:      till lots resume ${id} --mode ${mode}`,
    `  To remove the rest:   till lots remove ${id} --mode ${mode} --reason TEXT`,
  ]);
}

function importDocument(report: RegistryImport) {
  const {
    lots,
    refused,
    retirements,
    writtenProjects: _,
    orderKeys: __,
    hasMore: ___,
    ...rest
  } = report;
  const { createdKg, ...counts } = lots;
  return {
    ...rest,
    credit_lots: { ...counts, created_kg: createdKg },
    retired_rows: retirements.length,
    refused: refused.map(({ isMalformed, ...row }) => ({ ...row, malformed: isMalformed })),
  };
}

async function openExports(files: string[], options: Omit<ImportOptions, "json">) {
  const { registry, mode, mapping: file, dates } = options;
  const mapping =
    file === undefined ? null : parseHoldingsMapping(path.basename(file), await readText(file));
  const read = await readExportFiles(files);
  return { mode, registry, exports: readExports({ registry, mapping, dates, files: read }) };
}

function addMappingCommand(lots: Command): void {
  lots
    .command("mapping")
    .description("print the mapping of an account's holdings export, to adapt it to your file")
    .addOption(
      new Option("--registry <name>", "the registry of the account")
        .choices(Object.keys(readyMappings))
        .makeOptionMandatory(),
    )
    .action(({ registry }: { registry: Registry }) => {
      process.stdout.write(`${JSON.stringify(readyMappings[registry], null, 2)}\n`);
    });
}

/** Adds `lots import` and the commands for single lots. */
export function addLotsCommands(program: Command): void {
  const lots = program.command("lots").description("manage credit lots, the stock");
  lots
    .command("import")
    .description(
      "import a registry's exports, CSV or XLSX (issuances, projects, retirements, holdings); exits with " +
        "1 if it could not read a row, or stopped sales of a lot because the registry lists its " +
        "serials as retired",
    )
    .argument("<files...>", "the exports, in any order")
    .addOption(
      new Option("--registry <name>", "the registry that the exports come from")
        .choices(registries)
        .makeOptionMandatory(),
    )
    .addOption(modeOption("the stock to import into"))
    .addOption(
      new Option(
        "--dates <order>",
        "order of dates with slashes, if a file does not show it",
      ).choices(["day-first", "month-first"]),
    )
    .option("--mapping <file>", "columns of your account's holdings export (JSON)")
    .option("--complete", "list what stock and orders have and this list of all holdings lacks")
    .addOption(jsonOption())
    .action((files: string[], options: ImportOptions, command: Command) =>
      run(options, async (ctx): Promise<Output> => {
        const input = await openExports(files, options);
        const report = await importInSlices(ctx, {
          ...input,
          isComplete: options.complete,
          recordEvidence,
          transaction: (slice) =>
            database().transaction(async (db) => {
              const inside = { ...ctx, db, progress: undefined };
              const imported = await slice(inside);
              await moveHeldStock(inside, input.mode);
              return imported;
            }),
        });
        const modeWasGiven = command.getOptionValueSource("mode") === "cli";
        return {
          lines: importLines(report, modeWasGiven),
          document: importDocument(report),
          failed:
            report.disputed.length + (report.missing?.count ?? 0) > 0 ||
            report.refused.some(isMalformedRow),
        };
      }),
    );
  addMappingCommand(lots);
  addStoppedCommand(lots);
  addDecisionCommands(lots);
}

/** Stopped lots as lines, for `lots stopped` and `check`. */
export function stoppedLotLines(lots: readonly StoppedLot[]): string[] {
  return lots.map(
    ({ mode, id, leftKg, stoppedAt, reason }) =>
      `  ${id} (${mode}, ${formatMass(leftKg)} left, since ` +
      `${stoppedAt.toISOString().slice(0, 10)}): ${reason}`,
  );
}

/** Stopped lots in a JSON document. */
export function stoppedLotDocument(lots: readonly StoppedLot[]) {
  return lots.map(({ mode, id, reason, leftKg, stoppedAt }) => ({
    mode,
    id,
    reason,
    left_kg: leftKg,
    stopped_on: stoppedAt.toISOString(),
  }));
}

function addStoppedCommand(lots: Command): void {
  lots
    .command("stopped")
    .description("list the lots whose sales are stopped, live and test")
    .addOption(jsonOption())
    .action((options: JsonOption) =>
      run(options, async (ctx) => {
        const stopped = await listStoppedLots(ctx);
        return {
          lines: stopped.length === 0 ? ["No stopped lots."] : stoppedLotLines(stopped),
          document: { lots: stoppedLotDocument(stopped) },
        };
      }),
    );
}
