import type { AccountContext, Context } from "#core/context";
import type { Db } from "#core/db";
import { invalid, notFound, Problem } from "#core/errors";
import { exampleOf } from "#core/example";
import { orderNumber } from "#core/id";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn, unnest } from "#core/query";
import type { EventType } from "#domain/events";
import type { InventoryTables } from "#domain/inventory";
import type { Project } from "#prisma";
import { type Beneficiary, toBeneficiary } from "./beneficiary-rules";
import type { CancelReason } from "./cancel-order";
import { OrderResource } from "./resource";
import type { Order, OrderAllocation, OrderDetail } from "./rules";
import { findNamedOrder, findOrder, findOrders, findOrdersByKey } from "./store";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables & InventoryTables>();

const findRetirements = query(
  "orders-find-retirements",
  (db, { orders }: Params<{ orders: readonly Pick<Order, "accountId" | "id">[] }>) =>
    db
      .selectFrom(unnest("orders", orders, { accountId: "text", id: "text" }))
      .innerJoin("retirements as r", (join) =>
        join.onRef("r.accountId", "=", "orders.accountId").onRef("r.orderId", "=", "orders.id"),
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
  const projects = await Promise.all(
    [...idsByMode].map(([mode, list]) => {
      const ids = [...new Set(list.map((row) => row.projectId))];
      return db.prisma.project.findMany({ where: { mode, id: { in: ids } } });
    }),
  );
  return new Map(projects.flat().map((project) => [keyOf(project.mode, project.id), project]));
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

/** Adds their allocations to orders of any account: none until an order is fulfilled. */
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

async function loadDetail<Some extends Order>(
  ctx: Context,
  order: Some,
): Promise<Some & OrderDetail> {
  const [detail] = await loadDetails(ctx, [order]);
  if (!detail) throw new Error(`order ${order.id} got lost`);
  return detail;
}

export async function getOrder(ctx: AccountContext, input: { id: string }): Promise<OrderDetail> {
  const order = await findOrder(ctx.db, ctx.account.id, input.id);
  if (!order) throw notFound("order");
  return loadDetail(ctx, order);
}

/** Those of these orders that exist, of any account, unordered. */
export async function listOrderDetails(
  ctx: Context,
  input: { orders: readonly { accountId: string; orderId: string }[] },
): Promise<OrderDetail[]> {
  return loadDetails(ctx, await findOrdersByKey(ctx.db, input.orders));
}

async function requireKnown(
  ctx: AccountContext,
  { accountId, subaccountId }: { accountId: string; subaccountId: string | null },
  cursor: Cursor | null,
): Promise<void> {
  if (subaccountId !== null) {
    const where = { accountId, id: subaccountId };
    if (!(await ctx.db.prisma.subaccount.findFirst({ where }))) {
      throw new Problem("invalid-subaccount");
    }
  }
  if (cursor && !(await findOrder(ctx.db, accountId, cursor.id))) {
    throw invalid(cursor.parameter, "is not the id of an order", "unknown-id");
  }
}

/**
 * A page of the account's orders, or of one subaccount's.
 * @throws invalid naming an unknown cursor; invalid-subaccount
 */
export async function listOrders(
  ctx: AccountContext,
  input: PageQuery & { subaccountId: string | null },
): Promise<Page<Order>> {
  const { subaccountId } = input;
  const accountId = ctx.account.id;
  const cursor = cursorOf(input);
  const filter = { accountId, subaccountId };
  const orders = await findOrders(ctx.db, filter, cursor, input.limit + 1);
  // Orders on the page prove that cursor and subaccount exist; only an empty page needs a check.
  if (orders.length === 0) await requireKnown(ctx, filter, cursor);
  return pageOf(orders, input.limit, cursor);
}

export interface PublicOrder
  extends Pick<
    OrderDetail,
    "id" | "mode" | "state" | "amountKg" | "description" | "createdAt" | "settledAt" | "allocations"
  > {
  number: string;
  beneficiary: Beneficiary | null;
  accountName: string;
  subaccountName: string | null;
}

/** The order with this id, of any account, or null. */
export async function findPublicOrder(ctx: Context, id: string): Promise<PublicOrder | null> {
  const order = await findNamedOrder(ctx.db, id);
  if (!order) return null;
  const detail = await loadDetail(ctx, order);
  return {
    id: detail.id,
    number: orderNumber(detail.id),
    accountName: detail.accountName,
    subaccountName: detail.subaccountName,
    mode: detail.mode,
    state: detail.state,
    amountKg: detail.amountKg,
    description: detail.description,
    beneficiary: toBeneficiary(detail),
    createdAt: detail.createdAt,
    settledAt: detail.settledAt,
    allocations: detail.allocations,
  };
}

export interface OrderProgress {
  /** Reason why a placed order waits: its payment, missing credits, or its turn. */
  waitsFor: "payment" | "credits" | "turn" | null;
  /** Of a cancelled order. */
  cancelReason: CancelReason | null;
}

/** Returns the reason why the account's order waits or was cancelled. */
export async function findOrderProgress(
  ctx: AccountContext,
  input: { order: Pick<Order, "id" | "state"> },
): Promise<OrderProgress> {
  const { id, state } = input.order;
  const accountId = ctx.account.id;
  const { order, orderCancellation } = ctx.db.prisma;
  if (state === "cancelled") {
    const row = await orderCancellation.findFirst({ where: { accountId, orderId: id } });
    return { waitsFor: null, cancelReason: (row?.reason ?? null) as CancelReason | null };
  }
  const row = state === "placed" && (await order.findFirst({ where: { accountId, id, state } }));
  if (!row) return { waitsFor: null, cancelReason: null };
  const wasTried = row.triedStockVersion > 0n;
  const waitsFor = row.awaitingPayment ? "payment" : wasTried ? "credits" : "turn";
  return { waitsFor, cancelReason: null };
}

/** Fields that differ from the fulfilled example once an order is cancelled. */
const cancelled = {
  state: "cancelled",
  certificate_public_url: null,
  certificate_download_public_url: null,
  projects: [],
  project_allocations: [],
};

/** An example of the order in its public form, for an event of this type. */
export function getExampleOrder(type: EventType): unknown {
  return exampleOf(OrderResource, "output", type === "order.cancelled" ? cancelled : {});
}
