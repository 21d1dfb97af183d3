// Emission factors: what turns an activity into kg, and who says so.
import { z } from "zod";
import {
  EmissionFactorResource,
  listEmissionFactors,
  toEmissionFactorResource,
} from "#domain/catalogue";
import { endpoint } from "./endpoint";
import { listOf, wholeList } from "./shapes";

export const listEmissionFactorsEndpoint = endpoint({
  method: "GET",
  path: "/emission-factors",
  operationId: "listEmissionFactors",
  tag: "Quotes",
  summary: "List the emission factors in force",
  description:
    "Each activity has a factor from 0 km on, and may have others from longer distances on: a " +
    "quote takes the last one that its distance reaches.",
  query: z.strictObject({}),
  resource: listOf(EmissionFactorResource),
  run: (ctx) => listEmissionFactors(ctx),
  present: (factors) => wholeList(factors.map(toEmissionFactorResource)),
});
