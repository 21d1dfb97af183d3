import { z } from "zod";
import { PageQuery, searchFilters } from "#core/page";
import { text } from "#core/text";
import { firstInstant, lastInstant, moment } from "#domain/impact";
import { registryStatuses } from "#domain/inventory";

const filters = {
  subaccount_id: text(255, 1)
    .optional()
    .meta({ description: "Only retirements of orders of this subaccount." }),
  registry: text(255, 1)
    .optional()
    .meta({
      description: "Only credits of this registry, by its key.",
      examples: ["verra"],
    }),
  registry_status: z.enum(registryStatuses).optional().meta({
    description: "Only retirements with this status at the registry.",
  }),
};

const period = {
  from: moment(
    "Retirements at this time or later: an ISO 8601 date, from its start in UTC, or a timestamp.",
    "2026-01-01",
  )
    .transform(firstInstant)
    .optional(),
  to: moment(
    "Retirements at this time or earlier: an ISO 8601 date, to its end in UTC, or a timestamp.",
    "2026-12-31",
  )
    .transform(lastInstant)
    .optional(),
};

export const ListRetirements = PageQuery.extend({ ...period, ...filters }).refine(
  ({ from, to }) => !from || !to || from <= to,
  { path: ["to"], error: "must not be before from" },
);

export const RetirementFilters = z.strictObject({
  from: searchFilters.from,
  to: searchFilters.to,
  ...filters,
});
export type RetirementFilters = z.infer<typeof RetirementFilters>;

export const SearchRetirements = PageQuery.extend(RetirementFilters.shape);
