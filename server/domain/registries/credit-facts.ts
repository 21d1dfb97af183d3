import { countryCodes, countryName } from "#core/countries";
import type { ImportedLot, ImportedProject } from "./export-contents";

type Mechanism = NonNullable<ImportedProject["mechanism"]>;

/** Facts about credits, from the labels that a registry lists with them. */
export interface LabelFacts {
  mechanism: Mechanism | null;
  lot: Pick<ImportedLot, "labels" | "corresponding_adjustment">;
}

const removals = /^(?:carbon dioxide removals?|emission removals?|removals?)$/i;
const reductions = /^(?:ghg )?emissions? reductions?$|^reductions?$/i;

function mechanismOf(items: readonly string[]): Mechanism | null {
  const isRemoval = items.some((item) => removals.test(item));
  const isReduction = items.some((item) => reductions.test(item));
  if (isRemoval && isReduction) return "mixed";
  if (isRemoval) return "removal";
  return isReduction ? "reduction" : null;
}

export const isMechanism = (item: string) => mechanismOf([item]) !== null;

/** Labels keep the registry's name, except the CCP label, which registries call differently. */
const schemeOf = (item: string) =>
  /^(?:ICVCM )?CCP(?:[- ](?:approved|eligible|label(?:led|ed)?))?$/i.test(item) ? "CCP" : item;

/** The label that a "yes" in this column gives: `CORSIA Eligible` is `CORSIA`. */
export const labelNamed = (column: string) =>
  column.replace(/^eligible for /i, "").replace(/\s+(?:eligible|approved)$/i, "");

/**
 * Reads labels such as `ICVCM CCP` and `Article 6 Authorized – NDC Use`. Empty lists state nothing:
 * they leave a lot's labels as they are.
 */
export function readLabels(items: readonly string[], sourceUrl: string): LabelFacts {
  const schemes = items.filter((item) => !isMechanism(item)).map(schemeOf);
  const labels = [...new Set(schemes)].map((scheme) => ({
    scheme: scheme.slice(0, 128),
    granted_on: null,
    source_url: sourceUrl,
  }));
  const isAuthorized = items.some((item) => /^article 6 authori[sz]ed/i.test(item));
  return {
    mechanism: mechanismOf(items),
    lot: {
      ...(labels.length > 0 && { labels }),
      ...(isAuthorized && { corresponding_adjustment: "authorized" }),
    },
  };
}

/** Names in registries' exports that differ from the usual English ones. */
const otherNames: Readonly<Record<string, string>> = {
  Bolivia: "BO",
  "Bolivia, Plurinational State of": "BO",
  Burma: "MM",
  "Cabo Verde": "CV",
  Congo: "CG",
  "Democratic Republic of the Congo": "CD",
  "Czech Republic": "CZ",
  "Hong Kong": "HK",
  "Iran, Islamic Republic of": "IR",
  "Korea, Republic of": "KR",
  "Lao People's Democratic Republic": "LA",
  Macedonia: "MK",
  "Moldova, Republic of": "MD",
  Myanmar: "MM",
  "Russian Federation": "RU",
  Swaziland: "SZ",
  "Syrian Arab Republic": "SY",
  "Taiwan, Province of China": "TW",
  "United Republic of Tanzania": "TZ",
  Turkey: "TR",
  "United States of America": "US",
  "Venezuela, Bolivarian Republic of": "VE",
  "Viet Nam": "VN",
};

/** Equal for "Tanzania, United Republic of" and "United Republic of Tanzania". */
function keyOf(name: string): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const parts = plain.split(/[^a-z]+/).filter((part) => !["", "and", "of", "the"].includes(part));
  return parts.sort().join(" ");
}

const codesByKey = new Map([
  ...[...countryCodes].map((code) => [keyOf(countryName(code)), code] as const),
  ...Object.entries(otherNames).map(([name, code]) => [keyOf(name), code] as const),
]);

/** The country's ISO code, from a code or an English name; null if it is neither. */
export function countryCodeOf(text: string | null): string | null {
  if (text === null) return null;
  const code = text.toUpperCase();
  return countryCodes.has(code) ? code : (codesByKey.get(keyOf(text)) ?? null);
}
