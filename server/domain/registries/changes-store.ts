// The SQL that takes a mode's catalogue and stock as they are, to be compared later.

import { type RawBuilder, sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { CatalogueTables } from "#domain/catalogue";
import type { InventoryTables } from "#domain/inventory";
import type { Snapshot } from "./changes-rules";

const query = queriesOn<InventoryTables & CatalogueTables>();

// Positions are left out: that a list is arranged anew is told by what moved into it.
const projects = (mode: RawBuilder<Mode>) => sql<Snapshot["projects"]>`(
  SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name,
    'mark', md5((to_jsonb(p) - '{updated_at,position}'::text[])::text))
    ORDER BY p.position, p.id), '[]')
  FROM projects p WHERE p.mode = ${mode})`;

const categories = (mode: RawBuilder<Mode>) => sql<Snapshot["categories"]>`(
  SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
    'apiCents', c.api_price_per_kg_usd_cents,
    'checkoutCents', c.checkout_price_per_kg_usd_cents,
    'mark', md5((to_jsonb(c) - 'position')::text || coalesce((
      SELECT string_agg(m.project_id || ' ' || m.weight_millionths, ',' ORDER BY m.project_id)
      FROM category_projects m WHERE m.mode = c.mode AND m.category_id = c.id), '')))
    ORDER BY c.position, c.id), '[]')
  FROM project_categories c WHERE c.mode = ${mode})`;

const portfolios = (mode: RawBuilder<Mode>) => sql<Snapshot["portfolios"]>`(
  SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name,
    'apiCents', f.api_price_per_kg_usd_cents,
    'checkoutCents', f.checkout_price_per_kg_usd_cents,
    'mark', md5((to_jsonb(f) - 'position')::text || coalesce((
      SELECT string_agg(a.category_id || ' ' || a.start_millionths || ' ' || a.end_millionths,
                        ',' ORDER BY a.start_millionths)
      FROM portfolio_allocations a WHERE a.mode = f.mode AND a.portfolio_id = f.id), '')))
    ORDER BY f.position, f.id), '[]')
  FROM portfolios f WHERE f.mode = ${mode})`;

const factors = (mode: RawBuilder<Mode>) => sql<Snapshot["factors"]>`(
  SELECT coalesce(json_agg(json_build_object('id', e.activity || ' ' || e.from_distance_km,
    'name', e.activity || ' from ' || e.from_distance_km || ' km',
    'mark', md5(to_jsonb(e)::text)) ORDER BY e.activity, e.from_distance_km), '[]')
  FROM emission_factors e WHERE e.mode = ${mode})`;

const snapshotOf = query("inventory-catalogue-snapshot", (db, { mode }: Params<{ mode: Mode }>) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom("stockTotals")
        .select([
          sql<number>`coalesce(sum(lots), 0)::bigint`.as("lots"),
          sql<number>`coalesce(sum(quantity_kg), 0)::bigint`.as("kg"),
        ])
        .where("mode", "=", mode)
        .as("stock"),
    )
    .select((eb) => [
      "stock.lots",
      "stock.kg",
      projects(mode).as("projects"),
      categories(mode).as("categories"),
      portfolios(mode).as("portfolios"),
      factors(mode).as("factors"),
      eb
        .selectFrom("catalogues as c")
        .innerJoin("portfolios as f", (join) =>
          join.onRef("f.mode", "=", "c.mode").onRef("f.id", "=", "c.defaultPortfolioId"),
        )
        .select("f.name")
        .where("c.mode", "=", mode)
        .as("defaultPortfolio"),
    ]),
);

/** The mode's catalogue and the sums of its stock, as they are within this transaction. */
export async function takeSnapshot(db: Sql, mode: Mode): Promise<Snapshot> {
  const [snapshot] = await snapshotOf(db, { mode });
  if (!snapshot) throw new Error("the catalogue could not be read");
  return snapshot;
}
