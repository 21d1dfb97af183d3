// Ride orders: the kg follow from a distance. Deprecated: quote ground transport, then order.
import {
  draftRideOrder,
  OrderResource,
  PlaceRideOrder,
  toOrderResource,
  writeOrder,
} from "#domain/orders";
import { draftedEndpoint } from "./endpoint";

export const placeRideOrderEndpoint = draftedEndpoint({
  method: "POST",
  path: "/orders/ride",
  operationId: "placeRideOrder",
  tag: "Orders",
  summary: "Place an order for a vehicle ride",
  description:
    "Orders the next whole kg of a ride in a passenger car, van or SUV. In its place, get a quote " +
    "for ground transport and place an order of its kg.",
  deprecated: { since: "2026-11-21", successor: "/quotes/ground-transport" },
  subaccount: true,
  status: 201,
  body: PlaceRideOrder,
  problems: ["invalid-subaccount"],
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
  run: (ctx, _input, order) => writeOrder(ctx, order),
  present: toOrderResource,
});
