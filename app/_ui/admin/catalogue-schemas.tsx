// Schemas of the forms that change categories and portfolios. Loaded with zod once someone uses them.
import { z } from "zod";
import { CreatePortfolio } from "#schemas/catalogue";

export const typedWeight = z
  .string()
  .trim()
  .regex(/^\d{1,7}(\.\d{1,6})?$/, "must be a number above 0 with at most six decimals")
  .refine((typed) => Number(typed) > 0, "must be above 0");

const typedPicture = z
  .string()
  .trim()
  .max(2048)
  .regex(/^(https?:\/\/[^/]|\/(?!\/))/, "must be an http or https URL, or a path from /")
  .nullable();

const typedDetails = {
  name: z.string().trim().min(1).max(512),
  description: z.string().max(50_000).nullable(),
  primary_image_url: typedPicture,
};

export const CategoryForm = z.strictObject({
  ...typedDetails,
  projects: z.array(
    z.strictObject({ project_id: z.string(), weight: typedWeight.pipe(z.coerce.number()) }),
  ),
});

export const PortfolioForm = z.strictObject({
  ...typedDetails,
  summary: z.string().max(512).nullable(),
  category_allocations: CreatePortfolio.shape.category_allocations,
  confirmed: z.boolean(),
});
