import { z } from "zod";
import { type Currency, plainAmount } from "#core/money";
import { measureOf } from "./order-measure";

/** Text fields are empty, or null once they were cleared. */
const optional = (max: number) => z.string().trim().max(max).nullable();
const MAX_TEXT_LENGTH = 512;

export const orderTermsIn = (currency: Currency) =>
  z
    .strictObject({
      measure: z.enum(["kg", "total"]),
      amount_kg: optional(9),
      total_price: optional(20),
      portfolio_id: z.string().nullable(),
      subaccount_id: z.string().nullable(),
      beneficiary: z.strictObject({
        name: optional(MAX_TEXT_LENGTH),
        message: optional(MAX_TEXT_LENGTH),
        url: optional(MAX_TEXT_LENGTH),
      }),
      description: optional(MAX_TEXT_LENGTH),
      metadata: optional(MAX_TEXT_LENGTH),
    })
    .check(({ value, issues }) => {
      if (measureOf(value, currency)) return;
      const isKg = value.measure === "kg";
      const example = plainAmount({ minor: 25_000, currency });
      issues.push({
        code: "custom",
        input: value,
        path: [isKg ? "amount_kg" : "total_price"],
        message: isKg ? "must be a whole number above 0" : `must be an amount such as ${example}`,
      });
    })
    .check(({ value: { beneficiary }, issues }) => {
      if (beneficiary.name || (!beneficiary.message && !beneficiary.url)) return;
      const path = ["beneficiary", "name"];
      issues.push({ code: "custom", input: beneficiary, path, message: "is required" });
    });
export type OrderTerms = z.infer<ReturnType<typeof orderTermsIn>>;
