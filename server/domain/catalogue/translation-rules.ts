import type { EntryKind, Translation } from "./translation-schema";

const keyOf = (kind: EntryKind, id: string) => `${kind} ${id}`;

interface Translated {
  kind: EntryKind;
  entryId: string;
  translation: Translation;
}

/** Texts of entries in one language. */
export class TranslatedCatalogue {
  readonly #byKey: ReadonlyMap<string, Translation>;

  constructor(rows: readonly Translated[]) {
    this.#byKey = new Map(
      rows.map(({ kind, entryId, translation }) => [keyOf(kind, entryId), translation]),
    );
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  of(kind: EntryKind, id: string): Translation {
    return this.#byKey.get(keyOf(kind, id)) ?? {};
  }

  /** The entry in this language. A field without a translation keeps its original. */
  inEntry<Entry extends { id: string }>(kind: EntryKind, entry: Entry): Entry {
    return withTranslation(entry, this.of(kind, entry.id));
  }
}

/** Replaces fields that the entry has; other texts are ignored. */
export function withTranslation<Entry extends object>(
  entry: Entry,
  translation: Translation,
): Entry {
  const known = Object.entries(translation).filter(([field]) => Object.hasOwn(entry, field));
  return known.length === 0 ? entry : { ...entry, ...Object.fromEntries(known) };
}

/**
 * Texts of fields whose original is the same in both: a record of the past is shown in a language
 * only as far as the catalogue still has what was recorded.
 */
export function translationOfSame(
  translation: Translation,
  recorded: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): Translation {
  const same = Object.entries(translation).filter(([field]) => recorded[field] === current[field]);
  return Object.fromEntries(same);
}
