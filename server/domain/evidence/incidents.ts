import { type Context, type Mode, modes } from "#core/context";
import { conflict, notFound } from "#core/errors";
import { newId } from "#core/id";
import { actorId } from "#core/record-audit";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import {
  findStoppedRest,
  removeLot,
  resumeDisputedRest,
  stopDisputedRests,
} from "#domain/inventory";
import type { RegistryIncident } from "#prisma";
import type { LotStretch } from "./match-evidence-types";
import { readEvidence, refreshRegistryStatus } from "./refresh-status";

interface NewIncident {
  /** `other_beneficiary` incidents dispute the allocations of their stretch. */
  kind: string;
  stretch: LotStretch | null;
  /** Row of the export. */
  row: object;
  proposal: object | null;
}

interface Place {
  mode: Mode;
  registry: string;
}

/** The reason for which lots are stopped, with the id of an incident. */
const STOPPED = "A row of the registry’s export names a tonne of this lot: decide it";
const reasonOf = (id: string) => `${STOPPED} (${id})`;

/** Opens incidents for an operator to decide. Returns their ids in the order of the input. */
export async function openIncidents(
  ctx: Context,
  { mode, registry, incidents }: Place & { incidents: readonly NewIncident[] },
): Promise<string[]> {
  await lockCatalogue(ctx, mode);
  const data = incidents.map(({ kind, stretch, row, proposal }) => ({
    mode,
    id: newId("registryIncident"),
    registry,
    kind,
    lotId: stretch?.lotId ?? null,
    startKg: stretch?.startKg ?? null,
    endKg: stretch?.endKg ?? null,
    row,
    ...(proposal && { proposal }),
    state: "open",
    createdAt: ctx.now,
  }));
  const stretches = incidents.flatMap(({ stretch }) => stretch ?? []);
  const before = await readEvidence(ctx, { mode, stretches });
  await ctx.db.prisma.registryIncident.createMany({ data });
  const disputes = incidents.flatMap(({ stretch }, index) =>
    stretch ? [{ ...stretch, reason: reasonOf(data[index]?.id ?? "") }] : [],
  );
  await stopDisputedRests(ctx, { mode, disputes });
  await refreshRegistryStatus(ctx, { mode, stretches, before });
  return data.map(({ id }) => id);
}

/** Returns true if the registry has the incident's tonnes as someone else's, or as cancelled. */
function isLost({ resolution, row }: RegistryIncident): boolean {
  const isCancelled = (row as { kind?: string }).kind === "cancelled";
  return resolution === "theirs" || (resolution === "ours" && isCancelled);
}

/**
 * Ends the stop of a lot once all rows about its rest are decided, whichever of them stopped it. If
 * one of them gave the rest up, it never returns to sale.
 */
async function endStop(ctx: Context, { mode, lotId }: { mode: Mode; lotId: string }) {
  const rest = await findStoppedRest(ctx, { mode, lotId });
  if (!rest?.reason?.startsWith(STOPPED)) return;
  const where = { mode, lotId, endKg: { gt: rest.startKg } };
  const incidents = await ctx.db.prisma.registryIncident.findMany({ where });
  const lost = incidents.find(isLost);
  if (lost) await removeLot(ctx, { mode, id: lotId, reason: reasonOf(lost.id) });
  else if (incidents.every(({ state }) => state !== "open")) {
    await resumeDisputedRest(ctx, { mode, lotId });
  }
}

interface ResolveIncident {
  mode: Mode;
  id: string;
  /** `theirs` keeps the allocations in dispute. */
  resolution: string;
  note: string | null;
}

/** Resolves an open incident. @throws not-found; conflict if it is resolved */
export async function resolveIncident(
  ctx: Context,
  { mode, id, resolution, note }: ResolveIncident,
): Promise<void> {
  await lockCatalogue(ctx, mode);
  const { registryIncident } = ctx.db.prisma;
  const where = { mode_id: { mode, id } };
  const incident = await registryIncident.findUnique({ where });
  if (!incident) throw notFound("registry incident");
  if (incident.state === "resolved") throw conflict("The incident is resolved already");
  const { lotId, startKg, endKg } = incident;
  const stretches =
    lotId === null ? [] : [{ lotId, startKg: Number(startKg), endKg: Number(endKg) }];
  const before = await readEvidence(ctx, { mode, stretches });
  const resolved = { state: "resolved", resolvedAt: ctx.now, resolvedBy: actorId(ctx.actor) };
  const isGivenUp = resolution === "theirs";
  const kind = isGivenUp ? "other_beneficiary" : incident.kind;
  const disputedAt = isGivenUp ? (incident.disputedAt ?? ctx.now) : null;
  const data = { ...resolved, kind, disputedAt, resolution, note };
  await registryIncident.update({ where, data });
  if (lotId !== null) await endStop(ctx, { mode, lotId });
  await refreshRegistryStatus(ctx, { mode, stretches, before });
  await recordAudit(ctx, {
    action: "registry_incident.resolved",
    subjectId: id,
    data: { mode, registry: incident.registry, kind, resolution, note },
  });
}

/** An operator has a day to decide about another beneficiary before the public reads of it. */
const GRACE_MS = 86_400_000;

/** Keeps transactions short, so that matching waits only briefly. */
const BATCH = 20;

interface Started {
  mode: Mode;
  incidents: readonly RegistryIncident[];
  note: string | null;
}

async function start(ctx: Context, { mode, incidents, note }: Started): Promise<void> {
  const stretches = incidents.flatMap(({ lotId, startKg, endKg }) =>
    lotId === null ? [] : [{ lotId, startKg: Number(startKg), endKg: Number(endKg) }],
  );
  const before = await readEvidence(ctx, { mode, stretches });
  const ids = incidents.map(({ id }) => id);
  await ctx.db.prisma.registryIncident.updateMany({
    where: { mode, id: { in: ids } },
    data: { disputedAt: ctx.now },
  });
  await refreshRegistryStatus(ctx, { mode, stretches, before });
  for (const { id: subjectId, registry } of incidents) {
    await recordAudit(ctx, {
      action: "registry_incident.disputed",
      subjectId,
      data: { mode, registry, note },
    });
  }
}

/** Starts the dispute about an open row at once. The caller holds the catalogue's lock. */
export async function startDispute(
  ctx: Context,
  { incident, note }: { incident: RegistryIncident; note: string | null },
): Promise<void> {
  if (incident.kind !== "other_beneficiary" || incident.disputedAt !== null) {
    throw conflict("Only a row that names another beneficiary starts a dispute, once");
  }
  await start(ctx, { mode: incident.mode as Mode, incidents: [incident], note });
}

/** Starts some of the disputes that no operator has decided for a day. Returns how many. */
export async function startDueDisputes(ctx: Context): Promise<number> {
  for (const mode of modes) {
    const where = {
      ...{ mode, state: "open", kind: "other_beneficiary", disputedAt: null },
      createdAt: { lte: new Date(ctx.now.getTime() - GRACE_MS) },
    };
    const { registryIncident } = ctx.db.prisma;
    if ((await registryIncident.count({ where })) === 0) continue;
    await lockCatalogue(ctx, mode);
    const incidents = await registryIncident.findMany({ where, take: BATCH });
    await start(ctx, { mode, incidents, note: null });
    return incidents.length;
  }
  return 0;
}
