import { z } from "zod";
import { nameText, text } from "#core/text";
import { MAX_AMOUNT_KG, portfolioId } from "#domain/catalogue";
import { successUrl } from "#domain/checkout";

export const linkStates = ["active", "paused"] as const;
export type LinkState = (typeof linkStates)[number];

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_SUGGESTED = 6;

const kg = z.int().min(1).max(MAX_AMOUNT_KG);

const fields = {
  name: nameText(200).meta({
    description: "Title of the page.",
    examples: ["Credits for your stay"],
  }),
  description: text(512)
    .nullish()
    .meta({
      description: "Text below the title. It also becomes the description of the orders.",
      examples: ["Two nights at the Harbor Hotel are about 25 kg."],
    }),
  portfolio_id: portfolioId,
  subaccount_id: text(255, 1)
    .nullish()
    .meta({
      description: "Subaccount that sells, and that the orders belong to. Default: the account.",
      examples: [null],
    }),
  min_kg: kg.default(1).meta({
    description: "Least amount in kg. The price is at least the currency's smallest charge.",
    examples: [1],
  }),
  max_kg: kg
    .default(MAX_AMOUNT_KG)
    .meta({ description: "Most kg that one customer can buy at once.", examples: [1000] }),
  suggested_kg: z
    .array(kg)
    .max(MAX_SUGGESTED)
    .default([])
    .meta({
      description:
        "Amounts to choose from, in this order. Customers can always enter another amount.",
      examples: [[25, 100, 500]],
    }),
  success_url: successUrl.nullish().meta({
    description:
      "HTTPS URL that customers go to after payment, as for checkout sessions. Default: they stay " +
      "on the payment page.",
    examples: ["https://shop.example/thanks?session={CHECKOUT_SESSION_ID}"],
  }),
  state: z
    .enum(linkStates)
    .default("active")
    .meta({ description: "A `paused` link sells nothing, and its page says so." }),
};

interface Amounts {
  min_kg: number;
  max_kg: number;
  suggested_kg: number[];
}

/** Reports amounts that contradict each other, by field. */
function checkAmounts({ value, issues }: z.core.ParsePayload<Amounts>): void {
  const { min_kg: min, max_kg: max, suggested_kg: suggested } = value;
  const report = (path: (string | number)[], message: string) =>
    issues.push({ code: "custom", input: value, path, message });
  if (min > max) report(["max_kg"], "must not be below min_kg");
  for (const [at, amount] of suggested.entries()) {
    const path = ["suggested_kg", at];
    if (suggested.indexOf(amount) !== at) report(path, "occurs twice");
    else if (amount < min || amount > max) report(path, "must be within min_kg and max_kg");
  }
}

const slug = text(100, 1)
  .regex(SLUG, "must be lower-case letters, digits and single hyphens")
  .meta({
    description: "End of the page's address: /buy/{slug}. It cannot be changed later.",
    examples: ["harbor-hotel"],
  });

export const CreatePaymentLink = z
  .strictObject({ slug, ...fields })
  .check(checkAmounts)
  .meta({
    id: "CreatePaymentLink",
    description: "A new payment link.",
  });
export type CreatePaymentLink = z.infer<typeof CreatePaymentLink>;

export const UpdatePaymentLink = z.strictObject(fields).check(checkAmounts).meta({
  id: "UpdatePaymentLink",
  description: "All values of a payment link but its slug. Fields that you leave out are reset.",
});
export type UpdatePaymentLink = z.infer<typeof UpdatePaymentLink>;
