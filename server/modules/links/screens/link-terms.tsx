// Loaded with zod once someone uses the form.
import { z } from "zod";
import { KG, optional } from "#ui/admin/form-schemas";

const kg = optional
  .refine((text) => !text || (KG.test(text) && Number(text) > 0), "must be a whole number above 0")
  .transform((text) => (text ? Number(text) : undefined));

const list = optional
  .transform((text) => (text ?? "").split(/[\s,;]+/).filter(Boolean))
  .refine((parts) => parts.every((part) => KG.test(part)), "must be whole numbers, such as 25, 100")
  .refine((parts) => parts.length <= 6, "must be at most 6 amounts")
  .transform((parts) => parts.map(Number));

const fields = {
  name: z.string().trim().min(1),
  suggested_kg: list,
  min_kg: kg,
  max_kg: kg,
  portfolio_id: optional,
  subaccount_id: optional,
  description: optional,
  success_url: optional,
};

/** The server checks the rest. */
export const LinkTerms = z.strictObject(fields);
export const NewLinkTerms = z.strictObject({ ...fields, slug: optional });
