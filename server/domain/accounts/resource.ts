// The subaccount as the API shows it.
import { z } from "zod";
import { appUrl } from "#core/env";
import type { Subaccount } from "#prisma";

export const SubaccountResource = z
  .strictObject({
    id: z
      .string()
      .meta({ description: "The subaccount's id.", examples: ["sub_01kx3v6d0tf9sv4m2c8j5a7b9e"] }),
    created_on: z.iso
      .datetime()
      .meta({ description: "When it was made.", examples: ["2026-11-21T12:00:00.000Z"] }),
    name: z
      .string()
      .max(512)
      .meta({ description: "Name.", examples: ["Riverside Stores"] }),
    email: z
      .string()
      .nullable()
      .meta({ description: "E-mail address.", examples: ["climate@riverside.example"] }),
    default_portfolio_id: z
      .string()
      .nullable()
      .meta({
        description: "Null: the account's default portfolio applies.",
        examples: ["pf_sandbox_balanced"],
      }),
    logo_url: z
      .string()
      .nullable()
      .meta({
        description: "The logo as a PNG, drawn anew from what was sent.",
        examples: ["https://till.example/logos/3f9a5c.png"],
      }),
  })
  .meta({ id: "Subaccount", description: "A part of the account that has orders of its own." });
export type SubaccountResource = z.infer<typeof SubaccountResource>;

/** Where the world finds the logo, an account's or a subaccount's; its address changes with it. */
export function logoUrl({ logoFileKey }: { logoFileKey: string | null }): string | null {
  return logoFileKey && `${appUrl()}/${logoFileKey}`;
}

/** The public form of a subaccount. */
export function toSubaccountResource(row: Subaccount): SubaccountResource {
  return {
    id: row.id,
    created_on: row.createdAt.toISOString(),
    name: row.name,
    email: row.email,
    default_portfolio_id: row.defaultPortfolioId,
    logo_url: logoUrl(row),
  };
}
