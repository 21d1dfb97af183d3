// The subaccount as the API shows it.
import { z } from "zod";
import { appUrl } from "#core/env";
import type { Subaccount } from "#prisma";

export const SubaccountResource = z
  .strictObject({
    id: z.string().meta({ examples: ["sub_01kx3v6d0tf9sv4m2c8j5a7b9e"] }),
    created_on: z.iso.datetime(),
    name: z.string().max(512),
    email: z.string().nullable(),
    default_portfolio_id: z.string().nullable().meta({
      description: "Null: the account's default portfolio applies.",
    }),
    logo_url: z.string().nullable(),
  })
  .meta({ id: "Subaccount", description: "A part of the account that has orders of its own." });
export type SubaccountResource = z.infer<typeof SubaccountResource>;

/** The public form of a subaccount. */
export function toSubaccountResource(row: Subaccount): SubaccountResource {
  return {
    id: row.id,
    created_on: row.createdAt.toISOString(),
    name: row.name,
    email: row.email,
    default_portfolio_id: row.defaultPortfolioId,
    logo_url: row.logoFileKey && `${appUrl()}/files/${row.logoFileKey}`,
  };
}
