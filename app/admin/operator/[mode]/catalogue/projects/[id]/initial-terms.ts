import { KEEP, NEW } from "./placement-choices";
import type { Placement, PlacementTerms } from "./placement-terms";

type Start = Pick<PlacementTerms, "category" | "currency" | "portfolio">;

export const initialTerms = (start: Start): PlacementTerms => ({
  ...start,
  category_name: "",
  api_price_per_tonne: "",
  checkout_price_per_tonne: "",
  weight: "1",
  portfolio_name: "",
  percent: "",
  confirmed: false,
});

/** The placement of unchanged terms; null if they are incomplete. */
export function initialPlacement(
  projectId: string,
  { category, portfolio, weight }: PlacementTerms,
): Placement | null {
  if (category === NEW || portfolio !== KEEP) return null;
  return {
    project_id: projectId,
    category: { id: category },
    weight: Number(weight),
    portfolio: null,
  };
}
