// Fills one batch of waiting orders from the stock, oldest first, in one transaction.
import type { Mode, SqlContext } from "#core/context";
import { emitEvents } from "#domain/events";
import { allocate, drawFromLots, keepTotals, narrowSerialRange } from "#domain/inventory";
import {
  findLots,
  findPlans,
  markTried,
  type NewRetirement,
  type QueuedOrder,
  type StockedLot,
  settle,
  takeOrders,
  takeTurn,
} from "./match-store";

export interface BatchReport {
  /** False: another worker is matching this mode, and nothing was looked at. */
  hadTurn: boolean;
  /** Orders that were fulfilled. */
  matched: number;
  /** Orders that cannot be filled whole for now. */
  waiting: number;
}

function leftKg(lots: StockedLot[] | undefined): number {
  return lots?.reduce((kg, lot) => kg + lot.quantityKg - lot.nextKg, 0) ?? 0;
}

/** The retirements that fill an order with these kg of each project; moves the lots forward. */
function retire(
  order: QueuedOrder,
  kgByProject: Map<string, number>,
  stock: Map<string, StockedLot[]>,
): NewRetirement[] {
  const retirements: NewRetirement[] = [];
  let orderKg = 0;
  for (const [projectId, kg] of kgByProject) {
    for (const { lot, startKg, endKg } of drawFromLots(kg, stock.get(projectId) ?? [])) {
      retirements.push({
        order,
        lot,
        orderStartKg: orderKg,
        orderEndKg: orderKg + endKg - startKg,
        lotStartKg: startKg,
        lotEndKg: endKg,
        serialNumberRange: narrowSerialRange(lot, startKg, endKg),
      });
      orderKg += endKg - startKg;
    }
  }
  return retirements;
}

function toRetiredPart({ order, lot, lotStartKg, lotEndKg }: NewRetirement) {
  return {
    accountId: order.account_id,
    subaccountId: order.subaccount_id,
    orderedAt: order.created_at,
    projectId: lot.projectId,
    vintageYear: lot.vintageYear,
    kg: lotEndKg - lotStartKg,
  };
}

/** Matches up to `limit` orders of the mode. What is matched is retired in the same transaction. */
export async function matchBatch(
  ctx: SqlContext,
  input: { mode: Mode; limit: number },
): Promise<BatchReport> {
  const { mode, limit } = input;
  const stockVersion = await takeTurn(ctx.db, mode);
  if (stockVersion === null) return { hadTurn: false, matched: 0, waiting: 0 };
  const orders = await takeOrders(ctx.db, { mode, stockVersion, limit });
  if (orders.length === 0) return { hadTurn: true, matched: 0, waiting: 0 };

  const portfolioIds = [...new Set(orders.map((order) => order.portfolio_id))];
  const plans = await findPlans(ctx.db, mode, portfolioIds);
  const projectIds = [...plans.values()]
    .flat()
    .flatMap(({ projects }) => projects.map((p) => p.id));
  const neededKg = orders.reduce((kg, order) => kg + order.amount_kg, 0);
  const stock = await findLots(ctx.db, { mode, projectIds: [...new Set(projectIds)], neededKg });

  const available = new Map([...stock].map(([id, lots]) => [id, leftKg(lots)]));
  const retirements: NewRetirement[] = [];
  const filled: QueuedOrder[] = [];
  const short: QueuedOrder[] = [];
  for (const order of orders) {
    const plan = plans.get(order.portfolio_id) ?? [];
    const kgByProject = allocate(order.amount_kg, plan, (id) => available.get(id) ?? 0);
    if (kgByProject === null) {
      short.push(order);
      continue;
    }
    for (const [id, kg] of kgByProject) available.set(id, (available.get(id) ?? 0) - kg);
    retirements.push(...retire(order, kgByProject, stock));
    filled.push(order);
  }

  if (filled.length > 0) {
    const lots = [...stock.values()].flat().filter((lot) => lot.nextKg > lot.readKg);
    await settle(ctx.db, { mode, now: ctx.now, orders: filled, lots, retirements });
    await keepTotals(ctx, retirements.map(toRetiredPart));
    const fulfilled = filled.map((order) => ({
      accountId: order.account_id,
      orderId: order.id,
      sequence: 1,
      type: "order.fulfilled" as const,
      callbackUrl: order.callback_url,
    }));
    await emitEvents(ctx, fulfilled);
  }
  await markTried(ctx.db, stockVersion, short);
  return { hadTurn: true, matched: filled.length, waiting: short.length };
}
