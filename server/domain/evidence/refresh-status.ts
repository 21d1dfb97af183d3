import { sql } from "kysely";
import type { Mode, SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { emitEvents, type NewEvent } from "#domain/events";
import {
  addRegistryRetiredTotals,
  type EvidenceKg,
  evidenceKg,
  type InventoryTables,
  liveRecords,
  type RetiredPart,
  recountEvidence,
} from "#domain/inventory";
import { addSoldEvidence, type OrderTables, type SoldEvidence } from "#domain/orders";
import { queueMails } from "#domain/queue";
import type { LotStretch } from "./match-evidence-types";
import { retiredMail } from "./retired-mail";
import type { EvidenceTables } from "./tables";

const query = queriesOn<EvidenceTables & InventoryTables & OrderTables>();

/** Rows per statement. */
const BATCH = 5_000;

interface Stretches {
  mode: Mode;
  stretches: readonly LotStretch[];
}

/** Records of registries about an allocation. */
export interface AllocationEvidence extends EvidenceKg {
  accountId: string;
  orderId: string;
  orderStartKg: number;
  lotId: string;
  projectId: string;
  vintageYear: number;
}

// A lot's allocations are contiguous from its first kg, so the last one that starts before a kg
// contains it.
const findEvidence = query("evidence-of-allocations", (db, input: Params<Stretches>) =>
  db
    .selectFrom(
      sql<AllocationEvidence>`(
        SELECT r.account_id, r.order_id, r.order_start_kg, r.lot_id, lot.project_id,
               lot.vintage_year, evidence.*
        FROM (
          SELECT DISTINCT ON (taken.account_id, taken.order_id, taken.order_start_kg) taken.*
          FROM ${unnest("stretch", input.stretches, { lotId: "text", startKg: "bigint", endKg: "bigint" })}
          CROSS JOIN LATERAL (
            SELECT * FROM retirements one
            WHERE one.lot_id = stretch.lot_id AND one.mode = ${input.mode}
              AND one.lot_start_kg >= coalesce((
                SELECT before.lot_start_kg FROM retirements before
                WHERE before.lot_id = stretch.lot_id AND before.mode = ${input.mode}
                  AND before.lot_start_kg <= stretch.start_kg
                ORDER BY before.lot_start_kg DESC LIMIT 1
              ), stretch.start_kg)
              AND one.lot_start_kg < stretch.end_kg AND one.lot_end_kg > stretch.start_kg
            OFFSET 0
          ) taken
        ) r
        JOIN credit_lots lot ON lot.id = r.lot_id AND lot.mode = r.mode
        CROSS JOIN LATERAL ${evidenceKg} evidence
      )`.as("recorded"),
    )
    .selectAll(),
);

interface OrderKey {
  accountId: string;
  orderId: string;
}

type Kg = Omit<EvidenceKg, "kg">;

/** Changes of an order's kg. */
type OrderChange = OrderKey & Kg;

const changeTypes = {
  accountId: "text",
  orderId: "text",
  retiredKg: "int",
  cancelledKg: "int",
  requestedKg: "int",
  disputedKg: "int",
  unreportedKg: "int",
} as const satisfies Record<keyof OrderChange, string>;

/** Latest date of the registries' records, once all kg are retired. */
const retiredOn = sql<string | null>`
  CASE WHEN o.registry_retired_kg + change.retired_kg = o.amount_kg
      AND o.registry_disputed_kg + change.disputed_kg = 0
    THEN (
      SELECT max(record.retired_on)
      FROM retirements r
      JOIN credit_lots lot ON lot.mode = r.mode AND lot.id = r.lot_id
      CROSS JOIN LATERAL (SELECT record.retired_on FROM ${liveRecords}) record
      WHERE r.account_id = o.account_id AND r.order_id = o.id
    ) END`;

const updateOrders = query(
  "evidence-refresh-orders",
  (db, { changes, now }: Params<{ changes: readonly OrderChange[]; now: Date }>) =>
    db
      .updateTable("orders as o")
      .from((from) =>
        from
          .selectFrom(unnest("given", changes, changeTypes))
          .innerJoin("orders as former", (join) =>
            join
              .onRef("former.accountId", "=", "given.accountId")
              .onRef("former.id", "=", "given.orderId"),
          )
          .selectAll("given")
          .select("former.registryStatus as formerStatus")
          .as("change"),
      )
      .set((eb) => ({
        registryRetiredKg: eb("o.registryRetiredKg", "+", eb.ref("change.retiredKg")),
        registryCancelledKg: eb("o.registryCancelledKg", "+", eb.ref("change.cancelledKg")),
        registryRequestedKg: eb("o.registryRequestedKg", "+", eb.ref("change.requestedKg")),
        registryDisputedKg: eb("o.registryDisputedKg", "+", eb.ref("change.disputedKg")),
        registryUnreportedKg: eb("o.registryUnreportedKg", "+", eb.ref("change.unreportedKg")),
        registryRetiredOn: retiredOn,
        registryRevision: eb("o.registryRevision", "+", 1),
        registryStatusAt: sql<Date>`greatest(o.settled_at, ${now}::timestamptz)`,
      }))
      .whereRef("o.accountId", "=", "change.accountId")
      .whereRef("o.id", "=", "change.orderId")
      .returning(["o.accountId", "o.id", "o.subaccountId", "o.createdAt", "o.registryRevision"])
      .returning(["o.settledAt", "o.channel", "o.portfolioId", "o.amountKg", "o.isOwn"])
      .returning("o.checkoutSessionId")
      .returning(["o.callbackUrl", "o.callbackEvents", "o.registryStatus as status"])
      .returning("change.formerStatus"),
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

/** The mail to the customer of a checkout whose credits have all become retired. */
function mailsOf({ formerStatus, status, accountId, checkoutSessionId }: ChangedOrder) {
  if (formerStatus === "retired" || status !== "retired" || checkoutSessionId === null) return [];
  return [retiredMail({ accountId, checkoutSessionId })];
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

const kgNames = [
  "retiredKg",
  "cancelledKg",
  "requestedKg",
  "disputedKg",
  "unreportedKg",
] as const satisfies readonly (keyof Kg)[];

const placeOf = (one: AllocationEvidence) => `${keyOf(one)} ${one.orderStartKg}`;

/** The change of each allocation's evidence. One that is new had none. */
function changesOf(
  before: readonly AllocationEvidence[],
  after: readonly AllocationEvidence[],
): AllocationEvidence[] {
  const former = new Map(before.map((one) => [placeOf(one), one]));
  return after.map((one) => {
    const kg = (name: keyof Kg) => [name, one[name] - (former.get(placeOf(one))?.[name] ?? 0)];
    return { ...one, ...(Object.fromEntries(kgNames.map(kg)) as Record<keyof Kg, number>) };
  });
}

/** Changes of orders, and of those that are updated in any case. */
function orderChanges(
  changes: readonly AllocationEvidence[],
  touched: readonly OrderKey[],
): OrderChange[] {
  const unchanged = Object.fromEntries(kgNames.map((name) => [name, 0])) as Record<
    keyof Kg,
    number
  >;
  const byKey = new Map<string, OrderChange>();
  for (const { accountId, orderId } of touched) {
    byKey.set(keyOf({ accountId, orderId }), { accountId, orderId, ...unchanged });
  }
  for (const change of changes) {
    if (kgNames.every((name) => change[name] === 0)) continue;
    const { accountId, orderId } = change;
    const sum = byKey.get(keyOf(change)) ?? { accountId, orderId, ...unchanged };
    for (const name of kgNames) sum[name] += change[name];
    byKey.set(keyOf(change), sum);
  }
  return [...byKey.values()];
}

async function addToTotals(
  ctx: SqlContext,
  changes: readonly AllocationEvidence[],
  orders: ReadonlyMap<string, ChangedOrder>,
): Promise<void> {
  const retired: RetiredPart[] = [];
  const sold: SoldEvidence[] = [];
  for (const { retiredKg: kg, projectId, vintageYear, lotId, ...one } of changes) {
    const order = orders.get(keyOf(one));
    if (kg === 0 || !order) continue;
    const { accountId, subaccountId, createdAt: orderedAt, isOwn } = order;
    retired.push({ accountId, subaccountId, orderedAt, projectId, vintageYear, kg, isOwn });
    const { settledAt, channel, portfolioId } = order;
    // Substitutes were not sold.
    const isSold = one.orderStartKg < order.amountKg;
    if (isSold) sold.push({ accountId, settledAt, channel, subaccountId, portfolioId, lotId, kg });
  }
  await addRegistryRetiredTotals(ctx, retired);
  await addSoldEvidence(ctx, sold);
}

/** Reads the evidence of the allocations in these stretches. */
export async function readEvidence(
  ctx: SqlContext,
  { mode, stretches }: Stretches,
): Promise<AllocationEvidence[]> {
  const evidence: AllocationEvidence[] = [];
  for (const batch of batches(merged(stretches))) {
    evidence.push(...(await findEvidence(ctx.db, { mode, stretches: batch })));
  }
  return evidence;
}

interface RefreshRegistryStatus extends Stretches {
  /** As `readEvidence` returned it before the change; empty for new allocations. */
  before: readonly AllocationEvidence[];
  /** Orders whose records changed otherwise: they are updated in any case. */
  orders?: readonly OrderKey[];
}

/**
 * Brings the orders, lots and totals in line with the evidence, requests and incidents that have
 * changed in these stretches. Emits the events of orders that became retired, or no longer are, and
 * queues the mails to their customers. The caller holds the catalogue's lock.
 */
export async function refreshRegistryStatus(
  ctx: SqlContext,
  { mode, stretches, before, orders: touched = [] }: RefreshRegistryStatus,
): Promise<void> {
  if (stretches.length === 0) return;
  const ids = [...new Set(stretches.map(({ lotId }) => lotId))];
  await recountEvidence(ctx.db, { mode, ids });
  const changes = changesOf(before, await readEvidence(ctx, { mode, stretches }));
  const orders = new Map<string, ChangedOrder>();
  for (const batch of batches(orderChanges(changes, touched))) {
    const changed = await updateOrders(ctx.db, { changes: batch, now: ctx.now });
    for (const order of changed) orders.set(keyOf({ ...order, orderId: order.id }), order);
  }
  await addToTotals(ctx, changes, orders);
  const changed = [...orders.values()];
  for (const batch of batches(changed.flatMap(eventsOf))) await emitEvents(ctx, batch);
  for (const mails of batches(changed.flatMap(mailsOf))) {
    await queueMails(ctx.db, { mails, now: ctx.now });
  }
}
