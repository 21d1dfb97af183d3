// Orders as they are read: one, many, an account's pages, and what anyone may see.
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
async function loadDetail<Some extends Order>(
  ctx: Context,
  order: Some,
): Promise<Some & OrderDetail> {
  const [detail] = await loadDetails(ctx, [order]);
  if (!detail) throw new Error(`order ${order.id} got lost`);
  return detail;
}

/** The account's order with this id. @throws not-found */
export async function getOrder(ctx: AccountContext, input: { id: string }): Promise<OrderDetail> {
  const order = await findOrder(ctx.db, ctx.account.id, input.id);
  if (!order) throw notFound("order");
  return loadDetail(ctx, order);
}

/** The orders of these accounts and ids, as far as they are there, in no order. */
export async function listOrderDetails(
  ctx: Context,
  input: { orders: readonly { accountId: string; orderId: string }[] },
): Promise<OrderDetail[]> {
  return loadDetails(ctx, await findOrdersByKey(ctx.db, input.orders));
}

async function requireParts(
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
 * @throws invalid naming the cursor that is not there; invalid-subaccount
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
  // A page with orders proves its cursor and its subaccount; only an empty one needs a look.
  if (orders.length === 0) await requireParts(ctx, filter, cursor);
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

/** The order with this id, of whichever account, or null. */
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
  /** Of a placed order: its customer's money, credits that were not there at the last try, or its turn. */
  waitsFor: "payment" | "credits" | "turn" | null;
  /** Of a cancelled order. */
  cancelReason: CancelReason | null;
}

/** How far the order of the context's account is. */
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

/** What of a fulfilled order's example is otherwise when an order is cancelled. */
const cancelled = {
  state: "cancelled",
  certificate_public_url: null,
  certificate_download_public_url: null,
  projects: [],
  project_allocations: [],
};

/** In its public form, as a callback of this type carries it. */
export function getExampleOrder(type: EventType): unknown {
  return exampleOf(OrderResource, "output", type === "order.cancelled" ? cancelled : {});
}
