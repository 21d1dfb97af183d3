// Adds to orders what was retired for them.
import type { Context } from "#core/context";
import type { Db } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { InventoryTables } from "#domain/inventory";
import type { Project } from "#prisma";
import type { Order, OrderAllocation, OrderDetail } from "./rules";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables & InventoryTables>();

const findRetirements = query(
  "orders-find-retirements",
  (db, { orders }: Params<{ orders: readonly Pick<Order, "accountId" | "id">[] }>) =>
    db
      .selectFrom(unnest("asked", orders, { accountId: "text", id: "text" }))
      .innerJoin("retirements as r", (join) =>
        join.onRef("r.accountId", "=", "asked.accountId").onRef("r.orderId", "=", "asked.id"),
      )
      .innerJoin("creditLots as l", (join) =>
        join.onRef("l.mode", "=", "r.mode").onRef("l.id", "=", "r.lotId"),
      )
      .select(["r.accountId", "r.orderId", "r.serialNumberRange"])
      .select(["l.mode", "l.projectId", "l.vintageYear", "l.retirementUrl"])
      .select((eb) => eb("r.orderEndKg", "-", eb.ref("r.orderStartKg")).as("amountKg"))
      .orderBy("r.accountId")
      .orderBy("r.orderId")
      .orderBy("r.orderStartKg"),
);

type RetirementRow = Awaited<ReturnType<typeof findRetirements>>[number];

const keyOf = (mode: string, projectId: string) => `${mode} ${projectId}`;

async function findProjects(db: Db, rows: RetirementRow[]): Promise<Map<string, Project>> {
  const idsByMode = Map.groupBy(rows, ({ mode }) => mode);
  const found = await Promise.all(
    [...idsByMode].map(([mode, list]) => {
      const ids = [...new Set(list.map((row) => row.projectId))];
      return db.prisma.project.findMany({ where: { mode, id: { in: ids } } });
    }),
  );
  return new Map(found.flat().map((project) => [keyOf(project.mode, project.id), project]));
}

function toAllocations(
  rows: RetirementRow[],
  projects: ReadonlyMap<string, Project>,
): OrderAllocation[] {
  return [...Map.groupBy(rows, (row) => row.projectId)].map(([projectId, retired]) => {
    const project = projects.get(keyOf(retired[0]?.mode ?? "", projectId));
    if (!project) throw new Error(`retirements name the missing project ${projectId}`);
    return {
      project,
      amountKg: retired.reduce((kg, row) => kg + row.amountKg, 0),
      retirements: retired.map((row) => ({
        serialNumberRange: row.serialNumberRange,
        url: row.retirementUrl,
        vintageYear: row.vintageYear,
        amountKg: row.amountKg,
      })),
    };
  });
}

/** The orders, of any accounts, with their allocations: none until an order is fulfilled. */
export async function loadDetails<Some extends Order>(
  ctx: Context,
  orders: readonly Some[],
): Promise<(Some & OrderDetail)[]> {
  const fulfilled = orders.filter((order) => order.state === "fulfilled");
  if (fulfilled.length === 0) return orders.map((order) => ({ ...order, allocations: [] }));
  const rows = await findRetirements(ctx.db, { orders: fulfilled });
  const projects = await findProjects(ctx.db, rows);
  const byOrder = Map.groupBy(rows, (row) => row.orderId);
  return orders.map((order) => ({
    ...order,
    allocations: toAllocations(byOrder.get(order.id) ?? [], projects),
  }));
}

/** The order with its allocations: none until it is fulfilled. */
export async function loadDetail<Some extends Order>(
  ctx: Context,
  order: Some,
): Promise<Some & OrderDetail> {
  const [detail] = await loadDetails(ctx, [order]);
  if (!detail) throw new Error(`order ${order.id} got lost`);
  return detail;
}
