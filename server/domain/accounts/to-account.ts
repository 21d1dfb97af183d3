// The account as the context carries it, from its row.
import type { Account, Mode } from "#core/context";
import type { Account as AccountRow } from "#prisma";

/** Narrows a row, whose mode the database constrains, to an Account. */
export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    mode: row.mode as Mode,
    name: row.name,
    slug: row.slug,
    defaultPortfolioId: row.defaultPortfolioId,
    logoFileKey: row.logoFileKey,
    createdAt: row.createdAt,
  };
}
