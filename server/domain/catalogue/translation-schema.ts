// Texts of the catalogue in the languages of public pages.
import { z } from "zod";
import { languages } from "#core/language";
import { text } from "#core/text";

// Blank is as good as missing.
const name = text(512);
const short = text(512);
const prose = text(50_000);

/** Fields that pages show as prose, with the limits of the original. */
export const translatable = {
  project: {
    name,
    type: short,
    summary: prose,
    description: prose,
    location_name: short,
    activity_types: z.array(text(512, 1)).max(100),
    permanence: prose,
    impact_type: prose,
    due_diligence: prose,
    beyond_carbon: prose,
    risk_of_reversal: prose,
  },
  category: { name, description: prose },
  portfolio: { name, summary: prose, description: prose },
};

export type EntryKind = keyof typeof translatable;
export const entryKinds = ["project", "category", "portfolio"] as const satisfies EntryKind[];

/** Texts of an entry in a language, by field. */
export type Translation = Partial<Record<string, string | string[]>>;
/** Texts of an entry by language, each with at least one. */
export type Translations = Partial<Record<(typeof languages)[number], Translation>>;

const isBlank = (value: unknown) =>
  typeof value === "string" ? value.trim() === "" : Array.isArray(value) && value.length === 0;

/** Leaves out texts that are null, blank or empty lists. */
function withoutBlanks(translation: Readonly<Record<string, unknown>>): Translation {
  const filled = Object.entries(translation).filter(
    ([, value]) => value != null && !isBlank(value),
  );
  return Object.fromEntries(filled) as Translation;
}

const optional = (shape: Record<string, z.ZodType>) =>
  z.strictObject(
    Object.fromEntries(Object.entries(shape).map(([field, type]) => [field, type.nullish()])),
  );

/** Texts of an entry by language. Languages without texts are left out. */
export function translationsOf(kind: EntryKind): z.ZodType<Translations> {
  const translation = optional(translatable[kind]);
  const byLanguage = Object.fromEntries(
    languages.map((language) => [language, translation.nullish()]),
  );
  return z
    .strictObject(byLanguage)
    .nullish()
    .transform((given) => {
      const filled = Object.entries(given ?? {})
        .map(([language, value]) => [language, withoutBlanks(value ?? {})] as const)
        .filter(([, value]) => Object.keys(value).length > 0);
      return Object.fromEntries(filled) as Translations;
    });
}
