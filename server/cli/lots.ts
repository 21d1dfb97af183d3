// `till lots`: credits from the registries' own CSV exports.
import path from "node:path";
import { type Command, Option } from "commander";
import type { Mode } from "#core/context";
import { formatMass } from "#core/mass";
import {
  importRegistryExport,
  type Registry,
  type RegistryImport,
  registries,
} from "#domain/registries";
import { type Answer, format, type JsonOption, readText, runInTransaction } from "./command";
import { addLotStateCommands } from "./lot-states";

interface Options extends JsonOption {
  registry: Registry;
  mode: Mode;
}

function toLines(report: RegistryImport, modeWasGiven: boolean): string[] {
  const { mode, projects, lots, withdrawn, refused, changed } = report;
  const lines = [
    `${changed ? "Imported into" : "Nothing changed in"} the ${mode} stock:`,
    `  credit lots: ${format(lots.created)} created (${formatMass(lots.createdKg)}), ` +
      `${format(lots.unchanged)} unchanged`,
    `  projects: ${format(projects.created)} created, ${format(projects.completed)} completed, ` +
      `${format(projects.unchanged)} unchanged`,
  ];
  if (projects.skipped > 0) {
    lines.push(
      `  ${format(projects.skipped)} projects of which there are no credits were left out; ` +
        "import their credits, then this file again",
    );
  }
  if (withdrawn.lots > 0) {
    lines.push(
      `  ${format(withdrawn.lots)} lots held serials that are retired at the registry: ` +
        `${formatMass(withdrawn.kg)} taken out of the stock`,
    );
  }
  if (refused.length > 0) lines.push(`  ${format(refused.length)} rows are no stock:`);
  for (const { file, line, reason } of refused) {
    lines.push(`    ${file}${line === null ? "" : `, line ${line}`}: ${reason}`);
  }
  lines.push(...stoppedLines(report));
  if (!modeWasGiven) lines.push("This is test stock; --mode live imports what you will sell.");
  return lines;
}

/** What the registry says is retired and a lot in use has yet to sell. */
function stoppedLines({ mode, disputed }: RegistryImport): string[] {
  return [...Map.groupBy(disputed, ({ lotId }) => lotId)].flatMap(([id, rows]) => [
    `STOPPED: lot "${id}" is no longer sold from. The registry names serials as retired or ` +
      "cancelled that it has yet to sell:",
    ...rows.map(({ file, line, range }) => `  ${file}, line ${line}: ${range}`),
    `  Put it back on sale:   till lots resume ${id} --mode ${mode}`,
    `  Or remove what is left: till lots remove ${id} --mode ${mode} --reason TEXT`,
  ]);
}

function toDocument(report: RegistryImport) {
  const { lots, ...rest } = report;
  const { created, unchanged, createdKg } = lots;
  return { ...rest, credit_lots: { created, unchanged, created_kg: createdKg } };
}

async function importFiles(files: string[], { registry, mode }: Omit<Options, "json">) {
  const texts = await Promise.all(
    files.map(async (file) => ({ name: path.basename(file), text: await readText(file) })),
  );
  return { mode, registry, files: texts };
}

/** Adds `lots import` and the commands for single lots. */
export function addLotsCommands(program: Command): void {
  const lots = program.command("lots").description("credit lots: the stock");
  lots
    .command("import")
    .description(
      "import a registry's own CSV exports (stock, projects, retirements; one or several); exit 1 " +
        "where it stopped the sale of lots, whose serials the registry names as retired",
    )
    .argument("<files...>", "the exports, in any order")
    .addOption(
      new Option("--registry <name>", "whose exports they are")
        .choices(registries)
        .makeOptionMandatory(),
    )
    .addOption(new Option("--mode <mode>", "which stock").choices(["test", "live"]).default("test"))
    .option("--json", "answer with one JSON document")
    .action((files: string[], options: Options, command: Command) =>
      runInTransaction(options, async (ctx): Promise<Answer> => {
        const report = await importRegistryExport(ctx, await importFiles(files, options));
        const modeWasGiven = command.getOptionValueSource("mode") === "cli";
        return {
          lines: toLines(report, modeWasGiven),
          document: toDocument(report),
          failed: report.disputed.length > 0,
        };
      }),
    );
  addLotStateCommands(lots);
}
