// `till registry`: retirements at registries: worklist, evidence, drift.
import { type Command, Option } from "commander";
import type { Context, Mode } from "#core/context";
import { csvLine } from "#core/csv";
import { database } from "#core/db";
import { formatMass } from "#core/mass";
import { plural } from "#core/text";
import {
  findDrift,
  listWorklistBlocks,
  listWorklistGroups,
  markRequested,
  type WorklistBlock,
  type WorklistGroup,
  type WorklistPage,
  type WorklistSection,
  worklistColumns,
} from "#domain/evidence";
import {
  type Drift,
  type DriftKind,
  type Registry,
  readRetirements,
  registries,
} from "#domain/registries";
import {
  type JsonOption,
  jsonOption,
  modeOption,
  type Output,
  readExportFiles,
  run,
} from "./command";
import { addIncidentsCommand } from "./registry-incidents";
import { addPoliciesCommand } from "./registry-policies";

interface PlaceOptions extends JsonOption {
  registry: string;
  mode: Mode;
}

const anyRegistry = () =>
  new Option("--registry <key>", "the registry, such as verra").makeOptionMandatory();

const day = (date: Date) => date.toISOString().slice(0, 10);

// ── worklist ─────────────────────────────────────────────────────────────────────────────────────

interface WorklistOptions extends Omit<PlaceOptions, "registry"> {
  registry?: string;
  csv?: boolean;
  unreported?: boolean;
}

const BLOCKS = 500;

function blockLines(block: WorklistBlock): string[] {
  const due = block.isOverdue
    ? `OVERDUE since ${day(block.retireBy)}`
    : `by ${day(block.retireBy)}`;
  return [
    `  ${block.serialNumberRange}`,
    `    ${formatMass(block.quantityKg)}, retire ${due}`,
    `    beneficiary: ${block.beneficiary}${block.isPool ? " (shared)" : ""}`,
    `    note: ${block.note}`,
  ];
}

function worklistLines(groups: readonly WorklistGroup[], blocks: readonly WorklistBlock[]) {
  if (groups.length === 0) return ["Nothing to retire."];
  const byGroup = Map.groupBy(
    blocks,
    (one) => `${one.registry} ${one.projectId} ${one.vintageYear}`,
  );
  return groups.flatMap((group) => {
    const { registryLabel, registry, projectName, projectId, vintageYear, dueKg, waitingKg } =
      group;
    const own = byGroup.get(`${registry} ${projectId} ${vintageYear}`) ?? [];
    const waiting = waitingKg > 0 ? `, ${formatMass(waitingKg)} not yet due` : "";
    const automatic =
      group.adapter === "manual" ? "" : ` (requested by the adapter ${group.adapter})`;
    return [
      `${registryLabel}, ${projectName}, ${vintageYear}: ${formatMass(dueKg)} to retire${waiting}${automatic}`,
      ...own.flatMap(blockLines),
    ];
  });
}

/** All blocks of the registries that have work. */
async function readWorklist(ctx: Context, options: WorklistOptions) {
  const { mode, registry = null } = options;
  const section: WorklistSection = options.unreported ? "unreported" : "current";
  const groups = (await listWorklistGroups(ctx, { mode, registry })).filter(
    (group) => group.section === section,
  );
  const blocks: WorklistBlock[] = [];
  for (const key of new Set(groups.map((group) => group.registry))) {
    let after: WorklistPage["next"] = null;
    do {
      const input = { mode, registry: key, section, limit: BLOCKS, after };
      const page: WorklistPage = await listWorklistBlocks(ctx, input);
      blocks.push(...page.blocks);
      after = page.next;
    } while (after !== null);
  }
  return { groups, blocks };
}

function csvText(blocks: readonly WorklistBlock[]): string {
  const columns = Object.entries(worklistColumns);
  const lines = blocks.map((block) => csvLine(columns.map(([, cell]) => cell(block))));
  return [csvLine(columns.map(([name]) => name)), ...lines].join("").trimEnd();
}

function worklistDocument(groups: readonly WorklistGroup[], blocks: readonly WorklistBlock[]) {
  return {
    groups: groups.map((group) => ({
      registry: group.registry,
      project_id: group.projectId,
      vintage_year: group.vintageYear,
      due_kg: group.dueKg,
      waiting_kg: group.waitingKg,
      retire_by: day(group.retireBy),
    })),
    blocks: blocks.map((block) =>
      Object.fromEntries(
        Object.entries(worklistColumns).map(([name, cell]) => [name, cell(block)]),
      ),
    ),
  };
}

function addWorklistCommand(registry: Command): void {
  registry
    .command("worklist")
    .description("list the credits to retire at registries, with what to enter there")
    .option("--registry <key>", "only this registry, such as verra")
    .option("--unreported", "credits sold before registry evidence was kept")
    .option("--csv", "print a table for spreadsheets")
    .addOption(modeOption("the mode of the orders"))
    .addOption(jsonOption())
    .action((options: WorklistOptions) =>
      run(options, async (ctx) => {
        const { groups, blocks } = await readWorklist(ctx, options);
        return {
          lines: options.csv ? [csvText(blocks)] : worklistLines(groups, blocks),
          document: worklistDocument(groups, blocks),
        };
      }),
    );
}

function addRequestedCommand(registry: Command): void {
  registry
    .command("requested")
    .description("record that all due credits of a registry were requested there by hand")
    .addOption(anyRegistry())
    .option("--unreported", "credits sold before registry evidence was kept")
    .addOption(modeOption("the mode of the orders"))
    .addOption(jsonOption())
    .action((options: PlaceOptions & { unreported?: boolean }) =>
      run(options, async (ctx) => {
        const { mode, registry } = options;
        const section = options.unreported ? "unreported" : "current";
        const all = { mode, registry, section, blocks: null, database: database() } as const;
        const marked = await markRequested(ctx, all);
        const { requests, kg } = marked;
        return {
          lines: [`Marked ${formatMass(kg)} as requested, in ${plural(requests, "request")}.`],
          document: marked,
        };
      }),
    );
}

// ── drift ────────────────────────────────────────────────────────────────────────────────────────

const driftTitles: Record<DriftKind, string> = {
  unknown_here: "Retired or cancelled there, not recorded here",
  differs: "Recorded here with other facts",
  missing_there: "Recorded here as retired, missing in the export",
  overdue: "Sold past the limit, and not retired there",
  unconfirmed: "Requested, and not retired there",
};

function driftLines({ entries, rows, from, to }: Drift): string[] {
  const period = from === null ? "" : `, ${from} to ${to}`;
  const head = `Compared with ${plural(rows, "row")}${period}.`;
  if (entries.length === 0) return [head, "No drift."];
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  return [
    head,
    ...[...byKind].flatMap(([kind, list]) => {
      const kg = list.reduce((sum, entry) => sum + entry.kg, 0);
      return [
        `${driftTitles[kind]}: ${formatMass(kg)}`,
        ...list.map(
          ({ serials, kg, detail, place }) =>
            `  ${place === null ? "" : `${place}: `}${serials} (${formatMass(kg)}): ${detail}`,
        ),
      ];
    }),
  ];
}

interface DriftOptions extends JsonOption {
  registry: Registry;
  file: string[];
  mode: Mode;
}

function addDriftCommand(registry: Command): void {
  registry
    .command("drift")
    .description(
      "compare a registry's export of retirements with the records here, without any change; " +
        "exits with 1 if they differ",
    )
    .addOption(
      new Option("--registry <name>", "the registry that the export comes from")
        .choices(registries)
        .makeOptionMandatory(),
    )
    .requiredOption("--file <files...>", "the export, or several")
    .addOption(modeOption("the mode of the orders"))
    .addOption(jsonOption())
    .action((options: DriftOptions) =>
      run(options, async (ctx): Promise<Output> => {
        const { mode, registry, file } = options;
        const { rows, refused } = readRetirements(registry, await readExportFiles(file));
        const drift = await findDrift(ctx, { mode, registry, rows });
        const unread = refused.map(
          ({ file: name, line, reason }) => `Not read: ${name}, line ${line}: ${reason}`,
        );
        return {
          lines: [...driftLines(drift), ...unread],
          document: { ...drift, not_read: refused.length },
          failed: drift.entries.length > 0 || refused.length > 0,
        };
      }),
    );
}

/** Adds the commands of `registry`. */
export function addRegistryCommands(program: Command): void {
  const registry = program.command("registry").description("retire credits at registries");
  addWorklistCommand(registry);
  addRequestedCommand(registry);
  addDriftCommand(registry);
  addIncidentsCommand(registry);
  addPoliciesCommand(registry);
}
