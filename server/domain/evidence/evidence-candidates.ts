import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import { findDueItems } from "./due-items";
import type { EvidenceCandidate, EvidenceProposal, LotStretch } from "./match-evidence-types";
import type { RegistryPolicy } from "./policies";
import { findWorkLots, worklistSections } from "./work-lots";

const query = queriesOn<InventoryTables>();

/** Blocks of the worklist that rows without serials are compared with. */
const MAX_DUE = 2000;

interface Place {
  mode: Mode;
  registry: string;
}

type RequestRow = EvidenceCandidate;

// A row retires credits of one project and vintage, so a request is split the same way.
const findRequests = query("evidence-find-request-candidates", (db, at: Params<Place>) =>
  db
    .selectFrom(
      sql<RequestRow>`(
        SELECT q.id AS request_id, q.beneficiary, q.is_pool, lot.vintage_year,
          p.registry_id AS project_registry_id, sum(i.end_kg - i.start_kg)::bigint AS quantity_kg,
          to_char(min(r.retired_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS allocated_on,
          json_agg(json_build_object('lotId', i.lot_id, 'startKg', i.start_kg, 'endKg', i.end_kg)
            ORDER BY i.lot_id, i.start_kg) AS items
        FROM registry_requests q
        JOIN registry_request_items i ON i.mode = q.mode AND i.request_id = q.id AND i.is_open
        JOIN credit_lots lot ON lot.mode = i.mode AND lot.id = i.lot_id
        JOIN projects p ON p.mode = lot.mode AND p.id = lot.project_id
        CROSS JOIN LATERAL (SELECT r.retired_at FROM retirements r
          WHERE r.lot_id = i.lot_id AND r.mode = i.mode AND r.lot_end_kg > i.start_kg
          ORDER BY r.lot_end_kg LIMIT 1) r
        WHERE q.mode = ${at.mode} AND q.registry = ${at.registry} AND q.is_open
        GROUP BY q.id, q.beneficiary, q.is_pool, lot.vintage_year, p.id, p.registry_id
        ORDER BY q.id, p.id, lot.vintage_year
      )`.as("candidate"),
    )
    .selectAll(),
);

const findWaiting = query("evidence-find-waiting-rows", (db, at: Params<Place>) =>
  db
    .selectFrom(
      sql<{ key: string; state: string; proposal: EvidenceProposal | null }>`(
        SELECT row ->> 'key' AS key, state, proposal FROM registry_incidents
        WHERE mode = ${at.mode} AND registry = ${at.registry} AND lot_id IS NULL
        ORDER BY id
      )`.as("incident"),
    )
    .selectAll(),
);

async function findDue(ctx: Context, at: Place, policy: RegistryPolicy) {
  const due: EvidenceCandidate[] = [];
  for (const section of worklistSections) {
    const lots = await findWorkLots(ctx.db, { ...at, section });
    const work = { mode: at.mode, section, lots, policyOf: () => policy, from: null };
    const { items } = await findDueItems(ctx, { ...work, limit: MAX_DUE });
    due.push(
      ...items.map(({ lot, lotId, startKg, endKg, beneficiary, isPool }) => ({
        requestId: null,
        beneficiary,
        isPool,
        projectRegistryId: lot.projectRegistryId,
        vintageYear: lot.vintageYear,
        quantityKg: endKg - startKg,
        allocatedOn: lot.oldestAt.toISOString().slice(0, 10),
        items: [{ lotId, startKg, endKg }],
      })),
    );
  }
  return due;
}

const overlaps = (one: LotStretch, other: LotStretch) =>
  one.lotId === other.lotId && one.startKg < other.endKg && other.startKg < one.endKg;

/**
 * Open requests and blocks of the worklist that a row without serials may be, except those that are
 * proposed to a waiting row already; and the number of rows that were imported before, by key.
 */
export async function findEvidenceCandidates(
  ctx: Context,
  { policy, ...at }: Place & { policy: RegistryPolicy },
) {
  const incidents = await findWaiting(ctx.db, at);
  const waitingRows = new Map<string, number>();
  for (const { key } of incidents) waitingRows.set(key, (waitingRows.get(key) ?? 0) + 1);
  const proposed = incidents
    .filter(({ state }) => state === "open")
    .flatMap(({ proposal }) => proposal?.items ?? []);
  const all = [...(await findRequests(ctx.db, at)), ...(await findDue(ctx, at, policy))];
  const candidates = all.filter(({ items }) =>
    items.every((item) => !proposed.some((other) => overlaps(item, other))),
  );
  return { candidates, waitingRows };
}
