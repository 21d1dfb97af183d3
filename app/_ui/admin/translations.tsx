"use client";
// Languages of an entry of the catalogue, and which of its texts they lack.
import Link from "next/link";
import type { RouterOutput } from "#trpc/router";
import { plural } from "./format";
import { Item, Items, Note, Panel } from "./page";

export type EntryTranslations = RouterOutput["portfolios"]["translations"];
type Language = keyof EntryTranslations["translations"];

/** The original is mostly in English. */
export const translationLanguages = ["de", "fr", "es", "en"] as const satisfies Language[];

const names = new Intl.DisplayNames("en", { type: "language" });
export const languageName = (language: string) => names.of(language) ?? language;

const isFilled = (text: string | readonly string[] | undefined) =>
  text !== undefined && text.length > 0;

/** Fields with an original that the language lacks. */
export function missingIn({ fields, translations }: EntryTranslations, language: Language) {
  const translation = translations[language] ?? {};
  return fields.filter(
    ({ field, original }) => isFilled(original) && !isFilled(translation[field]),
  );
}

function statusOf(entry: EntryTranslations, language: Language): string {
  if (entry.translations[language] === undefined) return "Shows the original";
  const missing = missingIn(entry, language).length;
  return missing === 0 ? "Complete" : `${plural(missing, "text")} missing`;
}

interface Props {
  entry: EntryTranslations;
  /** Address of the entry's screen. */
  path: string;
  canEdit?: boolean;
}

export function TranslationsPanel({ entry, path, canEdit = true }: Props) {
  return (
    <Panel title="Translations">
      <Items>
        {translationLanguages.map((language) => (
          <Item key={language}>
            {canEdit ? (
              <Link
                href={`${path}/translations/${language}`}
                prefetch={false}
                aria-label={`Edit ${languageName(language)}`}
                className="link"
              >
                {languageName(language)}
              </Link>
            ) : (
              languageName(language)
            )}
            <span className="text-quiet">{statusOf(entry, language)}</span>
          </Item>
        ))}
      </Items>
      <Note className="mt-4">
        Public pages, certificates and mails show them to readers of the language. A missing text is
        shown as the original.
      </Note>
    </Panel>
  );
}
