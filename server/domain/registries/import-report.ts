// The report of an import or its preview, made of the changes that the writes return.
import { sql } from "kysely";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import type { Currency } from "#core/money";
import { type Params, queriesOn } from "#core/query";
import type { Channel, EntryChanges, LargePriceChange, NamedChanges } from "#domain/catalogue";
import type { InventoryTables, MissingStock } from "#domain/inventory";
import type { EvidenceReport } from "./evidence-report";
import type { NewLots } from "./new-lots";

/** Limit of stored faults and skipped rows. */
export const MAX_REPORTED = 500;

/** Credits that stock or orders have, and a complete list of holdings lacks. */
export interface MissingReport {
  /** Unsold ones first; at most MAX_REPORTED. */
  rows: MissingStock[];
  count: number;
  unsoldKg: number;
  soldKg: number;
}

interface ListChange extends NamedChanges {
  createdCount: number;
  changedCount: number;
  removedCount: number;
}

interface PriceChange {
  of: "category" | "portfolio";
  name: string;
  channel: Channel;
  /** Missing in reports of earlier versions, whose prices are per kg. */
  unit?: "tonne";
  /** Null if the categories' prices apply. */
  currency: Currency;
  amountBefore: number | null;
  amountAfter: number | null;
}

export interface ImportReport {
  projects: ListChange;
  categories: ListChange;
  portfolios: ListChange;
  factors: ListChange;
  prices: PriceChange[];
  /** Entries by language, if any changed. Missing in reports of earlier versions. */
  translations?: EntryChanges["translations"];
  defaultPortfolio: EntryChanges["defaultPortfolio"];
  lots: { before: number; after: number };
  kg: { before: number; after: number };
  /** Valid rows that did not become stock; at most MAX_REPORTED. */
  refused: { place: string; reason: string }[];
  refusedCount: number;
  /** Missing in reports of earlier versions. */
  newLots?: NewLots;
  /** Lots that wait for an operator's decision because of this import. */
  stoppedLots?: { lotId: string; place: string; range: string }[];
  /** Prices that change by more than a factor of two, to be confirmed. */
  largePriceChanges?: LargePriceChange[];
  /** Imports of registry exports with retired rows. */
  evidence?: EvidenceReport;
  /** Imports of a complete list of holdings: what stock and orders have and the list lacks. */
  missing?: MissingReport;
  /** Other facts for the operator. */
  notes: string[];
}

const MAX_NAMES = 100;

function listChange({ created, changed, removed }: NamedChanges): ListChange {
  return {
    created: created.slice(0, MAX_NAMES),
    changed: changed.slice(0, MAX_NAMES),
    removed: removed.slice(0, MAX_NAMES),
    createdCount: created.length,
    changedCount: changed.length,
    removedCount: removed.length,
  };
}

const none: NamedChanges = { created: [], changed: [], removed: [] };

/** The changes of the catalogue, with the first names of each list. */
export function reportChanges(changes: Partial<EntryChanges>) {
  const { projects, categories, portfolios, factors, prices = [] } = changes;
  return {
    projects: listChange(projects ?? none),
    categories: listChange(categories ?? none),
    portfolios: listChange(portfolios ?? none),
    factors: listChange(factors ?? none),
    prices: prices.map(
      ({ list, currency, name, channel, amountBefore, amountAfter }): PriceChange => {
        const of = list === "portfolios" ? "portfolio" : "category";
        return { of, name, channel, currency, unit: "tonne", amountBefore, amountAfter };
      },
    ),
    translations: changes.translations ?? [],
    defaultPortfolio: changes.defaultPortfolio ?? null,
  } satisfies Partial<ImportReport>;
}

const stockOf = queriesOn<InventoryTables>()(
  "registries-sum-stock",
  (db, { mode }: Params<{ mode: Mode }>) =>
    db
      .selectFrom("stockTotals")
      .select([
        sql<number>`coalesce(sum(lots), 0)::bigint`.as("lots"),
        sql<number>`coalesce(sum(quantity_kg), 0)::bigint`.as("kg"),
      ])
      .where("mode", "=", mode),
);

export async function sumStock(db: Sql, mode: Mode): Promise<{ lots: number; kg: number }> {
  const [stock] = await stockOf(db, { mode });
  return stock ?? { lots: 0, kg: 0 };
}
