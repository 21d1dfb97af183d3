import { sql } from "kysely";
import type { Mode, SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { emitEvents, type NewEvent } from "#domain/events";
import {
  addRegistryRetiredTotals,
  type InventoryTables,
  type RegistryStatus,
  type RetiredPart,
  recountEvidence,
} from "#domain/inventory";
import type { OrderTables } from "#domain/orders";
import type { LotStretch } from "./match-evidence-types";
import type { EvidenceTables } from "./tables";

const query = queriesOn<EvidenceTables & InventoryTables & OrderTables>();

/** Rows per statement. */
const BATCH = 5_000;

interface Stretches {
  mode: Mode;
  stretches: readonly LotStretch[];
}

interface ChangedAllocation {
  accountId: string;
  orderId: string;
  projectId: string;
  vintageYear: number;
  /** Change of the kg with evidence. */
  addedKg: number;
}

interface Computed extends Omit<ChangedAllocation, "addedKg"> {
  orderStartKg: number;
  formerKg: number;
  retiredKg: number;
  retiredOn: string | null;
  retirementId: string | null;
  status: RegistryStatus;
}

// A lot's allocations are contiguous from its first kg, so the last one that starts before a kg
// contains it. Both overlaps on the line use the index of an exclusion constraint.
const computed = ({ mode, stretches }: Params<Stretches>) => sql<Computed>`(
  SELECT facts.*, CASE
      WHEN is_disputed THEN 'disputed'
      WHEN retired_kg = kg THEN 'retired'
      WHEN retired_kg + requested_kg = kg THEN 'requested'
      WHEN predates_evidence THEN 'unreported'
      ELSE 'pending' END AS status
  FROM (
    SELECT r.account_id, r.order_id, r.order_start_kg, r.predates_evidence,
           r.registry_retired_kg AS former_kg, r.lot_end_kg - r.lot_start_kg AS kg,
           lot.project_id, lot.vintage_year,
           evidence.kg AS retired_kg, evidence.retired_on, evidence.retirement_id,
           requested.kg AS requested_kg,
           EXISTS (
             SELECT FROM registry_incidents dispute
             WHERE dispute.lot_id = r.lot_id AND dispute.mode = r.mode
               AND dispute.kind = 'other_beneficiary'
               AND (dispute.state = 'open' OR dispute.resolution = 'theirs')
               AND dispute.start_kg < r.lot_end_kg AND dispute.end_kg > r.lot_start_kg
           ) AS is_disputed
    FROM (
      SELECT DISTINCT taken.account_id, taken.order_id, taken.order_start_kg
      FROM ${unnest("stretch", stretches, { lotId: "text", startKg: "bigint", endKg: "bigint" })}
      CROSS JOIN LATERAL (
        SELECT * FROM retirements one
        WHERE one.lot_id = stretch.lot_id AND one.mode = ${mode}
          AND one.lot_start_kg >= coalesce((
            SELECT before.lot_start_kg FROM retirements before
            WHERE before.lot_id = stretch.lot_id AND before.mode = ${mode}
              AND before.lot_start_kg <= stretch.start_kg
            ORDER BY before.lot_start_kg DESC LIMIT 1
          ), stretch.start_kg)
          AND one.lot_start_kg < stretch.end_kg AND one.lot_end_kg > stretch.start_kg
        OFFSET 0
      ) taken
    ) touched
    JOIN retirements r USING (account_id, order_id, order_start_kg)
    JOIN credit_lots lot ON lot.id = r.lot_id AND lot.mode = r.mode
    CROSS JOIN LATERAL (
      SELECT int8range(lot.line_start_kg + r.lot_start_kg, lot.line_start_kg + r.lot_end_kg) AS line
    ) place
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(least(i.line_start_kg + i.end_kg, upper(place.line))
               - greatest(i.line_start_kg + i.start_kg, lower(place.line))), 0)::int AS kg,
             max(record.retired_on) AS retired_on,
             (array_agg(record.id ORDER BY record.retired_on DESC, record.id DESC))[1]
               AS retirement_id
      FROM registry_retirement_items i
      JOIN registry_retirements record ON record.mode = i.mode AND record.id = i.retirement_id
      WHERE i.is_live
        AND int8range(i.line_start_kg + i.start_kg, i.line_start_kg + i.end_kg) && place.line
    ) evidence
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(least(i.line_start_kg + i.end_kg, upper(place.line))
               - greatest(i.line_start_kg + i.start_kg, lower(place.line))), 0)::int AS kg
      FROM registry_request_items i
      WHERE i.is_open
        AND int8range(i.line_start_kg + i.start_kg, i.line_start_kg + i.end_kg) && place.line
    ) requested
  ) facts)`;

const updateAllocations = query("evidence-refresh-allocations", (db, input: Params<Stretches>) =>
  db
    .with("computed", () => computed(input))
    .updateTable("retirements as r")
    .from("computed")
    .set((eb) => ({
      registryStatus: eb.ref("computed.status"),
      registryRetiredKg: eb.ref("computed.retiredKg"),
      registryRetiredOn: eb.ref("computed.retiredOn"),
      registryRetirementId: eb.ref("computed.retirementId"),
    }))
    .whereRef("r.accountId", "=", "computed.accountId")
    .whereRef("r.orderId", "=", "computed.orderId")
    .whereRef("r.orderStartKg", "=", "computed.orderStartKg")
    .where(
      sql<boolean>`(r.registry_status, r.registry_retired_kg, r.registry_retired_on,
        r.registry_retirement_id) IS DISTINCT FROM (computed.status, computed.retired_kg,
        computed.retired_on, computed.retirement_id)`,
    )
    .returning(["r.accountId", "r.orderId", "computed.projectId", "computed.vintageYear"])
    .returning((eb) => eb("computed.retiredKg", "-", eb.ref("computed.formerKg")).as("addedKg")),
);

interface OrderKey {
  accountId: string;
  orderId: string;
}

interface Summed {
  accountId: string;
  id: string;
  formerStatus: RegistryStatus;
  status: RegistryStatus;
  kg: number;
  retiredOn: string | null;
}

const updateOrders = query(
  "evidence-refresh-orders",
  (db, { keys, now }: Params<{ keys: readonly OrderKey[]; now: Date }>) =>
    db
      .with(
        "summed",
        () => sql<Summed>`(
          SELECT o.account_id, o.id, o.registry_status AS former_status,
                 sum(r.registry_retired_kg)::int AS kg, max(r.registry_retired_on) AS retired_on,
                 (array_agg(r.registry_status ORDER BY array_position(
                   '{disputed,unreported,pending,requested,retired}'::text[], r.registry_status
                 )))[1] AS status
          FROM ${unnest("given", keys, { accountId: "text", orderId: "text" })}
          JOIN orders o ON o.account_id = given.account_id AND o.id = given.order_id
          JOIN retirements r ON r.account_id = o.account_id AND r.order_id = o.id
          GROUP BY o.account_id, o.id)`,
      )
      .updateTable("orders as o")
      .from("summed")
      .set((eb) => ({
        registryStatus: eb.ref("summed.status"),
        registryRetiredKg: eb.ref("summed.kg"),
        registryRetiredOn: eb.ref("summed.retiredOn"),
        registryRevision: eb("o.registryRevision", "+", 1),
        registryStatusAt: sql<Date>`greatest(o.settled_at, ${now}::timestamptz)`,
      }))
      .whereRef("o.accountId", "=", "summed.accountId")
      .whereRef("o.id", "=", "summed.id")
      .returning(["o.accountId", "o.id", "o.subaccountId", "o.createdAt", "o.registryRevision"])
      .returning(["o.callbackUrl", "o.callbackEvents", "summed.formerStatus", "summed.status"]),
);
type ChangedOrder = Awaited<ReturnType<typeof updateOrders>>[number];

function eventsOf(order: ChangedOrder): NewEvent[] {
  const { formerStatus, status, callbackUrl, callbackEvents } = order;
  if ((formerStatus === "retired") === (status === "retired")) return [];
  const type = status === "retired" ? "order.retired" : "order.retirement_corrected";
  return [
    {
      accountId: order.accountId,
      subjectId: order.id,
      subaccountId: order.subaccountId,
      // The first event of a fulfilled order is that it was fulfilled.
      sequence: 1 + order.registryRevision,
      type,
      callbackUrl: callbackEvents.includes(type) ? callbackUrl : null,
    },
  ];
}

/** Joins adjacent stretches, so that no allocation is computed more often than needed. */
function merged(stretches: readonly LotStretch[]): LotStretch[] {
  const result: LotStretch[] = [];
  const sorted = stretches.toSorted((a, b) =>
    a.lotId === b.lotId ? a.startKg - b.startKg : a.lotId < b.lotId ? -1 : 1,
  );
  for (const { lotId, startKg, endKg } of sorted) {
    const last = result.at(-1);
    if (last?.lotId === lotId && startKg <= last.endKg) last.endKg = Math.max(last.endKg, endKg);
    else result.push({ lotId, startKg, endKg });
  }
  return result;
}

function batches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / BATCH);
  return Array.from({ length: count }, (_, n) => items.slice(n * BATCH, (n + 1) * BATCH));
}

const keyOf = ({ accountId, orderId }: OrderKey) => `${accountId} ${orderId}`;

function partsOf(
  allocations: readonly ChangedAllocation[],
  orders: ReadonlyMap<string, ChangedOrder>,
): RetiredPart[] {
  return allocations.flatMap(({ accountId, orderId, projectId, vintageYear, addedKg }) => {
    const order = orders.get(keyOf({ accountId, orderId }));
    if (!order) throw new Error(`order ${orderId} has allocations and does not exist`);
    const { subaccountId, createdAt: orderedAt } = order;
    return addedKg === 0
      ? []
      : [{ accountId, subaccountId, orderedAt, projectId, vintageYear, kg: addedKg }];
  });
}

/**
 * Computes the registry status of the allocations in these stretches again, from live evidence,
 * open requests and incidents, and with it that of their orders, lots and totals. Emits the events
 * of orders that became retired, or no longer are. The caller holds the catalogue's lock.
 */
export async function refreshRegistryStatus(
  ctx: SqlContext,
  { mode, stretches }: Stretches,
): Promise<void> {
  if (stretches.length === 0) return;
  const ids = [...new Set(stretches.map(({ lotId }) => lotId))];
  await recountEvidence(ctx.db, { mode, ids });
  const allocations: ChangedAllocation[] = [];
  for (const batch of batches(merged(stretches))) {
    allocations.push(...(await updateAllocations(ctx.db, { mode, stretches: batch })));
  }
  const keys = new Map(allocations.map((one) => [keyOf(one), one]));
  const orders = new Map<string, ChangedOrder>();
  for (const batch of batches([...keys.values()])) {
    const changed = await updateOrders(ctx.db, { keys: batch, now: ctx.now });
    for (const order of changed) orders.set(keyOf({ ...order, orderId: order.id }), order);
  }
  await addRegistryRetiredTotals(ctx, partsOf(allocations, orders));
  for (const batch of batches([...orders.values()].flatMap(eventsOf))) await emitEvents(ctx, batch);
}
