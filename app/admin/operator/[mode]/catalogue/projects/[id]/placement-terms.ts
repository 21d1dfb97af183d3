import { z } from "zod";
import { pricesForm } from "#schemas/catalogue";
import type { RouterInput } from "#trpc/router";
import { typedWeight } from "#ui/admin/catalogue-schemas";
import { KEEP, NEW } from "./placement-choices";

export type Placement = RouterInput["operatorProjects"]["previewPlacement"];

const typedPercent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,4})?$/, "must be a percentage with at most four decimals")
  .refine((typed) => Number(typed) > 0 && Number(typed) <= 100, "must be above 0, up to 100");

export const PlacementTerms = z.strictObject({
  category: z.string().min(1),
  category_name: z.string().nullable(),
  currency: z.string(),
  api_price_per_tonne: z.string().nullable(),
  checkout_price_per_tonne: z.string().nullable(),
  weight: z.string().nullable(),
  portfolio: z.string().min(1),
  portfolio_name: z.string().nullable(),
  percent: z.string().nullable(),
  confirmed: z.boolean(),
});
export type PlacementTerms = z.infer<typeof PlacementTerms>;

const name = z.string().trim().min(1).max(512);

function newCategory(currency: string) {
  const { api_price_per_tonne, checkout_price_per_tonne } = pricesForm(currency).shape;
  return z.object({
    category_name: name,
    api_price_per_tonne: api_price_per_tonne.unwrap(),
    checkout_price_per_tonne: checkout_price_per_tonne.unwrap(),
  });
}

function readCategory(terms: PlacementTerms) {
  if (terms.category !== NEW) return { value: { id: terms.category } };
  const { currency } = terms;
  const read = newCategory(currency).safeParse(terms);
  if (!read.success) return { error: read.error };
  const { category_name: typed, ...amount } = read.data;
  return { value: { name: typed, currency, ...amount } };
}

function readPortfolio(terms: PlacementTerms) {
  const { portfolio, portfolio_name, percent } = terms;
  if (portfolio === KEEP) return { value: null };
  if (portfolio === NEW) {
    const read = z.object({ portfolio_name: name }).safeParse({ portfolio_name });
    return read.success ? { value: { name: read.data.portfolio_name } } : { error: read.error };
  }
  const read = z.object({ percent: typedPercent }).safeParse({ percent });
  if (!read.success) return { error: read.error };
  // In millionths, so that 33.3333% is exact.
  const millionths = Math.round(Number(read.data.percent) * 10_000);
  return { value: { id: portfolio, fraction: millionths / 1_000_000 } };
}

function readPlacement(projectId: string, terms: PlacementTerms) {
  const category = readCategory(terms);
  const portfolio = readPortfolio(terms);
  const weight = z.object({ weight: typedWeight }).safeParse({ weight: terms.weight });
  const issues = [category.error, portfolio.error, weight.error].flatMap(
    (error) => error?.issues ?? [],
  );
  if (!category.value || portfolio.value === undefined || !weight.data) return { issues };
  const placement: Placement = {
    project_id: projectId,
    category: category.value,
    weight: Number(weight.data.weight),
    portfolio: portfolio.value,
  };
  return { placement, issues };
}

export const placementOf = (projectId: string, terms: PlacementTerms): Placement | null =>
  readPlacement(projectId, terms).placement ?? null;

/** The form's schema: a complete placement, with the confirmation of large price changes. */
export const placementSchema = (projectId: string) =>
  PlacementTerms.check(({ value, issues }) => {
    for (const { path, message } of readPlacement(projectId, value).issues) {
      const input = value[path[0] as keyof PlacementTerms];
      const isMissing = input === null || input === "";
      issues.push({
        code: "custom",
        input,
        path: [...path],
        message: isMissing ? "is required" : message,
      });
    }
  });
