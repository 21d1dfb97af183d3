// The look-ups on the way of every quote and order, of the price and of the factor: one round trip.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";

const FIND_OFFER: Statement = {
  name: "pricing-find-offer",
  text: `
    WITH wanted AS (
      SELECT coalesce($3, s.default_portfolio_id, $5) AS portfolio_id,
             s.id IS NOT NULL AS subaccount_found
      FROM (VALUES (1)) AS one
      LEFT JOIN subaccounts s ON s.account_id = $1 AND s.id = $4
    )
    SELECT w.subaccount_found, p.id AS portfolio_id, p.split_portfolio_id,
           p.api_price_per_kg_usd_cents AS api_cents,
           p.checkout_price_per_kg_usd_cents AS checkout_cents,
           parts.millionths, parts.api_parts, parts.checkout_parts
    FROM wanted w
    LEFT JOIN portfolios p ON p.mode = $2 AND p.id = w.portfolio_id
      AND (p.account_id IS NULL OR p.account_id = $1) AND p.archived_at IS NULL
    LEFT JOIN LATERAL (
      SELECT array_agg(a.end_millionths - a.start_millionths ORDER BY a.start_millionths) AS millionths,
             array_agg(c.api_price_per_kg_usd_cents ORDER BY a.start_millionths) AS api_parts,
             array_agg(c.checkout_price_per_kg_usd_cents ORDER BY a.start_millionths) AS checkout_parts
      FROM portfolio_allocations a
      JOIN project_categories c ON c.mode = a.mode AND c.id = a.category_id
      WHERE a.mode = p.mode AND a.portfolio_id = p.id
    ) parts ON true`,
};

export interface OfferRow {
  subaccount_found: boolean;
  portfolio_id: string | null;
  split_portfolio_id: string | null;
  api_cents: number | null;
  checkout_cents: number | null;
  millionths: number[];
  api_parts: number[];
  checkout_parts: number[];
}

interface Wanted {
  accountId: string;
  mode: Mode;
  portfolioId: string | null;
  subaccountId: string | null;
  defaultPortfolioId: string | null;
}

/** The portfolio that applies, with what makes its price. */
export async function findOffer(sql: Sql, wanted: Wanted): Promise<OfferRow | undefined> {
  const [row] = await sql.query<OfferRow>(FIND_OFFER, [
    wanted.accountId,
    wanted.mode,
    wanted.portfolioId,
    wanted.subaccountId,
    wanted.defaultPortfolioId,
  ]);
  return row;
}

const FIND_FACTOR: Statement = {
  name: "pricing-find-factor",
  text: `
    SELECT kg_co2e_per_unit FROM emission_factors
    WHERE mode = $1 AND activity = $2 AND from_distance_km <= $3::float8
    ORDER BY from_distance_km DESC LIMIT 1`,
};

interface FactorWanted {
  mode: Mode;
  activity: string;
  distanceKm: number;
}

/**
 * The factor imported for the activity at the distance. Null where none was imported: an import
 * names a step from 0 km on.
 */
export async function findImportedKgPerUnit(
  sql: Sql,
  wanted: FactorWanted,
): Promise<number | null> {
  const values = [wanted.mode, wanted.activity, wanted.distanceKm];
  const [row] = await sql.query<{ kg_co2e_per_unit: number }>(FIND_FACTOR, values);
  return row?.kg_co2e_per_unit ?? null;
}
