import type { Context, Mode } from "#core/context";
import { isInFuture } from "#core/dates";
import { invalid, notFound, Problem } from "#core/errors";
import { lockCatalogue } from "#domain/catalogue";
import { separateRetired, splitIncidents } from "#domain/inventory";
import type { IncidentRow } from "./evidence-row-rules";
import { proposalOf } from "./incident-list";
import { resolveIncident, startDispute } from "./incidents";
import { rowKeysIn } from "./match-evidence-rules";
import { recordRetirements } from "./registry-retirements";
import type { IncidentDecision } from "./schema";

interface DecideIncident extends IncidentDecision {
  mode: Mode;
  id: string;
}

async function findOpen(ctx: Context, { mode, id }: { mode: Mode; id: string }) {
  const incident = await ctx.db.prisma.registryIncident.findUnique({
    where: { mode_id: { mode, id } },
  });
  if (!incident) throw notFound("incident");
  if (incident.state === "open") return incident;
  throw new Problem("conflict", { title: "The incident is resolved already" });
}

type Incident = Awaited<ReturnType<typeof findOpen>>;

/** Records what the export's row says as evidence for the proposed credits. */
async function recordProposal(
  ctx: Context,
  incident: Incident,
  { retired_on: date }: IncidentDecision,
): Promise<void> {
  const row = incident.row as unknown as IncidentRow;
  const proposal = proposalOf(incident);
  if (!proposal) throw new Problem("conflict", { title: "The row fits no credits of ours" });
  if (row.waitsFor === "rest_for_sale") {
    throw new Problem("conflict", {
      title: "The rest of this tonne is for sale",
      detail:
        "It names one customer, so no other can be added to it. Have the registry change the " +
        `beneficiary to “${proposal.beneficiary}”, then import its export again.`,
    });
  }
  const retiredOn = row.retiredOn ?? date;
  if (!retiredOn) throw invalid("retired_on", "must be given: the export’s row has no date");
  if (isInFuture(retiredOn, ctx.now)) {
    throw new Problem("conflict", {
      title: "The row’s date is in the future",
      detail: "Decide it then, or have the registry correct it and import its export again.",
    });
  }
  const mode = incident.mode as Mode;
  await recordRetirements(ctx, {
    mode,
    registry: incident.registry,
    retirements: [
      {
        kind: row.kind,
        retiredOn,
        beneficiary: row.beneficiary,
        reason: row.reason,
        registryReference: row.reference,
        url: row.url,
        source: row.source ?? "import",
        isPool: proposal.isPool,
        requestId: proposal.requestId,
        items: [...proposal.items],
      },
    ],
  });
  await separateRetired(ctx, { mode, stretches: proposal.items });
}

/**
 * Ends the disputes about credits for which the registry names our beneficiary. A row that names no
 * one says nothing against others, so it ends only the disputes of rows that were decided with it.
 */
async function endDisputes(ctx: Context, incident: Incident): Promise<void> {
  const { lotId, startKg, endKg } = incident;
  if (lotId === null || startKg === null || endKg === null) return;
  const mode = incident.mode as Mode;
  const { beneficiary, key } = incident.row as unknown as IncidentRow;
  const decided = rowKeysIn(key);
  const where = { mode, lotId, state: "open", kind: "other_beneficiary", id: { not: incident.id } };
  const findSettled = async () => {
    const disputes = await ctx.db.prisma.registryIncident.findMany({
      where: { ...where, startKg: { lt: endKg }, endKg: { gt: startKg } },
      select: { id: true, row: true },
    });
    const keyOf = (row: unknown) => (row as IncidentRow).key;
    return disputes.filter(({ row }) => beneficiary !== null || decided.includes(keyOf(row)));
  };
  if ((await findSettled()).length === 0) return;
  await splitIncidents(ctx, { mode, cuts: [{ lotId, atKg: [Number(startKg), Number(endKg)] }] });
  const note = `Settled by ${incident.id}`;
  for (const { id } of await findSettled()) {
    await resolveIncident(ctx, { mode, id, resolution: "ours", note });
  }
}

/** Only rows that name our kg as retired can be a dispute. */
function requireDisputable({ lotId, row }: Incident): void {
  if (lotId === null) {
    throw invalid("decision", "needs a row with serial numbers: dismiss this one");
  }
  const { kind } = row as unknown as IncidentRow;
  if (kind !== "cancelled") return;
  throw invalid("decision", "must be `ours` or `dismissed` for cancelled credits");
}

/**
 * Applies an operator's decision. `ours` records the row as evidence; `theirs` leaves the credits in
 * dispute, for a remedy; `dismissed` ignores the row from now on; `disputed` starts the dispute.
 * Credits that were cancelled need a remedy, too, once that is recorded.
 * @throws not-found; conflict; invalid `retired_on`
 */
export async function decideIncident(ctx: Context, input: DecideIncident): Promise<void> {
  const { mode, id, decision, note } = input;
  await lockCatalogue(ctx, mode);
  const incident = await findOpen(ctx, { mode, id });
  if (decision === "disputed") return startDispute(ctx, { incident, note });
  if (decision === "theirs") requireDisputable(incident);
  if (decision === "ours") await recordProposal(ctx, incident, input);
  await resolveIncident(ctx, { mode, id, resolution: decision, note });
  if (decision === "ours") await endDisputes(ctx, incident);
}
