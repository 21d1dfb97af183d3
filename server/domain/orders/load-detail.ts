// Adds to orders what was retired for them.
import type { Context } from "#core/context";
import type { Db, Statement } from "#core/db";
import type { Project } from "#prisma";
import type { Order, OrderAllocation, OrderDetail } from "./rules";

const FIND_RETIREMENTS: Statement = {
  name: "orders-find-retirements",
  text: `
    SELECT r.account_id, r.order_id, l.mode, l.project_id, l.vintage_year, l.retirement_url,
           r.serial_number_range, r.order_end_kg - r.order_start_kg AS amount_kg
    FROM unnest($1::text[], $2::text[]) AS wanted (account_id, order_id)
    JOIN retirements r ON r.account_id = wanted.account_id AND r.order_id = wanted.order_id
    JOIN credit_lots l ON l.mode = r.mode AND l.id = r.lot_id
    ORDER BY r.account_id, r.order_id, r.order_start_kg`,
};

interface RetirementRow {
  account_id: string;
  order_id: string;
  mode: string;
  project_id: string;
  vintage_year: number;
  retirement_url: string | null;
  serial_number_range: string;
  amount_kg: number;
}

const keyOf = (mode: string, projectId: string) => `${mode} ${projectId}`;

async function findProjects(db: Db, rows: RetirementRow[]): Promise<Map<string, Project>> {
  const idsByMode = Map.groupBy(rows, ({ mode }) => mode);
  const found = await Promise.all(
    [...idsByMode].map(([mode, list]) => {
      const ids = [...new Set(list.map((row) => row.project_id))];
      return db.prisma.project.findMany({ where: { mode, id: { in: ids } } });
    }),
  );
  return new Map(found.flat().map((project) => [keyOf(project.mode, project.id), project]));
}

function toAllocations(
  rows: RetirementRow[],
  projects: ReadonlyMap<string, Project>,
): OrderAllocation[] {
  return [...Map.groupBy(rows, (row) => row.project_id)].map(([projectId, retired]) => {
    const project = projects.get(keyOf(retired[0]?.mode ?? "", projectId));
    if (!project) throw new Error(`retirements name the missing project ${projectId}`);
    return {
      project,
      amountKg: retired.reduce((kg, row) => kg + row.amount_kg, 0),
      retirements: retired.map((row) => ({
        serialNumberRange: row.serial_number_range,
        url: row.retirement_url,
        vintageYear: row.vintage_year,
        amountKg: row.amount_kg,
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
  const rows = await ctx.db.query<RetirementRow>(FIND_RETIREMENTS, [
    fulfilled.map(({ accountId }) => accountId),
    fulfilled.map(({ id }) => id),
  ]);
  const projects = await findProjects(ctx.db, rows);
  const byOrder = Map.groupBy(rows, (row) => row.order_id);
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
