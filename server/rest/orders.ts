// Orders: placed here, filled by a worker.
import { PageQuery } from "#core/page";
import {
  cancelOrder,
  getOrder,
  listOrders,
  OrderListItemResource,
  OrderResource,
  PlaceOrder,
  placeOrder,
  toOrderListItemResource,
  toOrderResource,
} from "#domain/orders";
import { endpoint } from "./endpoint";
import { idParams, listOf, pageResource } from "./shapes";

const tag = "Orders";

export const placeOrderEndpoint = endpoint({
  method: "POST",
  path: "/orders",
  operationId: "placeOrder",
  tag,
  summary: "Place an order",
  description:
    "By whole kg or by total price. The order is `placed` at once and becomes `fulfilled` when " +
    "its credits have been retired, usually within a second.",
  subaccount: true,
  status: 201,
  body: PlaceOrder,
  problems: ["invalid-subaccount"],
  location: (order) => `/orders/${order["id"]}`,
  commitsClaim: true,
  resource: OrderResource,
  run: (ctx, { body, subaccountId }) => placeOrder(ctx, { ...body, subaccountId }),
  present: toOrderResource,
});

export const listOrdersEndpoint = endpoint({
  method: "GET",
  path: "/orders",
  operationId: "listOrders",
  tag,
  summary: "List orders, newest first",
  subaccount: true,
  query: PageQuery,
  problems: ["invalid-subaccount"],
  resource: listOf(OrderListItemResource),
  run: (ctx, { query, subaccountId }) => listOrders(ctx, { ...query, subaccountId }),
  present: (page) => pageResource(page, toOrderListItemResource),
});

export const getOrderEndpoint = endpoint({
  method: "GET",
  path: "/orders/{id}",
  operationId: "getOrder",
  tag,
  summary: "Get an order",
  params: idParams("The order's id"),
  problems: ["not-found"],
  resource: OrderResource,
  run: (ctx, { params }) => getOrder(ctx, params),
  present: toOrderResource,
});

export const cancelOrderEndpoint = endpoint({
  method: "POST",
  path: "/orders/{id}/cancel",
  operationId: "cancelOrder",
  tag,
  summary: "Cancel an order that is still placed",
  params: idParams("The order's id"),
  problems: ["not-found"],
  resource: OrderResource,
  run: (ctx, { params }) => cancelOrder(ctx, params),
  present: toOrderResource,
});
