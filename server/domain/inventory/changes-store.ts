// The SQL that takes a mode's catalogue and stock as they are, to be compared later.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { Snapshot } from "./changes-rules";

// Positions are left out: that a list is arranged anew is told by what moved into it.
const SNAPSHOT: Statement = {
  name: "inventory-catalogue-snapshot",
  text: `
    SELECT json_build_object(
      'projects', (
        SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'mark',
          md5((to_jsonb(p) - '{updated_at,position}'::text[])::text)) ORDER BY p.position, p.id), '[]')
        FROM projects p WHERE p.mode = $1),
      'categories', (
        SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
          'apiCents', c.api_price_per_kg_usd_cents,
          'checkoutCents', c.checkout_price_per_kg_usd_cents,
          'mark', md5((to_jsonb(c) - 'position')::text || coalesce((
            SELECT string_agg(m.project_id || ' ' || m.weight_millionths, ',' ORDER BY m.project_id)
            FROM category_projects m WHERE m.mode = c.mode AND m.category_id = c.id), '')))
          ORDER BY c.position, c.id), '[]')
        FROM project_categories c WHERE c.mode = $1),
      'portfolios', (
        SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name,
          'apiCents', f.api_price_per_kg_usd_cents,
          'checkoutCents', f.checkout_price_per_kg_usd_cents,
          'mark', md5((to_jsonb(f) - 'position')::text || coalesce((
            SELECT string_agg(a.category_id || ' ' || a.start_millionths || ' ' || a.end_millionths,
                              ',' ORDER BY a.start_millionths)
            FROM portfolio_allocations a WHERE a.mode = f.mode AND a.portfolio_id = f.id), '')))
          ORDER BY f.position, f.id), '[]')
        FROM portfolios f WHERE f.mode = $1),
      'factors', (
        SELECT coalesce(json_agg(json_build_object('id', e.activity || ' ' || e.from_distance_km,
          'name', e.activity || ' from ' || e.from_distance_km || ' km',
          'mark', md5(to_jsonb(e)::text)) ORDER BY e.activity, e.from_distance_km), '[]')
        FROM emission_factors e WHERE e.mode = $1),
      'defaultPortfolio', (
        SELECT f.name FROM catalogues c
        JOIN portfolios f ON f.mode = c.mode AND f.id = c.default_portfolio_id WHERE c.mode = $1),
      'lots', (SELECT coalesce(sum(lots), 0) FROM stock_totals WHERE mode = $1),
      'kg', (SELECT coalesce(sum(quantity_kg), 0) FROM stock_totals WHERE mode = $1)
    ) AS snapshot`,
};

/** The mode's catalogue and the sums of its stock, as they are within this transaction. */
export async function takeSnapshot(sql: Sql, mode: Mode): Promise<Snapshot> {
  const [row] = await sql.query<{ snapshot: Snapshot }>(SNAPSHOT, [mode]);
  if (!row) throw new Error("the catalogue could not be read");
  return row.snapshot;
}
