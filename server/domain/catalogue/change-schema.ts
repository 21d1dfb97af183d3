// Changes of the catalogue by an operator.
import { z } from "zod";
import { nameText, text } from "#core/text";
import {
  CategoryAllocation,
  CategoryPrices,
  confirmed,
  id,
  Member,
  PortfolioParts,
  picture,
  prose,
  SetPortfolioPrices,
  shortText,
} from "./schema";

/** Of what the operator saw: a change in between is a conflict. */
const revision = text(64, 1);

const typedName = nameText(512);

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

/** The projects that a category is to have. */
export const CategoryMembers = z.strictObject({ id, projects: z.array(Member).max(1000) });
export type CategoryMembers = z.infer<typeof CategoryMembers>;

/** The categories that a portfolio is to have. */
export const PortfolioShares = z.strictObject({ id, category_allocations: PortfolioParts });
export type PortfolioShares = z.infer<typeof PortfolioShares>;

export const ChangeCategory = CategoryMembers.extend({
  name: typedName,
  description: prose,
  primary_image_url: picture,
  revision,
  confirmed,
});
export type ChangeCategory = z.infer<typeof ChangeCategory>;

export const ChangePortfolio = PortfolioShares.extend({
  name: typedName,
  summary: shortText,
  description: prose,
  primary_image_url: picture,
  revision,
  confirmed,
});
export type ChangePortfolio = z.infer<typeof ChangePortfolio>;

/** Prices of one account; null leaves the catalogue's. */
export const SetAccountPrices = SetPortfolioPrices.omit({ id: true, currency: true }).extend({
  portfolio_id: id,
});
export type SetAccountPrices = z.infer<typeof SetAccountPrices>;
