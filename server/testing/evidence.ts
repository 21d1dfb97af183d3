// Gives an order's credits a registry status.
import type { Context, Mode } from "#core/context";
import { database } from "#core/db";
import {
  decideIncident,
  openIncidents,
  recordRetirements,
  refuseRequest,
  resolveIncident,
  supersedeRetirement,
  writeRequests,
} from "#domain/evidence";
import type { RegistryStatus } from "#domain/inventory";
import { systemContext } from "#testing/factories";

export const RETIRED_ON = "2026-11-03";
export const REFERENCE = "RET-4711";
export const POOL = "customers of Northly, see northly.example/verify";
export const RECORD_URL = "https://registry.example.org/retirements/4711";

type Stretch = Parameters<typeof recordRetirements>[1]["retirements"][number]["items"][number];

interface Evidence {
  status: RegistryStatus;
  /** Names the operator's customers in place of the beneficiary. */
  isPool?: boolean;
  /** Retires only the credits of this project; the others stay as they are. */
  projectId?: string;
  /** Date at the registry. */
  retiredOn?: string;
}

/** Ends records, requests and disputes of these kg, so that others can take their place. */
async function clear(ctx: Context, mode: Mode, stretches: readonly Stretch[]): Promise<void> {
  const { prisma } = ctx.db;
  const reason = "another status";
  for (const { lotId, startKg, endKg } of stretches) {
    const where = { lotId, mode, startKg: { lt: endKg }, endKg: { gt: startKg } };
    const recorded = await prisma.registryRetirementItem.findMany({
      where: { ...where, isLive: true },
      distinct: ["retirementId"],
    });
    for (const { retirementId: id } of recorded) {
      await supersedeRetirement(ctx, { mode, id, reason, replacement: null });
    }
    const requested = await prisma.registryRequestItem.findMany({
      where: { ...where, isOpen: true },
      distinct: ["requestId"],
    });
    for (const { requestId: id } of requested)
      await refuseRequest(ctx, { mode, id, error: reason });
    const disputed = await prisma.registryIncident.findMany({ where: { ...where, state: "open" } });
    for (const { id } of disputed) {
      await resolveIncident(ctx, { mode, id, resolution: "dismissed", note: reason });
    }
  }
}

async function recordStatus(
  ctx: Context,
  at: { mode: Mode; registry: string },
  items: readonly Stretch[],
  { status, isPool = false, retiredOn = RETIRED_ON }: Evidence,
): Promise<void> {
  const beneficiary = isPool ? POOL : "Northwind";
  if (status === "retired" || status === "cancelled") {
    const facts = { kind: status, retiredOn, beneficiary, isPool, items, requestId: null };
    const source = { reason: null, registryReference: REFERENCE, url: RECORD_URL };
    const retirement = { ...facts, ...source, source: "operator" as const };
    await recordRetirements(ctx, { ...at, retirements: [retirement] });
  } else if (status === "requested") {
    const request = { beneficiary, isPool, reason: null, note: null, nextPollAt: null, items };
    await writeRequests(ctx, { ...at, adapter: "manual", requests: [request] });
  } else if (status === "disputed") {
    const incidents = items.map((stretch) => ({
      ...{ kind: "other_beneficiary", stretch, row: {}, proposal: null },
    }));
    for (const id of await openIncidents(ctx, { ...at, incidents })) {
      const decision = { decision: "disputed", note: null, retired_on: null } as const;
      await decideIncident(ctx, { mode: at.mode, id, ...decision });
    }
  }
}

/** Calls the order's kg unreported, as those that were allocated before there was evidence. */
const PREDATE = `
  WITH allocated AS (
    UPDATE retirements SET predates_evidence = true WHERE order_id = $1
    RETURNING order_id, order_end_kg - order_start_kg AS kg
  )
  UPDATE orders SET registry_unreported_kg = (SELECT sum(kg) FROM allocated) WHERE id = $1`;

const UNPREDATE = `
  WITH allocated AS (
    UPDATE retirements SET predates_evidence = false WHERE order_id = $1 RETURNING order_id
  )
  UPDATE orders SET registry_unreported_kg = 0 WHERE id IN (SELECT order_id FROM allocated)`;

/** Gives an order's credits another registry status. Their lots are retired by the kilogram. */
export async function giveStatus(orderId: string, evidence: Evidence): Promise<void> {
  const { status, projectId } = evidence;
  await database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    await db.prisma.$executeRawUnsafe(UNPREDATE, orderId);
    const rows = await db.prisma.retirement.findMany({ where: { orderId } });
    const lots = await db.prisma.creditLot.findMany({
      where: { id: { in: rows.map(({ lotId }) => lotId) }, ...(projectId && { projectId }) },
    });
    const ids = lots.map(({ id }) => id);
    await db.prisma.creditLot.updateMany({ where: { id: { in: ids } }, data: { unitKg: 1 } });
    for (const [registry, list] of Map.groupBy(lots, (lot) => lot.registry)) {
      const mode = list[0]?.mode as Mode;
      const items = rows.flatMap(({ lotId, lotStartKg, lotEndKg }) =>
        list.some(({ id }) => id === lotId)
          ? [{ lotId, startKg: Number(lotStartKg), endKg: Number(lotEndKg) }]
          : [],
      );
      await clear(ctx, mode, items);
      await recordStatus(ctx, { mode, registry }, items, evidence);
    }
    if (status === "unreported") await db.prisma.$executeRawUnsafe(PREDATE, orderId);
  });
}

/** Moves an order's allocations in time. */
export async function moveAllocations(orderId: string, at: string): Promise<void> {
  await database().prisma.retirement.updateMany({
    where: { orderId },
    data: { retiredAt: new Date(at) },
  });
}
