import { sql } from "kysely";
import type { SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { emitEvents, type NewEvent } from "#domain/events";
import {
  addRegistryRetiredTotals,
  type InventoryTables,
  type RegistryStatus,
  type RetiredPart,
  recountEvidence,
} from "#domain/inventory";
import { addSoldEvidence, type OrderTables, type SoldEvidence } from "#domain/orders";
import { type ChangedAllocation, computedStatuses, type Stretches } from "./allocation-status";
import type { LotStretch } from "./match-evidence-types";
import type { EvidenceTables } from "./tables";

const query = queriesOn<EvidenceTables & InventoryTables & OrderTables>();

/** Rows per statement. */
const BATCH = 5_000;

const updateAllocations = query("evidence-refresh-allocations", (db, input: Params<Stretches>) =>
  db
    .with("computed", () => computedStatuses(input))
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
    .returning(["r.accountId", "r.orderId", "r.orderStartKg", "r.lotId"])
    .returning(["computed.projectId", "computed.vintageYear"])
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
                 )) FILTER (WHERE r.replaced_kg < r.order_end_kg - r.order_start_kg))[1] AS status
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
      .returning(["o.settledAt", "o.channel", "o.portfolioId", "o.amountKg"])
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

interface EvidencePart {
  order: ChangedOrder;
  allocation: ChangedAllocation;
}

/** Allocations whose kg with evidence changed, and their orders. */
function changedParts(
  allocations: readonly ChangedAllocation[],
  orders: ReadonlyMap<string, ChangedOrder>,
): EvidencePart[] {
  return allocations.flatMap((allocation) => {
    const order = orders.get(keyOf(allocation));
    if (!order) throw new Error(`order ${allocation.orderId} has allocations and does not exist`);
    return allocation.addedKg === 0 ? [] : [{ order, allocation }];
  });
}

const toRetiredPart = ({ order, allocation }: EvidencePart): RetiredPart => ({
  accountId: order.accountId,
  subaccountId: order.subaccountId,
  orderedAt: order.createdAt,
  projectId: allocation.projectId,
  vintageYear: allocation.vintageYear,
  kg: allocation.addedKg,
});

const toSoldEvidence = ({ order, allocation }: EvidencePart): SoldEvidence => ({
  accountId: order.accountId,
  settledAt: order.settledAt,
  channel: order.channel,
  subaccountId: order.subaccountId,
  portfolioId: order.portfolioId,
  lotId: allocation.lotId,
  kg: allocation.addedKg,
});

/** Substitutes were not sold. */
const isSold = ({ order, allocation }: EvidencePart) => allocation.orderStartKg < order.amountKg;

interface RefreshRegistryStatus extends Stretches {
  /** Orders whose allocations changed otherwise: theirs is computed in any case. */
  orders?: readonly OrderKey[];
}

/**
 * Computes the registry status of the allocations in these stretches again, from live evidence,
 * open requests and incidents, and with it that of their orders, lots and totals. Emits the events
 * of orders that became retired, or no longer are. The caller holds the catalogue's lock.
 */
export async function refreshRegistryStatus(
  ctx: SqlContext,
  { mode, stretches, orders: changedOrders = [] }: RefreshRegistryStatus,
): Promise<void> {
  if (stretches.length === 0) return;
  const ids = [...new Set(stretches.map(({ lotId }) => lotId))];
  await recountEvidence(ctx.db, { mode, ids });
  const allocations: ChangedAllocation[] = [];
  for (const batch of batches(merged(stretches))) {
    allocations.push(...(await updateAllocations(ctx.db, { mode, stretches: batch })));
  }
  const keys = new Map([...changedOrders, ...allocations].map((one) => [keyOf(one), one]));
  const orders = new Map<string, ChangedOrder>();
  for (const batch of batches([...keys.values()])) {
    const changed = await updateOrders(ctx.db, { keys: batch, now: ctx.now });
    for (const order of changed) orders.set(keyOf({ ...order, orderId: order.id }), order);
  }
  const parts = changedParts(allocations, orders);
  await addRegistryRetiredTotals(ctx, parts.map(toRetiredPart));
  await addSoldEvidence(ctx, parts.filter(isSold).map(toSoldEvidence));
  for (const batch of batches([...orders.values()].flatMap(eventsOf))) await emitEvents(ctx, batch);
}
