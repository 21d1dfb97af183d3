import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { columnsOf, type Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { CatalogueTables } from "#domain/catalogue";
import { disputedKg, type InventoryTables, registryStatus } from "#domain/inventory";
import type { Project } from "#prisma";
import {
  type AllocatedCredits,
  type Order,
  type OrderAllocation,
  type OrderDetail,
  orderColumns,
  type RegistryRecord,
  type ReplacedAs,
} from "./order";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables & InventoryTables & CatalogueTables>();

interface OrderKey {
  accountId: string;
  orderId: string;
}

const findByKey = query(
  "orders-find-by-key",
  (db, { keys }: Params<{ keys: readonly OrderKey[] }>) =>
    db
      .selectFrom("orders")
      .innerJoin(unnest("keys", keys, { accountId: "text", orderId: "text" }), (join) =>
        join
          .onRef("orders.accountId", "=", "keys.accountId")
          .onRef("orders.id", "=", "keys.orderId"),
      )
      .select(orderColumns.map((column) => `orders.${column}` as const)),
);

/** A registry record as JSON. */
interface RecordRow extends Omit<RegistryRecord, "amountKg"> {
  amountKg: number;
}

// The registry's live records of the kg in a row of retirements, oldest first. Kg that remedies
// replaced, or that are in dispute, do not count.
const records = sql<RecordRow[]>`
  CASE WHEN o.registry_retired_kg + o.registry_cancelled_kg = 0 THEN '[]'::jsonb ELSE (
    SELECT coalesce(jsonb_agg(
      jsonb_build_object(
        'id', record.id,
        'kind', record.kind,
        'amountKg', shared.kg,
        'retiredOn', record.retired_on,
        'beneficiary', record.beneficiary,
        'isPool', record.is_pool,
        'reference', record.registry_reference,
        'url', record.url)
      ORDER BY record.retired_on, record.id, item.start_kg), '[]')
    FROM registry_retirement_items AS item
    JOIN registry_retirements AS record
      ON record.mode = item.mode AND record.id = item.retirement_id
    CROSS JOIN LATERAL (
      SELECT sum(upper(part) - lower(part)) AS kg FROM unnest(
        int8multirange(int8range(
          greatest(item.start_kg, r.lot_start_kg), least(item.end_kg, r.lot_end_kg)))
        - coalesce((
          SELECT range_agg(int8range(x.start_kg, x.end_kg)) FROM allocation_remedies AS x
          WHERE r.replaced_kg > 0 AND x.account_id = r.account_id AND x.order_id = r.order_id
            AND x.replaced_start_kg = r.order_start_kg
        ), '{}')
        - coalesce((
          SELECT range_agg(int8range(d.start_kg, d.end_kg)) FROM registry_incidents AS d
          WHERE o.registry_disputed_kg > 0 AND d.lot_id = r.lot_id AND d.mode = r.mode
            AND d.disputed_at IS NOT NULL
        ), '{}')) AS part
    ) AS shared
    WHERE shared.kg > 0 AND item.lot_id = r.lot_id AND item.mode = r.mode AND item.is_live
      AND item.start_kg < r.lot_end_kg AND item.end_kg > r.lot_start_kg
  ) END`;

const replacedAt = sql<Date | null>`
  CASE WHEN r.replaced_kg > 0 THEN (
    SELECT max(x.created_at) FROM allocation_remedies AS x
    WHERE x.account_id = r.account_id AND x.order_id = r.order_id
      AND x.replaced_start_kg = r.order_start_kg
  ) END`;

const replacedAs = sql<ReplacedAs | null>`
  CASE WHEN r.replaced_kg > 0 THEN (
    SELECT CASE incident.row ->> 'kind' WHEN 'cancelled' THEN 'cancelled' ELSE 'disputed' END
    FROM allocation_remedies AS x
    JOIN registry_incidents AS incident
      ON incident.mode = x.mode AND incident.id = x.incident_id
    WHERE x.account_id = r.account_id AND x.order_id = r.order_id
      AND x.replaced_start_kg = r.order_start_kg
    ORDER BY x.created_at DESC LIMIT 1
  ) END`;

/** Credits of one lot as JSON. */
interface CreditsRow extends Omit<AllocatedCredits, "replacedAt" | "substitutedAt"> {
  projectId: string;
  replacedAt: string | null;
  substitutedAt: string | null;
}

// As JSON, because rows of columns take several times as long to read.
const credits = sql<CreditsRow[]>`json_agg(
  json_build_object(
    'projectId', lot.project_id,
    'serialNumberRange', r.serial_number_range,
    'url', lot.retirement_url,
    'labels', lot.labels,
    'correspondingAdjustment', lot.corresponding_adjustment,
    'vintageYear', lot.vintage_year,
    'amountKg', r.order_end_kg - r.order_start_kg,
    'replacedKg', r.replaced_kg,
    'replacedAt', ${replacedAt},
    'replacedAs', ${replacedAs},
    'substitutedAt', CASE WHEN r.remedy_end_kg IS NOT NULL THEN r.retired_at END,
    'registryStatus', ${registryStatus},
    'disputedKg', ${disputedKg},
    'records', ${records})
  ORDER BY r.order_start_kg)`;

// One statement for one snapshot: an order's revision and its evidence belong together.
const findAllocated = query(
  "orders-find-allocated",
  (db, { orders }: Params<{ orders: readonly Pick<Order, "accountId" | "id">[] }>) =>
    db
      .selectFrom(unnest("keys", orders, { accountId: "text", id: "text" }))
      .innerJoin("orders as o", (join) =>
        join.onRef("o.accountId", "=", "keys.accountId").onRef("o.id", "=", "keys.id"),
      )
      .innerJoin("retirements as r", (join) =>
        join.onRef("r.accountId", "=", "o.accountId").onRef("r.orderId", "=", "o.id"),
      )
      .innerJoin("creditLots as lot", (join) =>
        join.onRef("lot.mode", "=", "r.mode").onRef("lot.id", "=", "r.lotId"),
      )
      .select(["o.id", "o.mode", "o.registryStatus", "o.registryRetiredKg"])
      .select(["o.registryRetiredOn", "o.registryRevision", "o.registryStatusAt"])
      .select(credits.as("credits"))
      .groupBy(["o.accountId", "o.id"]),
);

type AllocatedRow = Awaited<ReturnType<typeof findAllocated>>[number];

const keyOf = (mode: string, projectId: string) => `${mode} ${projectId}`;

// Dates as Prisma reads them, because others get the same projects from it.
const dayOf = (column: string) =>
  sql<Date | null>`${sql.ref(column)}::timestamp AT TIME ZONE 'UTC'`;

const findProjectsOf = query(
  "orders-find-projects",
  (db, { mode, ids }: Params<{ mode: Mode; ids: string[] }>) =>
    db
      .selectFrom("projects")
      .select(columnsOf("Project", ["creditingPeriodStart", "creditingPeriodEnd"]))
      .select(dayOf("creditingPeriodStart").as("creditingPeriodStart"))
      .select(dayOf("creditingPeriodEnd").as("creditingPeriodEnd"))
      .where("mode", "=", mode)
      .where("id", "=", sql<string>`any (${ids}::text[])`),
);

async function findProjects(db: Sql, rows: AllocatedRow[]): Promise<Map<string, Project>> {
  const rowsByMode = Map.groupBy(rows, ({ mode }) => mode);
  const projects = await Promise.all(
    [...rowsByMode].map(([mode, list]) => {
      const ids = list.flatMap((row) => row.credits.map(({ projectId }) => projectId));
      return findProjectsOf(db, { mode, ids: [...new Set(ids)] });
    }),
  );
  return new Map(projects.flat().map((project) => [keyOf(project.mode, project.id), project]));
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text));

function toCredits({ projectId: _, ...row }: CreditsRow): AllocatedCredits {
  return {
    ...row,
    replacedAt: timeOf(row.replacedAt),
    substitutedAt: timeOf(row.substitutedAt),
  };
}

function toAllocations(
  { mode, credits: all }: AllocatedRow,
  projects: ReadonlyMap<string, Project>,
): OrderAllocation[] {
  return [...Map.groupBy(all, (row) => row.projectId)].map(([projectId, allocated]) => {
    const project = projects.get(keyOf(mode, projectId));
    if (!project) throw new Error(`retirements name the missing project ${projectId}`);
    return {
      project,
      amountKg: allocated.reduce((kg, row) => kg + row.amountKg - row.replacedKg, 0),
      retirements: allocated.map(toCredits),
    };
  });
}

/** Adds their allocations to orders of any account: none until an order is fulfilled. */
export async function loadDetails<Some extends Order>(
  ctx: Context,
  orders: readonly Some[],
): Promise<(Some & OrderDetail)[]> {
  const fulfilled = orders.filter((order) => order.state === "fulfilled");
  if (fulfilled.length === 0) return orders.map((order) => ({ ...order, allocations: [] }));
  const rows = await findAllocated(ctx.db, { orders: fulfilled });
  const projects = await findProjects(ctx.db, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return orders.map((order) => {
    const row = byId.get(order.id);
    if (!row) return { ...order, allocations: [] };
    // The order's columns about its evidence, as of the allocations.
    const { credits: _, ...evidence } = row;
    return { ...order, ...evidence, allocations: toAllocations(row, projects) };
  });
}

export async function loadDetail<Some extends Order>(
  ctx: Context,
  order: Some,
): Promise<Some & OrderDetail> {
  const [detail] = await loadDetails(ctx, [order]);
  if (!detail) throw new Error(`order ${order.id} got lost`);
  return detail;
}

export async function findOrder(db: Sql, accountId: string, id: string): Promise<Order | null> {
  const [order] = await findByKey(db, { keys: [{ accountId, orderId: id }] });
  return order ?? null;
}

/** Those of these orders that exist, of any account. */
export async function findOrdersByKey(db: Sql, keys: readonly OrderKey[]): Promise<Order[]> {
  return findByKey(db, { keys });
}

/** Those of these orders that exist, of any account, unordered. */
export async function listOrderDetails(
  ctx: Context,
  input: { orders: readonly { accountId: string; orderId: string }[] },
): Promise<OrderDetail[]> {
  return loadDetails(ctx, await findOrdersByKey(ctx.db, input.orders));
}
