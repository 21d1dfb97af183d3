import { countryName } from "#core/countries";
import { formatDay } from "#core/dates";
import type { Language } from "#core/language";
import { type AttributeCopy, attributeCopy } from "./attribute-copy";

/** In place of a fact that neither registry nor operator has stated. */
export const NOT_STATED = attributeCopy.en.notStated;

export const adjustmentNames = attributeCopy.en.adjustments;

interface Attributes {
  country_code: string | null;
  mechanism: keyof AttributeCopy["mechanisms"] | null;
  sink: keyof AttributeCopy["sinks"] | null;
  durability_years: number | null;
  crediting_period: { start: string; end: string | null } | null;
  protocol: string | null;
}

function yearsText(years: number, language: Language): string {
  const number = new Intl.NumberFormat(language).format(years);
  return attributeCopy[language].years(years, number);
}

function periodText(
  { start, end }: NonNullable<Attributes["crediting_period"]>,
  language: Language,
): string {
  const copy = attributeCopy[language];
  const first = formatDay(start, language);
  return end === null ? copy.from(first) : copy.between(first, formatDay(end, language));
}

/** "Removal, 1,000 years". */
export function attributeLine(
  { mechanism, durability_years }: Pick<Attributes, "mechanism" | "durability_years">,
  language: Language,
): string {
  const copy = attributeCopy[language];
  if (mechanism === null) return copy.notStated;
  const isStored = mechanism !== "reduction" && durability_years !== null;
  return (
    copy.mechanisms[mechanism] + (isStored ? `, ${yearsText(durability_years, language)}` : "")
  );
}

/** Labels and values of a project's facts for disclosures. `value` is null if it is not stated. */
export function attributeFacts(
  project: Attributes,
  language: Language,
): { label: string; value: string | null }[] {
  const { country_code: country, mechanism, sink, durability_years, crediting_period } = project;
  const { labels, mechanisms, sinks } = attributeCopy[language];
  const facts = [
    { label: labels.country, value: country && countryName(country, language) },
    { label: labels.mechanism, value: mechanism && mechanisms[mechanism] },
    // A reduction stores no carbon.
    ...(mechanism === "reduction"
      ? []
      : [
          { label: labels.sink, value: sink && sinks[sink] },
          {
            label: labels.durability,
            value: durability_years && yearsText(durability_years, language),
          },
        ]),
    { label: labels.period, value: crediting_period && periodText(crediting_period, language) },
    { label: labels.protocol, value: project.protocol },
  ];
  return facts.map(({ label, value }) => ({ label, value: value || null }));
}
