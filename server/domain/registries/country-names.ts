import { countryCodes, countryName } from "#core/countries";

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
