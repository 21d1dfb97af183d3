import { z } from "zod";
import { appUrl } from "#core/env";
import type { PaymentLink as Row } from "#prisma";
import { type LinkState, linkStates } from "./schema";

export type PaymentLink = Omit<Row, "state"> & { state: LinkState };

/** The public page of a link. */
export const buyUrl = (slug: string) => `${appUrl()}/buy/${slug}`;

export const PaymentLinkResource = z
  .strictObject({
    id: z.string().meta({
      description: "The payment link's id.",
      examples: ["plk_01kx3v6d0tf9sv4m2c8j5a7b9e"],
    }),
    url: z.string().meta({
      description: "The page to share with customers.",
      examples: ["https://till.example/buy/harbor-hotel"],
    }),
    slug: z.string().meta({ description: "End of the address.", examples: ["harbor-hotel"] }),
    state: z.enum(linkStates).meta({ description: "A `paused` link sells nothing." }),
    name: z
      .string()
      .meta({ description: "Title of the page.", examples: ["Credits for your stay"] }),
    description: z
      .string()
      .nullable()
      .meta({
        description: "Text below the title, and description of the orders.",
        examples: ["Two nights at the Harbor Hotel are about 25 kg."],
      }),
    portfolio_id: z
      .string()
      .nullable()
      .meta({
        description: "Portfolio to buy from. If null, the default at the time of purchase.",
        examples: ["pf_sandbox_balanced"],
      }),
    subaccount_id: z
      .string()
      .nullable()
      .meta({ description: "Subaccount that sells, if any.", examples: [null] }),
    min_kg: z.int().meta({ description: "Least amount in kg.", examples: [1] }),
    max_kg: z.int().meta({ description: "Most kg at once.", examples: [1000] }),
    suggested_kg: z
      .array(z.int())
      .meta({ description: "Amounts to choose from, in kg.", examples: [[25, 100, 500]] }),
    success_url: z
      .string()
      .nullable()
      .meta({
        description: "URL that customers go to after payment.",
        examples: ["https://shop.example/thanks?session={CHECKOUT_SESSION_ID}"],
      }),
    created_on: z.iso
      .datetime()
      .meta({ description: "When it was created.", examples: ["2026-11-21T12:00:00.000Z"] }),
    updated_on: z.iso
      .datetime()
      .meta({ description: "When it last changed.", examples: ["2026-11-21T12:00:00.000Z"] }),
  })
  .meta({
    id: "PaymentLink",
    description: "A public page where customers choose an amount of credits and pay.",
  });
export type PaymentLinkResource = z.infer<typeof PaymentLinkResource>;

export function toPaymentLinkResource(link: PaymentLink): PaymentLinkResource {
  return {
    id: link.id,
    url: buyUrl(link.slug),
    slug: link.slug,
    state: link.state,
    name: link.name,
    description: link.description,
    portfolio_id: link.portfolioId,
    subaccount_id: link.subaccountId,
    min_kg: link.minKg,
    max_kg: link.maxKg,
    suggested_kg: link.suggestedKg,
    success_url: link.successUrl,
    created_on: link.createdAt.toISOString(),
    updated_on: link.updatedAt.toISOString(),
  };
}
