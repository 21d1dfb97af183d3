// `till registry incidents`: rows of exports that an operator decides.
import { Argument, type Command } from "commander";
import type { Context, Mode } from "#core/context";
import { database } from "#core/db";
import { formatMass } from "#core/mass";
import { plural } from "#core/text";
import {
  decideIncident,
  getIncident,
  type Incident,
  IncidentDecision,
  Invalidation,
  incidentDecisions,
  listIncidents,
  recordInvalidation,
} from "#domain/evidence";
import { remedyIncident } from "#domain/matching";
import { type JsonOption, jsonOption, modeOption, run, runInTransaction } from "./command";

interface Options extends JsonOption {
  mode: Mode;
}

const modeOf = () => modeOption("the mode of the orders");

const PAGE = 100;

async function readIncidents(ctx: Context, mode: Mode, state: Incident["state"]) {
  const incidents: Incident[] = [];
  for (let before: string | undefined; ; ) {
    const page = {
      mode,
      kind: null,
      state,
      limit: PAGE,
      ...(before && { starting_after: before }),
    };
    const { data, hasMore } = await listIncidents(ctx, page);
    incidents.push(...data);
    before = data.at(-1)?.id;
    if (!hasMore || !before) return incidents;
  }
}

const kgOf = ({ proposal }: Pick<Incident, "proposal">) =>
  proposal?.items.reduce((kg, { startKg, endKg }) => kg + endKg - startKg, 0) ?? 0;

function incidentLines(incident: Incident): string[] {
  const { id, registry, kind, row, proposal, resolution, disputedAt } = incident;
  const dispute = disputedAt ? "in dispute" : "another beneficiary";
  const reason = kind === "other_beneficiary" ? dispute : `${row.waitsFor}`;
  return [
    `${id}: ${registry}, ${formatMass(kgOf(incident))}, ${row.kind}, ${resolution ?? reason}`,
    `  ${row.serials ?? "no serial numbers"}`,
    `  there: ${row.beneficiary ?? "no beneficiary"}, ${row.retiredOn ?? "no date"}; ` +
      `here: ${proposal?.beneficiary ?? "no credits"}`,
    ...[row.reason, row.note].flatMap((text) => (text ? [`  ${text}`] : [])),
  ];
}

function toDocument(incident: Incident) {
  const { id, registry, kind, state, resolution, note, row, proposal, disputedAt } = incident;
  return {
    id,
    registry,
    kind,
    state,
    resolution,
    note,
    amount_kg: kgOf(incident),
    serials: row.serials,
    beneficiary: row.beneficiary,
    retired_on: row.retiredOn,
    expected_beneficiary: proposal?.beneficiary ?? null,
    disputed_at: disputedAt?.toISOString() ?? null,
  };
}

function addListCommand(incidents: Command): void {
  incidents
    .command("list", { isDefault: true })
    .description("list rows of registry exports that wait for a decision, newest first")
    .option("--decided", "those that are decided")
    .addOption(modeOf())
    .addOption(jsonOption())
    .action((options: Options & { decided?: boolean }) =>
      run(options, async (ctx) => {
        const state = options.decided ? "resolved" : "open";
        const list = await readIncidents(ctx, options.mode, state);
        return {
          lines: list.length === 0 ? ["Nothing to decide."] : list.flatMap(incidentLines),
          document: list.map(toDocument),
        };
      }),
    );
}

function addDecideCommand(incidents: Command): void {
  incidents
    .command("decide")
    .description(
      "decide about a row: ours records it as evidence, theirs gives the credits up, dismissed " +
        "ignores the row, disputed has certificates say so before a day has passed",
    )
    .argument("<id>", "the incident")
    .addArgument(new Argument("<decision>").choices(incidentDecisions))
    .option("--note <text>", "for the audit log")
    .option("--date <yyyy-mm-dd>", "when the credits were retired, if the row does not say")
    .addOption(modeOf())
    .addOption(jsonOption())
    .action((id: string, decision: string, options: Options & { note?: string; date?: string }) =>
      runInTransaction(options, async (ctx) => {
        const { mode, note, date } = options;
        const input = IncidentDecision.parse({ decision, note, retired_on: date });
        await decideIncident(ctx, { mode, id, ...input });
        const { lost } = await getIncident(ctx, { mode, id });
        const next = lost && lost.lostKg > lost.replacedKg;
        return {
          lines: [
            `Decided ${id}: ${decision}.`,
            ...(next ? [`Substitute other credits: till registry incidents remedy ${id}`] : []),
          ],
          document: { id, decision, lost_kg: lost?.lostKg ?? 0 },
        };
      }),
    );
}

/** Substitutes credits, in as many transactions as there are batches of orders. */
async function remedyAll(ctx: Context, input: Parameters<typeof remedyIncident>[1]) {
  const total = { orders: 0, kg: 0, missingKg: 0 };
  for (;;) {
    const report = await database().transaction((db) => remedyIncident({ ...ctx, db }, input));
    total.orders += report.orders;
    total.kg += report.kg;
    total.missingKg = report.missingKg;
    if (!report.hasMore) return total;
  }
}

function addRemedyCommand(incidents: Command): void {
  incidents
    .command("remedy")
    .description(
      "substitute credits from stock for those that were given up; exits with 1 if stock is missing",
    )
    .argument("<id>", "the incident")
    .option("--portfolio <id>", "take credits of this portfolio, whatever was ordered")
    .addOption(modeOf())
    .addOption(jsonOption())
    .action((id: string, options: Options & { portfolio?: string }) =>
      run(options, async (ctx) => {
        const { mode, portfolio: portfolioId = null } = options;
        const { orders, kg, missingKg } = await remedyAll(ctx, { mode, id, portfolioId });
        return {
          lines: [
            `Substituted ${formatMass(kg)} in ${plural(orders, "order")}.`,
            ...(missingKg > 0 ? [`Not in stock: ${formatMass(missingKg)}.`] : []),
          ],
          document: { id, orders, kg, missing_kg: missingKg },
          failed: missingKg > 0,
        };
      }),
    );
}

interface InvalidateOptions extends Options, Omit<Invalidation, "serials"> {}

function addInvalidateCommand(incidents: Command): void {
  incidents
    .command("invalidate")
    .description("record that sold credits were cancelled, by a letter and not by an export")
    .argument("<serials...>", "the ranges of serial numbers")
    .requiredOption("--registry <name>", "the registry of the credits")
    .requiredOption("--date <yyyy-mm-dd>", "when they lost their validity")
    .requiredOption("--reason <text>", "why")
    .requiredOption("--proof <text>", "the letter: a link, or what it is and where it is kept")
    .addOption(modeOf())
    .addOption(jsonOption())
    .action((serials: string[], options: InvalidateOptions) =>
      runInTransaction(options, async (ctx) => {
        const { mode, registry, date, reason, proof } = options;
        const given = { registry, serials: serials.join("\n"), date, reason, proof };
        const { ids } = await recordInvalidation(ctx, { mode, ...Invalidation.parse(given) });
        const lines: string[] = [];
        const document: object[] = [];
        for (const id of ids) {
          const { orders, proposal } = await getIncident(ctx, { mode, id });
          const kg = kgOf({ proposal });
          lines.push(`Recorded ${id}: ${formatMass(kg)} cancelled, of these orders:`);
          lines.push(...orders.map((one) => `  ${one.orderId}: ${formatMass(one.kg)}`));
          lines.push(`Substitute other credits: till registry incidents remedy ${id}`);
          const affected = orders.map((one) => ({ order_id: one.orderId, amount_kg: one.kg }));
          document.push({ id, amount_kg: kg, orders: affected });
        }
        return { lines, document };
      }),
    );
}

/** Adds `registry incidents` with `list`, `decide`, `invalidate` and `remedy`. */
export function addIncidentsCommand(registry: Command): void {
  const incidents = registry
    .command("incidents")
    .description("decide about credits that a registry shows as someone else’s, or incompletely");
  addListCommand(incidents);
  addDecideCommand(incidents);
  addInvalidateCommand(incidents);
  addRemedyCommand(incidents);
}
