import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { pageResource } from "#core/page";
import { cancelAndRefund } from "#domain/checkout";
import {
  draftOrder,
  draftOrderFor,
  draftRideOrder,
  getOrder,
  ListOrders,
  listOrders,
  needsTransaction,
  type OrderDetail,
  OrderListItemResource,
  OrderResource,
  PlaceOrder,
  PlaceRideOrder,
  placeInGroup,
  placeOrder,
  toOrderListItemResource,
  toOrderResource,
} from "#domain/orders";
import { billing, reservations } from "#modules";
import { draftedEndpoint, type Endpoint, endpoint, idParams, listOf } from "./endpoint";

const tag = "Orders";

type NewOrder = PlaceOrder & { subaccountId: string | null };

async function draft(ctx: AccountContext, input: NewOrder): Promise<OrderDetail> {
  const { reservation_id, subaccountId, ...terms } = input;
  if (reservation_id === undefined) return draftOrder(ctx, input);
  const purchase = await reservations.findUsable(ctx, { ...input, reservation_id });
  return draftOrderFor(ctx, { terms, subaccountId, ...purchase });
}

interface Drafted {
  order: OrderDetail;
  reservationId?: string | undefined;
}

/** One statement, unless the order is charged to a balance or a limit, or uses a reservation. */
function place(ctx: AccountContext, { order, reservationId }: Drafted): Promise<OrderDetail> {
  if (reservationId === undefined && !needsTransaction(ctx)) return placeInGroup(ctx, order);
  return database().sqlTransaction(async (db) => {
    const inside = { ...ctx, db };
    const placed = await placeOrder(inside, { order, charge: billing.charge });
    if (reservationId !== undefined) {
      await reservations.take(inside, { id: reservationId, orderId: order.id });
    }
    return placed;
  });
}

export const orderEndpoints: Endpoint[] = [
  draftedEndpoint({
    method: "POST",
    path: "/orders",
    sale: "order",
    operationId: "placeOrder",
    tag,
    summary: "Place an order",
    description:
      "Order by whole kg, by total price, or what a reservation keeps for you. The order starts as `placed` and becomes " +
      "`fulfilled` when its credits are allocated, usually within a second. `registry_status` says " +
      "whether the registry has retired them.",
    subaccount: true,
    status: 201,
    body: PlaceOrder,
    exactlyOneOf: ["amount_kg", "total_price_usd_cents", "total_price", "reservation_id"],
    problems: ["conflict", "invalid-subaccount", "payment-required", "spending-limit-exceeded"],
    location: (order) => `/orders/${order["id"]}`,
    example: {
      body: { total_price_usd_cents: undefined, total_price: undefined, reservation_id: undefined },
      resource: { state: "placed", projects: [], project_allocations: [] },
    },
    resource: OrderResource,
    draft: (ctx, { body, subaccountId }) => draft(ctx, { ...body, subaccountId }),
    run: (ctx, { body }, order) => place(ctx, { order, reservationId: body.reservation_id }),
    present: toOrderResource,
  }),

  endpoint({
    method: "GET",
    path: "/orders",
    operationId: "listOrders",
    tag,
    summary: "List orders, newest first",
    description:
      "Returns all orders of your account, or with `X-Subaccount-Id` only those of the subaccount. " +
      "Filters combine.",
    subaccount: true,
    query: ListOrders,
    problems: ["invalid-subaccount"],
    resource: listOf(OrderListItemResource),
    run: (ctx, { query, subaccountId }) => listOrders(ctx, { ...query, subaccountId }),
    present: (page) => pageResource(page, toOrderListItemResource),
  }),

  endpoint({
    method: "GET",
    path: "/orders/{id}",
    operationId: "getOrder",
    tag,
    summary: "Get an order",
    description:
      "Once the order is fulfilled, includes its projects and serial numbers, and what the registry " +
      "has on record about each.",
    params: idParams("The order's id", "ord_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["not-found"],
    resource: OrderResource,
    run: (ctx, { params }) => getOrder(ctx, params),
    present: toOrderResource,
  }),

  endpoint({
    method: "POST",
    path: "/orders/{id}/cancel",
    sale: "order",
    operationId: "cancelOrder",
    tag,
    summary: "Cancel a placed order",
    description:
      "You cannot cancel a fulfilled order, because its credits are allocated irrevocably. If the customer " +
      "paid in a checkout session, the payment is refunded.",
    params: idParams("The order's id", "ord_01kx3v6d0tf9sv4m2c8j5a7b9e"),
    problems: ["conflict", "not-found"],
    example: {
      resource: {
        state: "cancelled",
        certificate_public_url: null,
        certificate_download_public_url: null,
        projects: [],
        project_allocations: [],
      },
    },
    resource: OrderResource,
    run: (ctx, { params }) => cancelAndRefund(ctx, { ...params, credit: billing.credit }),
    present: toOrderResource,
  }),

  draftedEndpoint({
    method: "POST",
    path: "/orders/ride",
    sale: "order",
    operationId: "placeRideOrder",
    tag: "Orders",
    summary: "Place an order for a vehicle ride",
    description:
      "Orders the next whole kg of a ride in a passenger car, van or SUV. Instead, get a " +
      "quote for ground transport and place an order for its kg.",
    deprecated: { since: "2026-11-21", successor: "/quotes/ground-transport" },
    subaccount: true,
    status: 201,
    body: PlaceRideOrder,
    problems: ["invalid-subaccount", "payment-required", "spending-limit-exceeded"],
    location: (order) => `/orders/${order["id"]}`,
    example: {
      resource: {
        state: "placed",
        type: "ride",
        projects: [],
        project_allocations: [],
        ride_details: { distance_km: 12.5 },
      },
    },
    resource: OrderResource,
    draft: (ctx, { body, subaccountId }) => draftRideOrder(ctx, { ...body, subaccountId }),
    run: (ctx, _input, order) => place(ctx, { order }),
    present: toOrderResource,
  }),
];
