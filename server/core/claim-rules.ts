// Claims about climate effects that a seller should not publish, in the product's four languages.

export interface Claim {
  /** As it is in the text. */
  phrase: string;
  reason: string;
  suggestion: string;
}

type Kind = "neutral" | "positive" | "offset";

const advice: Record<Kind, Pick<Claim, "reason" | "suggestion">> = {
  neutral: {
    reason:
      "It says that something has no effect on the climate. Credits don’t undo emissions, and the EU forbids such claims about products.",
    suggestion: "Say what was done, such as “We paid for the retirement of 25 kg of CO₂e.”",
  },
  positive: {
    reason:
      "It says that something is good for the climate. Credits don’t undo emissions, and the EU forbids such claims about products.",
    suggestion: "Say what was done, such as “We support climate projects with every order.”",
  },
  offset: {
    reason:
      "It says that credits make up for emissions. The emissions remain, and the EU forbids claims about products that rest on it.",
    suggestion: "Say what was done, such as “We contribute to climate projects for every trip.”",
  },
};

/** Endings of German adjectives. */
const DE = "(?:e[mnrs]?)?";

const neutral = [
  "(?:carbon|climate|co2e?|emissions?|ghg)[ -]?neutral(?:ity)?",
  "net[ -]zero|zero[ -](?:carbon|emissions?|co2|footprint)",
  "(?:carbon|emissions?|co2)[ -]?free",
  `(?:klima|co2|kohlenstoff|emissions|treibhausgas)[ -]?neutral(?:ität|${DE})`,
  `(?:co2|emissions)[ -]?frei${DE}|netto[ -]?null`,
  "neutres? (?:en )?(?:carbone|co2)|carboneutres?|neutralité (?:en )?(?:carbone|climatique)",
  "climatiquement neutres?|zéro[ -](?:carbone|co2|net|émissions?(?: nettes?)?)",
  "carbono[ -]?neutr(?:al(?:es)?|[oa]s?)|neutr[oa]s? en (?:carbono|co2|emisiones)",
  "neutralidad (?:de |en )?(?:carbono|climática)|climáticamente neutr[oa]s?",
  "cero (?:carbono|neto|emisiones)(?: netas?)?|emisiones (?:netas )?cero",
];

const positive = [
  "(?:climate|carbon|co2)[ -]?(?:positive|negative)",
  `(?:klima|co2)[ -]?(?:positiv|negativ)${DE}`,
  "(?:climat|carbone)[ -]?(?:positif|négatif)s?|positifs? pour le climat",
  "(?:clima|carbono)[ -]?(?:positiv|negativ)[oa]s?|positiv[oa]s? para el clima",
];

/** Words that also mean something else, so they count only near a word for emissions. */
const offset =
  "offsets?|offsetting|compensat(?:e[sd]?|ing|ion)|kompensier\\p{L}*|kompensation\\p{L}*|ausgleich\\p{L}*|ausgeglichen\\p{L}*|compensé?\\p{L}*";
const emissions =
  "carbon|co2e?|emissions?|footprint|greenhouse|flights?|klima\\p{L}*|emission\\p{L}*|fußabdruck\\p{L}*|treibhaus\\p{L}*|fl[uü]ge?s?|carbone|émissions?|empreinte|vols?|carbono|emisiones|huella|vuelos?";

const word = (text: string) => `(?<!\\p{L})(?:${text})(?!\\p{L})`;
const NEAR = "[^.!?\\n]{0,40}?";

const patterns: readonly [Kind, RegExp][] = [
  ["neutral", new RegExp(word(neutral.join("|")), "giu")],
  ["positive", new RegExp(word(positive.join("|")), "giu")],
  ["offset", new RegExp(word("(?:klima|co2)[ -]?(?:kompens|ausgleich)\\p{L}*"), "giu")],
  ["offset", new RegExp(word(offset) + NEAR + word(emissions), "giu")],
  ["offset", new RegExp(word(emissions) + NEAR + word(offset), "giu")],
];

/** As long as the text, with plain signs in place of their typographic forms. */
const plain = (text: string) =>
  text
    .replaceAll("₂", "2")
    .replaceAll(/[‐‑–]/g, "-")
    .replaceAll(/[\u00a0\u202f]/g, " ");

/**
 * Returns the claims in a text that says that something is neutral, positive, zero or offset, in
 * English, German, French or Spanish: at most one of each kind. Words such as "Neutral Bay" or
 * "offset printing" are none.
 */
export function claimsIn(text: string): Claim[] {
  const claims = new Map<Kind, Claim>();
  for (const [kind, pattern] of patterns) {
    const [match] = plain(text).matchAll(pattern);
    if (!match || claims.has(kind)) continue;
    const phrase = text.slice(match.index, match.index + match[0].length);
    claims.set(kind, { phrase, ...advice[kind] });
  }
  return [...claims.values()];
}
