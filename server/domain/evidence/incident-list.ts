import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { nameKey } from "#core/name-order";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import {
  type InventoryTables,
  narrowSerialRange,
  registryStatus,
  type SerialForm,
} from "#domain/inventory";
import type { RegistryIncident } from "#prisma";
import type { IncidentRow } from "./evidence-row-rules";
import type { EvidenceProposal, LotStretch } from "./match-evidence-types";
import type { EvidenceTables } from "./tables";

const query = queriesOn<EvidenceTables & InventoryTables>();

export const incidentKinds = ["other_beneficiary", "needs_confirmation"] as const;
export type IncidentKind = (typeof incidentKinds)[number];

export interface Incident {
  id: string;
  registry: string;
  kind: IncidentKind;
  state: "open" | "resolved";
  row: IncidentRow;
  proposal: EvidenceProposal | null;
  resolution: string | null;
  note: string | null;
  createdAt: Date;
  /** Since when the orders' certificates speak of the dispute; null until then. */
  disputedAt: Date | null;
  resolvedAt: Date | null;
}

type Stored = Pick<RegistryIncident, "proposal" | "lotId" | "startKg" | "endKg">;

/** Its credits are the incident's, which may be in another piece of their lot by now. */
export function proposalOf({ proposal, lotId, startKg, endKg }: Stored): EvidenceProposal | null {
  const stored = proposal as unknown as EvidenceProposal | null;
  if (stored === null || lotId === null) return stored;
  return { ...stored, items: [{ lotId, startKg: Number(startKg), endKg: Number(endKg) }] };
}

function toIncident({ row, proposal, ...incident }: RegistryIncident): Incident {
  const { lotId, startKg, endKg } = incident;
  const { id, registry, kind, state, resolution, note, createdAt, disputedAt, resolvedAt } =
    incident;
  return {
    id,
    registry,
    kind: kind as IncidentKind,
    state: state as Incident["state"],
    row: row as unknown as IncidentRow,
    proposal: proposalOf({ proposal, lotId, startKg, endKg }),
    resolution,
    note,
    createdAt,
    disputedAt,
    resolvedAt,
  };
}

export interface IncidentFilter {
  mode: Mode;
  kind: IncidentKind | null;
  state: Incident["state"];
}

/** A page of incidents and rows that wait for confirmation, newest first. */
export async function listIncidents(
  ctx: Context,
  input: IncidentFilter & PageQuery,
): Promise<Page<Incident>> {
  const { mode, kind, state, limit } = input;
  const cursor = cursorOf(input);
  const { beyond, ...walk } = walkOf(limit, cursor);
  const where = { mode, state, ...(kind && { kind }), ...beyond };
  const rows = await ctx.db.prisma.registryIncident.findMany({ where, ...walk });
  return pageOf(rows.map(toIncident), limit, cursor);
}

/** Credits that an incident or a registry retirement is about. */
export interface CreditPart extends LotStretch {
  projectId: string;
  projectName: string;
  vintageYear: number;
  serialNumberRange: string;
}

interface PartRow extends LotStretch {
  projectId: string;
  projectName: string;
  vintageYear: number;
  quantityKg: number;
  lotRange: string;
  serialForm: SerialForm;
}

const findParts = query(
  "evidence-find-parts",
  (db, { mode, items }: Params<{ mode: Mode; items: string }>) =>
    db
      .selectFrom(
        sql<PartRow>`(
          SELECT i."lotId" AS lot_id, i."startKg" AS start_kg, i."endKg" AS end_kg,
            p.id AS project_id, p.name AS project_name, lot.vintage_year, lot.quantity_kg,
            lot.serial_number_range AS lot_range,
            CASE WHEN lot.serial_block IS NOT NULL THEN 'numbered'
              WHEN lot.opaque_serials THEN 'opaque' ELSE 'named' END AS serial_form
          FROM json_to_recordset(${items}::json) i ("lotId" text, "startKg" bigint, "endKg" bigint)
          JOIN credit_lots lot ON lot.mode = ${mode} AND lot.id = i."lotId"
          JOIN projects p ON p.mode = lot.mode AND p.id = lot.project_id
          ORDER BY ${sql.raw(nameKey("p.search_name"))}, lot.vintage_year, i."lotId", i."startKg"
        )`.as("part"),
      )
      .selectAll(),
);

/** The credits with their project, vintage and serials. */
export async function findCreditParts(
  ctx: Context,
  { mode, items }: { mode: Mode; items: readonly LotStretch[] },
): Promise<CreditPart[]> {
  const rows = await findParts(ctx.db, { mode, items: JSON.stringify(items) });
  return rows.map(({ quantityKg, lotRange, serialForm, ...part }) => {
    const lot = { serialNumberRange: lotRange, quantityKg, serialForm };
    return { ...part, serialNumberRange: narrowSerialRange(lot, part.startKg, part.endKg) };
  });
}

/** An allocation that has some of the credits. */
export interface AffectedOrder {
  orderId: string;
  accountId: string;
  accountName: string;
  beneficiary: string;
  kg: number;
  /** `replaced` if other credits were substituted for all of them. */
  registryStatus: string;
  allocatedAt: Date;
}

const findOrders = query(
  "evidence-find-affected-orders",
  (db, at: Params<{ mode: Mode; items: string; limit: number }>) =>
    db
      .selectFrom(
        sql<AffectedOrder>`(
          SELECT r.order_id, r.account_id, a.name AS account_name,
            coalesce(o.beneficiary_name, s.name, a.name) AS beneficiary,
            least(r.lot_end_kg, i."endKg") - greatest(r.lot_start_kg, i."startKg") AS kg,
            CASE WHEN r.replaced_kg = r.lot_end_kg - r.lot_start_kg THEN 'replaced'
              ELSE ${registryStatus} END AS registry_status,
            r.retired_at AS allocated_at
          FROM json_to_recordset(${at.items}::json)
            i ("lotId" text, "startKg" bigint, "endKg" bigint)
          JOIN retirements r ON r.lot_id = i."lotId" AND r.mode = ${at.mode}
            AND r.lot_end_kg > i."startKg" AND r.lot_start_kg < i."endKg"
          JOIN credit_lots lot ON lot.id = r.lot_id AND lot.mode = r.mode
          JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
          JOIN accounts a ON a.id = r.account_id
          LEFT JOIN subaccounts s ON s.account_id = o.account_id AND s.id = o.subaccount_id
          ORDER BY i."lotId", r.lot_start_kg LIMIT ${at.limit}
        )`.as("affected"),
      )
      .selectAll(),
);

/** The first allocations of the credits, at most 100. */
export function findAffectedOrders(
  ctx: Context,
  { mode, items }: { mode: Mode; items: readonly LotStretch[] },
): Promise<AffectedOrder[]> {
  return findOrders(ctx.db, { mode, items: JSON.stringify(items), limit: 100 });
}

export interface IncidentDetail extends Incident {
  parts: CreditPart[];
  orders: AffectedOrder[];
  lost: LostCredits | null;
}

/** An incident with our credits and the orders that have them. @throws not-found */
export async function getIncident(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<IncidentDetail> {
  const where = { mode_id: { mode, id } };
  const row = await ctx.db.prisma.registryIncident.findUnique({ where });
  if (!row) throw notFound("incident");
  const incident = toIncident(row);
  const items = incident.proposal?.items ?? [];
  return {
    ...incident,
    parts: await findCreditParts(ctx, { mode, items }),
    orders: await findAffectedOrders(ctx, { mode, items }),
    lost: await findLostCredits(ctx, { mode, id }),
  };
}

/**
 * Condition on an `incident` whose credits are lost: they are someone else's, or the registry has
 * cancelled them. Other credits can be substituted for them.
 */
export const isLost = sql<boolean>`(
  (incident.kind = 'other_beneficiary' AND incident.resolution = 'theirs')
  OR (incident.row ->> 'kind' = 'cancelled' AND incident.resolution = 'ours'))`;

/** Kg of our orders that an incident left to someone else, or that were cancelled. */
export interface LostCredits {
  lostKg: number;
  /** Part of them for which other credits were substituted. */
  replacedKg: number;
}

const sharedKg = (table: "r" | "x", start: string, end: string) => sql`coalesce(sum(
  least(${sql.ref(`${table}.${end}`)}, incident.end_kg)
    - greatest(${sql.ref(`${table}.${start}`)}, incident.start_kg)), 0)::bigint`;

const sumLost = query("evidence-sum-lost", (db, of: Params<{ mode: Mode; id: string }>) =>
  db
    .selectFrom(
      sql<LostCredits>`(
        SELECT lost.kg AS lost_kg, replaced.kg AS replaced_kg
        FROM registry_incidents incident
        CROSS JOIN LATERAL (
          SELECT ${sharedKg("r", "lotStartKg", "lotEndKg")} AS kg FROM retirements r
          WHERE r.lot_id = incident.lot_id AND r.mode = incident.mode
            AND r.lot_end_kg > incident.start_kg AND r.lot_start_kg < incident.end_kg
        ) lost
        CROSS JOIN LATERAL (
          SELECT ${sharedKg("x", "startKg", "endKg")} AS kg FROM allocation_remedies x
          WHERE x.lot_id = incident.lot_id AND x.mode = incident.mode
            AND x.end_kg > incident.start_kg AND x.start_kg < incident.end_kg
        ) replaced
        WHERE incident.mode = ${of.mode} AND incident.id = ${of.id} AND ${isLost}
      )`.as("sums"),
    )
    .selectAll(),
);

/** Returns null unless an operator has decided that the incident's credits are lost. */
async function findLostCredits(
  ctx: Context,
  of: { mode: Mode; id: string },
): Promise<LostCredits | null> {
  const [sums] = await sumLost(ctx.db, of);
  return sums ?? null;
}
