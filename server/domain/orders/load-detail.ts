// Adds to an order what was retired for it.
import type { Context } from "#core/context";
import type { Db, Statement } from "#core/db";
import type { Order, OrderDetail } from "./rules";

const FIND_RETIREMENTS: Statement = {
  name: "orders-find-retirements",
  text: `
    SELECT l.project_id, l.vintage_year, l.retirement_url, r.serial_number_range,
           r.order_end_kg - r.order_start_kg AS amount_kg
    FROM retirements r
    JOIN credit_lots l ON l.mode = r.mode AND l.id = r.lot_id
    WHERE r.account_id = $1 AND r.order_id = $2
    ORDER BY r.order_start_kg`,
};

interface RetirementRow {
  project_id: string;
  vintage_year: number;
  retirement_url: string | null;
  serial_number_range: string;
  amount_kg: number;
}

async function findProjects(db: Db, order: Order, ids: string[]) {
  const rows = await db.prisma.project.findMany({ where: { mode: order.mode, id: { in: ids } } });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The order with its allocations: none until it is fulfilled. */
export async function loadDetail<Some extends Order>(
  ctx: Context,
  order: Some,
): Promise<Some & OrderDetail> {
  if (order.state !== "fulfilled") return { ...order, allocations: [] };
  const values = [order.accountId, order.id];
  const rows = await ctx.db.query<RetirementRow>(FIND_RETIREMENTS, values);
  const byProject = Map.groupBy(rows, (row) => row.project_id);
  const projects = await findProjects(ctx.db, order, [...byProject.keys()]);
  const allocations = [...byProject].map(([projectId, retired]) => {
    const project = projects.get(projectId);
    if (!project) throw new Error(`order ${order.id} names the missing project ${projectId}`);
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
  return { ...order, allocations };
}
