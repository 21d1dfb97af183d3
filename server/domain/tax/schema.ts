import { z } from "zod";
import { countryCodes } from "#core/countries";
import { trimmedText } from "#core/text";

const date = z.iso.date();
const country = z.string().refine((code) => countryCodes.has(code), "must be an ISO 3166-1 code");
const perLanguage = z.strictObject({
  en: z.string().trim().min(1).max(500),
  de: z.string().trim().min(1).max(500),
  fr: z.string().trim().min(1).max(500),
  es: z.string().trim().min(1).max(500),
});

/** Places of a buyer relative to the seller, from the most specific to the least. */
export const buyerAreas = [
  "domestic",
  "other_eu_state",
  "outside_eu",
  "abroad",
  "anywhere",
] as const;
const taxKinds = ["standard", "reverse_charge", "out_of_scope", "zero"] as const;

export const TaxRule = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,60}$/, "must be lower-case letters, digits and hyphens"),
    seller: z.union([z.literal("EU"), country]),
    buyer: z.union([z.enum(buyerAreas), country]),
    buyer_kind: z.enum(["business", "consumer", "any"]),
    kind: z.enum(taxKinds),
    rate_basis_points: z.int().min(0).max(5_000),
    name: perLanguage,
    legal_text: perLanguage.nullable(),
    source: z.string().trim().min(1).max(1_000),
    valid_from: date,
    valid_to: date.nullable(),
  })
  .refine((rule) => (rule.kind === "standard") === rule.rate_basis_points > 0, {
    path: ["rate_basis_points"],
    message: "must be above 0 for the kind standard, and 0 for the others",
  })
  .refine((rule) => rule.kind === "standard" || rule.legal_text !== null, {
    path: ["legal_text"],
    message: "is required where no tax is charged: the document must give the reason",
  })
  .refine((rule) => rule.valid_to === null || rule.valid_to >= rule.valid_from, {
    path: ["valid_to"],
    message: "must not be before valid_from",
  });
export type TaxRule = z.infer<typeof TaxRule>;

/** A file of rules, as an operator imports it. */
export const TaxRuleFile = z.strictObject({
  note: z.string().optional(),
  rules: z.array(TaxRule).max(1_000),
});
export type TaxRuleFile = z.infer<typeof TaxRuleFile>;

/** Kinds of published rates: each country allows some. */
export const rateRules = [
  "uk_market",
  "hmrc_period",
  "bmf_monthly",
  "latest_selling",
  "ecb_daily",
  "ch_monthly",
  "ch_daily",
] as const;
export type RateRule = (typeof rateRules)[number];

const code = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, "must be a currency's code, such as EUR");

/** Units of `to` for one of `from`, on the days from `valid_from` to `valid_to`. */
export const ExchangeRate = z
  .strictObject({
    rule: z.enum(rateRules),
    from: code.meta({ examples: ["eur"] }),
    to: code.meta({ examples: ["gbp"] }),
    valid_from: z.iso.date(),
    valid_to: z.iso.date(),
    /** As published: documents print these digits. */
    rate: z
      .string()
      .trim()
      .regex(/^\d{1,9}(\.\d{1,12})?$/, "must be a decimal number, such as 1.0823")
      .refine((rate) => /[1-9]/.test(rate), "must be above 0")
      .meta({ examples: ["1.0823"] }),
    source: trimmedText(300, 1),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "must be another currency" })
  .refine((rate) => rate.valid_to >= rate.valid_from, {
    path: ["valid_to"],
    message: "must not be before valid_from",
  });
export type ExchangeRate = z.infer<typeof ExchangeRate>;
