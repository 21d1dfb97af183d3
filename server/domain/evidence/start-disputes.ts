import { type Context, type Mode, modes } from "#core/context";
import { conflict } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue } from "#domain/catalogue";
import type { RegistryIncident } from "#prisma";
import { readEvidence, refreshRegistryStatus } from "./refresh-status";

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
