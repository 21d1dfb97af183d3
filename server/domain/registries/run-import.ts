import { type RawBuilder, sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { invalid, Problem } from "#core/errors";
import { type Params, queriesOn, runOnce } from "#core/query";
import { type CatalogueTables, lockCatalogue } from "#domain/catalogue";
import type { InventoryTables } from "#domain/inventory";
import { importCatalogueFile } from "./catalogue-file";
import { changesBetween, type Snapshot } from "./changes-rules";
import { joinNewLots, reportNewLots } from "./new-lots";
import type { ImportReport } from "./task";

const query = queriesOn<InventoryTables & CatalogueTables>();

// Positions are left out: a new order shows in what moved.
const projects = (mode: RawBuilder<Mode>) => sql<Snapshot["projects"]>`(
  SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name,
    'hash', md5((to_jsonb(p) - '{updated_at,position}'::text[])::text))
    ORDER BY p.position, p.id), '[]')
  FROM projects p WHERE p.mode = ${mode})`;

const categories = (mode: RawBuilder<Mode>) => sql<Snapshot["categories"]>`(
  SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name,
    'apiCents', c.api_price_per_tonne_usd_cents,
    'checkoutCents', c.checkout_price_per_tonne_usd_cents,
    'hash', md5((to_jsonb(c) - 'position')::text || coalesce((
      SELECT string_agg(m.project_id || ' ' || m.weight_millionths, ',' ORDER BY m.project_id)
      FROM category_projects m WHERE m.mode = c.mode AND m.category_id = c.id), '')))
    ORDER BY c.position, c.id), '[]')
  FROM project_categories c WHERE c.mode = ${mode})`;

const portfolios = (mode: RawBuilder<Mode>) => sql<Snapshot["portfolios"]>`(
  SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name,
    'apiCents', f.api_price_per_tonne_usd_cents,
    'checkoutCents', f.checkout_price_per_tonne_usd_cents,
    'hash', md5((to_jsonb(f) - 'position')::text || coalesce((
      SELECT string_agg(a.category_id || ' ' || a.start_millionths || ' ' || a.end_millionths,
                        ',' ORDER BY a.start_millionths)
      FROM portfolio_allocations a WHERE a.mode = f.mode AND a.portfolio_id = f.id), '')))
    ORDER BY f.position, f.id), '[]')
  FROM portfolios f WHERE f.mode = ${mode})`;

const factors = (mode: RawBuilder<Mode>) => sql<Snapshot["factors"]>`(
  SELECT coalesce(json_agg(json_build_object('id', e.activity || ' ' || e.from_distance_km,
    'name', e.activity || ' from ' || e.from_distance_km || ' km',
    'hash', md5(to_jsonb(e)::text)) ORDER BY e.activity, e.from_distance_km), '[]')
  FROM emission_factors e WHERE e.mode = ${mode})`;

const translations = (mode: RawBuilder<Mode>) => sql<Snapshot["translations"]>`(
  SELECT coalesce(json_agg(json_build_object('id', concat_ws(' ', t.kind, t.entry_id, t.language),
    'language', t.language, 'hash', md5(t.translation::text))), '[]')
  FROM catalogue_translations t WHERE t.mode = ${mode})`;

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
      translations(mode).as("translations"),
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

/** Reads the mode's catalogue and the totals of its stock. */
export async function takeSnapshot(db: Sql, mode: Mode): Promise<Snapshot> {
  const [snapshot] = await snapshotOf(db, { mode });
  if (!snapshot) throw new Error("could not read the catalogue");
  return snapshot;
}

interface ImportCatalogue {
  mode: Mode;
  files: JobFile[];
  /** Accepts prices that change by more than a factor of two. */
  confirmPrices: boolean;
}

/** Extends this transaction's idle limit: parsing a large file takes time between statements. */
async function extendIdleLimit(db: Sql): Promise<void> {
  await runOnce(db, (builder) =>
    builder.selectNoFrom(
      sql`set_config('idle_in_transaction_session_timeout', '120000', true)`.as("value"),
    ),
  );
}

export interface JobFile {
  name: string;
  bytes: Uint8Array;
}

/** @throws invalid naming the file */
export function textOf({ name, bytes }: JobFile): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid(name, "is not UTF-8 text");
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw new Problem("invalid-parameters", {
      title: "The file is not valid JSON",
      errors: { [name]: [reason] },
    });
  }
}

/**
 * Imports a catalogue file as the CLI does, and compares catalogue and stock before and after. For
 * a preview, the caller rolls back.
 * @throws invalid-parameters whose `errors` name every fault by place
 */
export async function runCatalogueImport(
  ctx: Context,
  { mode, files, confirmPrices }: ImportCatalogue,
): Promise<ImportReport> {
  const [file, ...others] = files;
  if (!file || others.length > 0) throw invalid("files", "must be a single file for a catalogue");
  const read = parseJson(file.name, textOf(file));
  const { mode: fileMode = "test" } = (read ?? {}) as { mode?: unknown };
  // The import rejects other values.
  if ((fileMode === "live" || fileMode === "test") && fileMode !== mode) {
    throw invalid("mode", `is ${fileMode} in the file, but ${mode} here`);
  }
  await extendIdleLimit(ctx.db);
  await lockCatalogue(ctx, mode);
  const before = await takeSnapshot(ctx.db, mode);
  const imported = await importCatalogueFile(ctx, { file: read, confirmPrices });
  const { changed, largePriceChanges, created } = imported;
  const former = new Set(before.projects.map(({ id }) => id));
  const newLots = joinNewLots([await reportNewLots(ctx, { mode, created, former })]);
  const changes = changesBetween(before, await takeSnapshot(ctx.db, mode));
  const notes = changed ? [] : ["The file makes no changes."];
  return { ...changes, refused: [], refusedCount: 0, largePriceChanges, notes, newLots };
}
