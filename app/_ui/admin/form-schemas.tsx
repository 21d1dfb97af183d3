// Schemas of forms whose values no procedure takes as they are typed. Loaded with zod once someone
// uses such a form.
import { z } from "zod";
import { UpdateSubaccount } from "#schemas/accounts";
import { ManualRetirement } from "#schemas/evidence";

const KG = /^\d{1,9}$/;
const optional = z.string().trim().nullable();

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

/** The server checks the rest. */
export const SessionTerms = z.strictObject({
  amount_kg: z
    .string()
    .trim()
    .regex(KG, "must be a whole number")
    .transform(Number)
    .refine((kg) => kg > 0, "must be above 0"),
  portfolio_id: optional,
  description: optional,
  email: optional,
  success_url: z.string().trim().min(1),
});

const typedAmount = z
  .string()
  .regex(/^\d{1,10}([.,]\d{2})?$/, "must be an amount such as 12.50")
  .transform((text) => Math.round(Number(text.replace(",", ".")) * 100));
const reason = z.string().trim().min(1, "is required").max(512);

/** Null if the field is empty, for all that is left. */
export const Refund = z.strictObject({ amount_usd_cents: typedAmount.nullable(), reason });
export const Reason = z.strictObject({ reason });
export const Received = z.strictObject({ amount_usd_cents: typedAmount });
/** Of a member; with or without the API keys that they made. */
export const Removal = z.strictObject({ revokesKeys: z.boolean() });
/** Null if the field is empty: nothing has arrived. */
export const Rejected = z.strictObject({ amount_usd_cents: typedAmount.nullable() });

export const Password = z.strictObject({ password: z.string().min(1).max(512) });
export const Code = z.strictObject({ code: z.string().min(1).max(64) });
export const PasskeyName = z.strictObject({ name: z.string().trim().min(1).max(100) });
export const Access = z.strictObject({ subaccount_id: z.string() });

export const Overlap = z.strictObject({ hours: z.enum(["0", "1", "24", "168"]) });
export const Since = z.strictObject({ from: z.string().min(1) });

export const DefaultPortfolio = z.strictObject({ id: z.string().nullable() });
export const SubaccountPortfolio = UpdateSubaccount.pick({ default_portfolio_id: true });
export const TypedRetirement = ManualRetirement.extend({ registry: z.string().min(1) });
