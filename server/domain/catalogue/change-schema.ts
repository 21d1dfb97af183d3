// Changes of the catalogue by an operator.
import { z } from "zod";
import { text, trimmedText } from "#core/text";
import {
  CategoryAllocation,
  CategoryPrices,
  confirmed,
  id,
  Member,
  PortfolioParts,
  prose,
  SetPortfolioPrices,
  shortText,
} from "./schema";

/** Of what the operator saw: a change in between is a conflict. */
const revision = text(64, 1);

const typedName = trimmedText(512, 1);

/** Project → category, existing or new → portfolio, existing or new; null leaves portfolios. */
export const ProjectPlacement = z.strictObject({
  project_id: id,
  category: z.union([
    z.strictObject({ id }),
    z.strictObject({ name: typedName, ...CategoryPrices.shape }),
  ]),
  weight: Member.shape.weight.unwrap(),
  portfolio: z
    .union([
      z.strictObject({ id, fraction: CategoryAllocation.shape.allocated_fraction }),
      z.strictObject({ name: typedName }),
    ])
    .nullable(),
});
export type ProjectPlacement = z.infer<typeof ProjectPlacement>;

export const PlaceProject = ProjectPlacement.extend({ revision, confirmed });
export type PlaceProject = z.infer<typeof PlaceProject>;

export const ChangeCategory = z.strictObject({
  id,
  name: typedName,
  description: prose,
  projects: z.array(Member).max(1000),
  revision,
  confirmed,
});
export type ChangeCategory = z.infer<typeof ChangeCategory>;

export const ChangePortfolio = z.strictObject({
  id,
  name: typedName,
  summary: shortText,
  description: prose,
  category_allocations: PortfolioParts,
  revision,
  confirmed,
});
export type ChangePortfolio = z.infer<typeof ChangePortfolio>;

/** Prices of one account; null leaves the catalogue's. */
export const SetAccountPrices = SetPortfolioPrices.omit({ id: true }).extend({ portfolio_id: id });
export type SetAccountPrices = z.infer<typeof SetAccountPrices>;
