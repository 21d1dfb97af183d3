import type { Language } from "#core/language";
import type { Channel } from "#domain/catalogue";

interface Entry {
  id: string;
  name: string;
  /** A hash of the entry. */
  hash: string;
}

export interface PricedEntry extends Entry {
  /** In US cents per tonne; null if the categories' prices apply. */
  apiCents: number | null;
  checkoutCents: number | null;
}

/** Translations of an entry to a language. */
interface TranslationEntry {
  /** Kind, ID and language of the entry. */
  id: string;
  language: Language;
  /** A hash of the texts. */
  hash: string;
}

export interface Snapshot {
  projects: Entry[];
  categories: PricedEntry[];
  portfolios: PricedEntry[];
  factors: Entry[];
  translations: TranslationEntry[];
  defaultPortfolio: string | null;
  lots: number;
  kg: number;
}

interface ListChange {
  created: string[];
  changed: string[];
  removed: string[];
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
  beforeCents: number | null;
  afterCents: number | null;
}

interface TranslationChange {
  language: Language;
  created: number;
  changed: number;
  removed: number;
}

export interface Changes {
  projects: ListChange;
  categories: ListChange;
  portfolios: ListChange;
  factors: ListChange;
  prices: PriceChange[];
  /** Entries by language, if any changed. Missing in reports of earlier versions. */
  translations?: TranslationChange[];
  defaultPortfolio: { before: string | null; after: string | null } | null;
  lots: { before: number; after: number };
  kg: { before: number; after: number };
}

/** Limit of names per list. */
const MAX_NAMES = 100;

/** Changes of a list of which new and changed entries are known by name. */
export function namedChanges({ created, changed }: Pick<ListChange, "created" | "changed">) {
  return {
    created: created.slice(0, MAX_NAMES),
    changed: changed.slice(0, MAX_NAMES),
    removed: [],
    createdCount: created.length,
    changedCount: changed.length,
    removedCount: 0,
  } satisfies ListChange;
}

function listChange(before: readonly Entry[], after: readonly Entry[]): ListChange {
  const old = new Map(before.map((entry) => [entry.id, entry]));
  const ids = new Set(after.map(({ id }) => id));
  const created = after.filter(({ id }) => !old.has(id));
  const changed = after.filter(({ id, hash }) => old.has(id) && old.get(id)?.hash !== hash);
  const removed = before.filter(({ id }) => !ids.has(id));
  const names = (entries: readonly Entry[]) => entries.slice(0, MAX_NAMES).map(({ name }) => name);
  return {
    created: names(created),
    changed: names(changed),
    removed: names(removed),
    createdCount: created.length,
    changedCount: changed.length,
    removedCount: removed.length,
  };
}

function priceChanges(
  of: PriceChange["of"],
  before: readonly PricedEntry[],
  after: readonly PricedEntry[],
): PriceChange[] {
  const old = new Map(before.map((entry) => [entry.id, entry]));
  return after.flatMap((entry) => {
    const was = old.get(entry.id);
    if (!was) return [];
    const pairs = [
      { channel: "api", beforeCents: was.apiCents, afterCents: entry.apiCents },
      { channel: "checkout", beforeCents: was.checkoutCents, afterCents: entry.checkoutCents },
    ] as const;
    return pairs
      .filter(({ beforeCents, afterCents }) => beforeCents !== afterCents)
      .map((pair) => ({ of, name: entry.name, unit: "tonne", ...pair }));
  });
}

function translationChanges(
  before: readonly TranslationEntry[],
  after: readonly TranslationEntry[],
): TranslationChange[] {
  const hashes = new Map(before.map(({ id, hash }) => [id, hash]));
  const remaining = new Set(after.map(({ id }) => id));
  const all = [...new Set([...before, ...after].map(({ language }) => language))];
  return all
    .sort()
    .map((language) => {
      const own = after.filter((one) => one.language === language);
      const former = before.filter((one) => one.language === language);
      return {
        language,
        created: own.filter(({ id }) => !hashes.has(id)).length,
        changed: own.filter(({ id, hash }) => hashes.has(id) && hashes.get(id) !== hash).length,
        removed: former.filter(({ id }) => !remaining.has(id)).length,
      };
    })
    .filter(({ created, changed, removed }) => created + changed + removed > 0);
}

/** Compares two snapshots. */
export function changesBetween(before: Snapshot, after: Snapshot): Changes {
  return {
    projects: listChange(before.projects, after.projects),
    categories: listChange(before.categories, after.categories),
    portfolios: listChange(before.portfolios, after.portfolios),
    factors: listChange(before.factors, after.factors),
    prices: [
      ...priceChanges("category", before.categories, after.categories),
      ...priceChanges("portfolio", before.portfolios, after.portfolios),
    ],
    translations: translationChanges(before.translations, after.translations),
    defaultPortfolio:
      before.defaultPortfolio === after.defaultPortfolio
        ? null
        : { before: before.defaultPortfolio, after: after.defaultPortfolio },
    lots: { before: before.lots, after: after.lots },
    kg: { before: before.kg, after: after.kg },
  };
}
