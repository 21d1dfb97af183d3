import { z } from "zod";
import type { ProblemCode } from "#core/errors";
import {
  EmissionFactorResource,
  listEmissionFactors,
  QuoteAirFreight,
  QuoteFlight,
  QuoteGroundFreight,
  QuoteGroundTransport,
  QuoteMass,
  QuoteOfficeSpace,
  QuoteResource,
  QuoteRide,
  QuoteTrain,
  quoteActivity,
  quoteMass,
  toEmissionFactorResource,
} from "#domain/catalogue";
import { type Endpoint, endpoint, listOf, readingEndpoint, wholeList } from "./endpoint";

const priceNote =
  "Prices the next whole kg. Pass the subaccount and portfolio of the order to come, so that " +
  "the quoted price is the charged price.";
const factorNote = `${priceNote} GET /emission-factors lists the factors behind the kg.`;
const problems: ProblemCode[] = ["invalid-subaccount"];

const anyQuote = {
  tag: "Quotes",
  subaccount: true,
  problems,
  resource: QuoteResource,
  present: (quote: QuoteResource) => quote,
};

export const quoteEndpoints: Endpoint[] = [
  readingEndpoint({
    ...anyQuote,
    method: "POST",
    path: "/quotes",
    operationId: "quoteMass",
    summary: "Quote by emissions mass",
    description: priceNote,
    body: QuoteMass,
    run: (ctx, { body, subaccountId }) => quoteMass(ctx, { ...body, subaccountId }),
  }),

  readingEndpoint({
    ...anyQuote,
    method: "POST",
    path: "/quotes/train",
    operationId: "quoteTrain",
    summary: "Quote by train distance",
    description: factorNote,
    body: QuoteTrain,
    run: (ctx, { body, subaccountId }) =>
      quoteActivity(ctx, { activity: "train", ...body, subaccountId }),
  }),

  readingEndpoint({
    ...anyQuote,
    method: "POST",
    path: "/quotes/flight",
    operationId: "quoteFlight",
    summary: "Quote by flight distance",
    description: factorNote,
    body: QuoteFlight,
    run: (ctx, { body, subaccountId }) =>
      quoteActivity(ctx, { activity: "flight", ...body, subaccountId }),
  }),

  readingEndpoint({
    ...anyQuote,
    method: "POST",
    path: "/quotes/air-freight",
    operationId: "quoteAirFreight",
    summary: "Quote by mass and distance of air freight",
    description: factorNote,
    body: QuoteAirFreight,
    run: (ctx, { body, subaccountId }) =>
      quoteActivity(ctx, { activity: "air_freight", ...body, subaccountId }),
  }),

  readingEndpoint({
    ...anyQuote,
    method: "POST",
    path: "/quotes/ground-freight",
    operationId: "quoteGroundFreight",
    summary: "Quote by mass and distance of road freight",
    description: factorNote,
    body: QuoteGroundFreight,
    run: (ctx, { body, subaccountId }) =>
      quoteActivity(ctx, { activity: "ground_freight", ...body, subaccountId }),
  }),

  readingEndpoint({
    ...anyQuote,
    method: "POST",
    path: "/quotes/ground-transport",
    operationId: "quoteGroundTransport",
    summary: "Quote by type of vehicle and distance",
    description: factorNote,
    body: QuoteGroundTransport,
    run: (ctx, { body: { vehicle_type, ...body }, subaccountId }) =>
      quoteActivity(ctx, { activity: vehicle_type, ...body, subaccountId }),
  }),

  readingEndpoint({
    ...anyQuote,
    method: "POST",
    path: "/quotes/office-space",
    operationId: "quoteOfficeSpace",
    summary: "Quote by floor area of an office, for a year",
    description: factorNote,
    body: QuoteOfficeSpace,
    run: (ctx, { body, subaccountId }) =>
      quoteActivity(ctx, { activity: "office_space", ...body, subaccountId }),
  }),

  readingEndpoint({
    ...anyQuote,
    method: "POST",
    path: "/quotes/ride",
    operationId: "quoteRide",
    summary: "Quote by distance of a vehicle ride",
    description: `${factorNote} Use the quote for ground transport instead.`,
    deprecated: { since: "2026-11-21", successor: "/quotes/ground-transport" },
    body: QuoteRide,
    run: (ctx, { body, subaccountId }) =>
      quoteActivity(ctx, { activity: "passenger_car_van_or_suv", ...body, subaccountId }),
  }),

  endpoint({
    method: "GET",
    path: "/emission-factors",
    operationId: "listEmissionFactors",
    tag: "Quotes",
    summary: "List the emission factors in force",
    description:
      "Each activity has a factor from 0 km and can have others for longer distances: a " +
      "quote uses the last one that its distance reaches.",
    query: z.strictObject({}),
    resource: listOf(EmissionFactorResource),
    run: (ctx) => listEmissionFactors(ctx),
    present: (factors) => wholeList(factors.map(toEmissionFactorResource)),
  }),
];
