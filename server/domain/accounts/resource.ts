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
      .meta({ description: "When it was created.", examples: ["2026-11-21T12:00:00.000Z"] }),
    name: z
      .string()
      .max(512)
      .meta({ description: "Name.", examples: ["Riverside Stores"] }),
    email: z
      .string()
      .nullable()
      .meta({ description: "Email address.", examples: ["climate@riverside.example"] }),
    default_portfolio_id: z
      .string()
      .nullable()
      .meta({
        description: "Portfolio of its orders. If null, the account's default portfolio applies.",
        examples: ["pf_sandbox_balanced"],
      }),
    logo_url: z
      .string()
      .nullable()
      .meta({
        description: "URL of the logo as a PNG.",
        examples: ["https://till.example/logos/3f9a5c.png"],
      }),
    reference: z
      .string()
      .nullable()
      .meta({
        description: "Your own identifier of it, unique in the account.",
        examples: ["shop-17"],
      }),
    slug: z
      .string()
      .nullable()
      .meta({
        description: "End of its impact page's address. Null: the address has the id.",
        examples: ["riverside"],
      }),
    archived_on: z.iso
      .datetime()
      .nullable()
      .meta({
        description: "When it was archived. An archived subaccount takes no new orders.",
        examples: [null],
      }),
  })
  .meta({ id: "Subaccount", description: "A part of the account with its own orders." });
export type SubaccountResource = z.infer<typeof SubaccountResource>;

/** Public URL of an account's or subaccount's logo. It changes with the logo. */
export function logoUrl({ logoFileKey }: { logoFileKey: string | null }): string | null {
  return logoFileKey && `${appUrl()}/${logoFileKey}`;
}

export function toSubaccountResource(row: Subaccount): SubaccountResource {
  return {
    id: row.id,
    created_on: row.createdAt.toISOString(),
    name: row.name,
    email: row.email,
    default_portfolio_id: row.defaultPortfolioId,
    logo_url: logoUrl(row),
    reference: row.reference,
    slug: row.slug,
    archived_on: row.archivedAt?.toISOString() ?? null,
  };
}
