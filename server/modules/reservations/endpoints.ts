import { PageQuery, pageResource } from "#core/page";
import { type Endpoint, endpoint, idParams, listOf } from "#rest/endpoint";
import {
  createReservation,
  getReservation,
  listReservations,
  releaseReservation,
} from "./reservations";
import { ReservationResource, toReservationResource } from "./resource";
import { CreateReservation } from "./schema";

const tag = "Reservations";
const params = idParams("The reservation's id", "rsv_01kx3v6d0tf9sv4m2c8j5a7b9e");

export const reservationEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/reservations",
    operationId: "createReservation",
    tag,
    summary: "Reserve credits",
    description:
      "Keeps credits for you, by kg or by total price, at today's price. Pass the `id` as " +
      "`reservation_id` when you place an order or create a checkout session. Older orders that " +
      "wait for credits come first, and you can reserve a part of the stock only: what you can " +
      "reserve now is in `available_kg` of the 409.",
    subaccount: true,
    status: 201,
    body: CreateReservation,
    problems: ["invalid-subaccount", "insufficient-stock"],
    location: (reservation) => `/reservations/${reservation["id"]}`,
    exactlyOneOf: ["amount_kg", "total_price_usd_cents", "total_price"],
    example: {
      body: { total_price_usd_cents: undefined, total_price: undefined },
      resource: { state: "held" },
    },
    resource: ReservationResource,
    run: (ctx, { body, subaccountId }) => createReservation(ctx, { ...body, subaccountId }),
    present: toReservationResource,
  }),

  endpoint({
    method: "GET",
    path: "/reservations",
    operationId: "listReservations",
    tag,
    summary: "List reservations, newest first",
    description:
      "Returns reservations of the account, or of the subaccount that you act for, in every " +
      "state.",
    query: PageQuery,
    resource: listOf(ReservationResource),
    run: (ctx, { query }) => listReservations(ctx, { ...query, subaccountId: null }),
    present: (page) => pageResource(page, toReservationResource),
  }),

  endpoint({
    method: "GET",
    path: "/reservations/{id}",
    operationId: "getReservation",
    tag,
    summary: "Get a reservation",
    description:
      "Returns the reservation and its state: whether it still keeps credits, and what used " +
      "it.",
    params,
    problems: ["not-found"],
    example: { resource: { state: "held" } },
    resource: ReservationResource,
    run: (ctx, { params }) => getReservation(ctx, params),
    present: toReservationResource,
  }),

  endpoint({
    method: "POST",
    path: "/reservations/{id}/release",
    operationId: "releaseReservation",
    tag,
    summary: "Release a reservation",
    description:
      "Gives the credits back before `expires_on`. You cannot release what an order uses.",
    params,
    problems: ["conflict", "not-found"],
    example: { resource: { state: "released" } },
    resource: ReservationResource,
    run: (ctx, { params }) => releaseReservation(ctx, params),
    present: toReservationResource,
  }),
];
