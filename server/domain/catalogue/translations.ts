import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Language, languages } from "#core/language";
import { type Params, queriesOn, unnest } from "#core/query";
import type { ColoredPortfolio } from "./colored-portfolio";
import type { CatalogueTables } from "./tables";
import { TranslatedCatalogue } from "./translation-rules";
import type { EntryKind, Translation, Translations } from "./translation-schema";

const query = queriesOn<CatalogueTables>();

interface Key {
  kind: EntryKind;
  entryId: string;
}

const keyTypes = { kind: "text", entryId: "text" } as const;

const findIn = query(
  "catalogue-find-translations",
  (db, input: Params<{ mode: Mode; language: Language; keys: readonly Key[] }>) =>
    db
      .selectFrom(unnest("key", input.keys, keyTypes))
      .innerJoin("catalogueTranslations as t", (join) =>
        join.onRef("t.kind", "=", "key.kind").onRef("t.entryId", "=", "key.entryId"),
      )
      .where("t.mode", "=", input.mode)
      .where("t.language", "=", input.language)
      .select(["t.kind", "t.entryId", "t.translation"]),
);

interface FindTranslated {
  mode: Mode;
  language: Language;
  ids: Partial<Record<EntryKind, readonly string[]>>;
}

/** Texts of these entries in the language, as far as there are any. */
export async function findTranslated(
  ctx: Context,
  { mode, language, ids }: FindTranslated,
): Promise<TranslatedCatalogue> {
  const keys = (Object.entries(ids) as [EntryKind, readonly string[]][]).flatMap(([kind, list]) =>
    [...new Set(list)].map((entryId) => ({ kind, entryId })),
  );
  return new TranslatedCatalogue(
    keys.length === 0 ? [] : await findIn(ctx.db, { mode, language, keys }),
  );
}

interface InLanguage {
  mode: Mode;
  language: Language;
}

/** The portfolio with its categories and their projects in the reader's language. */
export async function findTranslatedPortfolio(
  ctx: Context,
  { portfolio, ...input }: InLanguage & { portfolio: ColoredPortfolio },
): Promise<ColoredPortfolio> {
  const parts = portfolio.category_allocations;
  const translation = await findTranslated(ctx, {
    ...input,
    ids: {
      portfolio: [portfolio.id],
      category: parts.map(({ category }) => category.id),
      project: parts.flatMap(({ category }) => category.projects.map(({ id }) => id)),
    },
  });
  return {
    ...translation.inEntry("portfolio", portfolio),
    category_allocations: parts.map(({ category, ...part }) => ({
      ...part,
      category: {
        ...translation.inEntry("category", category),
        projects: category.projects.map((project) => translation.inEntry("project", project)),
      },
    })),
  };
}

const findAll = query(
  "catalogue-find-all-translations",
  (db, input: Params<{ mode: Mode; kind: EntryKind; ids: string[] }>) =>
    db
      .selectFrom("catalogueTranslations")
      .select(["entryId", "language", "translation"])
      .where("mode", "=", input.mode)
      .where("kind", "=", input.kind)
      .where("entryId", "=", sql<string>`any (${input.ids}::text[])`),
);

/** Translations of an entry in all languages. */
export async function findTranslations(
  ctx: Context,
  { mode, kind, id }: { mode: Mode; kind: EntryKind; id: string },
): Promise<Translations> {
  const rows = await findAll(ctx.db, { mode, kind, ids: [id] });
  return Object.fromEntries(rows.map(({ language, translation }) => [language, translation]));
}

interface Rows {
  mode: Mode;
  kind: EntryKind;
  rows: readonly { entryId: string; language: Language; translation: Translation }[];
  now: Date;
}

const upsert = query("catalogue-upsert-translations", (db, input: Params<Rows>) => {
  const types = { entryId: "text", language: "text", translation: "jsonb" } as const;
  const rows = unnest("row", input.rows, types);
  return {
    compile: () =>
      sql<{ entryId: string; language: Language }>`
        INSERT INTO catalogue_translations AS t
          (mode, kind, entry_id, language, translation, changed_at)
        SELECT ${input.mode}, ${input.kind}, entry_id, language, translation,
          ${input.now}::timestamptz
        FROM ${rows}
        ON CONFLICT (mode, kind, entry_id, language)
          DO UPDATE SET translation = excluded.translation, changed_at = excluded.changed_at
          WHERE t.translation IS DISTINCT FROM excluded.translation
        RETURNING t.entry_id, t.language`.compile(db),
  };
});

const remove = query(
  "catalogue-remove-translations",
  (
    db,
    input: Params<{
      mode: Mode;
      kind: EntryKind;
      ids: string[];
      rows: readonly { entryId: string; language: string }[];
    }>,
  ) =>
    db
      .deleteFrom("catalogueTranslations as t")
      .where("mode", "=", input.mode)
      .where("kind", "=", input.kind)
      .where("entryId", "=", sql<string>`any (${input.ids}::text[])`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(unnest("row", input.rows, { entryId: "text", language: "text" }))
              .whereRef("row.entryId", "=", "t.entryId")
              .whereRef("row.language", "=", "t.language"),
          ),
        ),
      )
      .returning(["entryId", "language"]),
);

interface Replacement {
  id: string;
  /** Missing: they stay as they are. */
  translations?: Translations | undefined;
}

export interface WrittenTranslation {
  entryId: string;
  language: Language;
  change: "created" | "changed" | "removed";
}

/** Sets the translations of the entries. Returns those that it changed. */
export async function replaceTranslations(
  ctx: Context,
  { mode, kind, entries }: { mode: Mode; kind: EntryKind; entries: readonly Replacement[] },
): Promise<WrittenTranslation[]> {
  const given = entries.filter(({ translations }) => translations !== undefined);
  if (given.length === 0) return [];
  const rows = given.flatMap(({ id: entryId, translations = {} }) =>
    languages.flatMap((language) => {
      const translation = translations[language];
      return translation ? [{ entryId, language, translation }] : [];
    }),
  );
  const ids = given.map(({ id }) => id);
  const removed = await remove(ctx.db, { mode, kind, ids, rows });
  const keyOf = (row: { entryId: string; language: Language }) => `${row.language} ${row.entryId}`;
  const former = new Set((await findAll(ctx.db, { mode, kind, ids })).map(keyOf));
  const written = rows.length === 0 ? [] : await upsert(ctx.db, { mode, kind, rows, now: ctx.now });
  return [
    ...removed.map((row) => ({ ...row, change: "removed" as const })),
    ...written.map((row) => {
      return {
        ...row,
        change: former.has(keyOf(row)) ? ("changed" as const) : ("created" as const),
      };
    }),
  ];
}

export interface TranslationChange {
  language: Language;
  created: number;
  changed: number;
  removed: number;
}

/** Counts by language, in alphabetical order. */
export function countTranslations(written: readonly WrittenTranslation[]): TranslationChange[] {
  return [...Map.groupBy(written, ({ language }) => language)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, list]) => {
      const count = (change: WrittenTranslation["change"]) =>
        list.filter((row) => row.change === change).length;
      return {
        language,
        created: count("created"),
        changed: count("changed"),
        removed: count("removed"),
      };
    });
}
