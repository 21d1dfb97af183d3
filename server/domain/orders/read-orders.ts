import type { AccountContext, Context } from "#core/context";
import { invalid, notFound, Problem } from "#core/errors";
import { exampleOf } from "#core/example";
import { orderNumber } from "#core/id";
import { type Cursor, cursorOf, type Page, PageQuery, pageOf } from "#core/page";
import { subaccountOfList } from "#domain/accounts";
import type { EventType } from "#domain/events";
import type { CancelReason } from "./cancel-order";
import type { Beneficiary, Order, OrderDetail } from "./order";
import { findOrder, loadDetail } from "./order-details";
import { type OrderRegistryColumns, toBeneficiary } from "./present-order";
import { OrderResource } from "./resource";
import { ListOrders } from "./schema";
import { listOrdersByFilter } from "./search-orders";
import { findNamedOrder, findOrders, findVersion } from "./store";

export async function getOrder(ctx: AccountContext, input: { id: string }): Promise<OrderDetail> {
  const order = await findOrder(ctx.db, ctx.account.id, input.id);
  if (!order) throw notFound("order");
  return loadDetail(ctx, order);
}

interface Filter {
  accountId: string;
  subaccountId: string | null;
}

async function requireKnown(
  ctx: AccountContext,
  { accountId, subaccountId }: Filter,
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

/** Names of the filters, without those of the page. */
const filterNames = (Object.keys(ListOrders.shape) as (keyof ListOrders)[]).filter(
  (name) => !(name in PageQuery.shape) && name !== "subaccount_id",
);

const isFiltered = (input: ListOrders) => filterNames.some((name) => input[name] !== undefined);

/**
 * A page of the account's orders, or of one subaccount's.
 * @throws invalid naming an unknown cursor; invalid-subaccount
 */
export async function listOrders(
  ctx: AccountContext,
  input: ListOrders & { subaccountId: string | null },
): Promise<Page<Order>> {
  const { limit } = input;
  const cursor = cursorOf(input);
  const filter = { accountId: ctx.account.id, subaccountId: subaccountOfList(input) };
  const page = isFiltered(input)
    ? await listOrdersByFilter(ctx, { ...input, ...filter })
    : pageOf(await findOrders(ctx.db, filter, cursor, limit + 1), limit, cursor);
  // Orders on the page prove that cursor and subaccount exist; only an empty page needs a check.
  if (page.data.length === 0) await requireKnown(ctx, filter, cursor);
  return page;
}

export interface PublicOrder
  extends OrderRegistryColumns,
    Pick<
      OrderDetail,
      | ("id" | "mode" | "amountKg" | "description" | "createdAt" | "settledAt" | "allocations")
      | ("coolingOff" | "matchableFrom" | "creditsExpectedBy")
    > {
  number: string;
  /** Of its account, without a subaccount or with one. */
  owner: { accountId: string; subaccountId: string | null };
  beneficiary: Beneficiary | null;
  accountName: string;
  subaccountName: string | null;
}

/** The id of the account's newest fulfilled order, or null. */
export async function findNewestFulfilled(
  ctx: Context,
  { accountId }: { accountId: string },
): Promise<string | null> {
  const newest = await ctx.db.prisma.order.findFirst({
    where: { accountId, state: "fulfilled" },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  return newest?.id ?? null;
}

/** The order with this id, of any account, or null. */
export async function findPublicOrder(ctx: Context, id: string): Promise<PublicOrder | null> {
  const order = await findNamedOrder(ctx.db, id);
  if (!order) return null;
  const detail = await loadDetail(ctx, order);
  return {
    id: detail.id,
    number: orderNumber(detail.id),
    owner: { accountId: detail.accountId, subaccountId: detail.subaccountId },
    accountName: detail.accountName,
    subaccountName: detail.subaccountName,
    mode: detail.mode,
    state: detail.state,
    amountKg: detail.amountKg,
    description: detail.description,
    beneficiary: toBeneficiary(detail),
    createdAt: detail.createdAt,
    settledAt: detail.settledAt,
    coolingOff: detail.coolingOff,
    matchableFrom: detail.matchableFrom,
    creditsExpectedBy: detail.creditsExpectedBy,
    allocations: detail.allocations,
    registryStatus: detail.registryStatus,
    registryRetiredOn: detail.registryRetiredOn,
    registryRevision: detail.registryRevision,
    registryStatusAt: detail.registryStatusAt,
  };
}

/** Returns the state and revision of the order with this id, of any account, or null. */
export function findOrderVersion(ctx: Context, id: string) {
  return findVersion(ctx.db, id);
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
