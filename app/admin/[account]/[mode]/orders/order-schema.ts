import { z } from "zod";
import { measureOf } from "./order-measure";

/** Text fields are empty, or null once they were cleared. */
const optional = (max: number) => z.string().trim().max(max).nullable();
const MAX_TEXT_LENGTH = 512;

export const OrderTerms = z
  .strictObject({
    measure: z.enum(["kg", "usd"]),
    amount_kg: optional(9),
    total_price_usd_cents: optional(12),
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
    if (measureOf(value)) return;
    const isKg = value.measure === "kg";
    issues.push({
      code: "custom",
      input: value,
      path: [isKg ? "amount_kg" : "total_price_usd_cents"],
      message: isKg ? "must be a whole number above 0" : "must be an amount such as 250 or 99.50",
    });
  })
  .check(({ value: { beneficiary }, issues }) => {
    if (beneficiary.name || (!beneficiary.message && !beneficiary.url)) return;
    const path = ["beneficiary", "name"];
    issues.push({ code: "custom", input: beneficiary, path, message: "is required" });
  });
export type OrderTerms = z.infer<typeof OrderTerms>;
