// Names of what makes credits comparable. The English copy is the one that others must satisfy.
import type { Language } from "#core/language";

const en = {
  /** In place of a fact that neither registry nor operator has stated. */
  notStated: "Not stated",
  mechanisms: { removal: "Removal", reduction: "Reduction", mixed: "Removal and reduction" },
  sinks: { biogenic: "Biogenic", technological: "Technological" },
  adjustments: { none: "None", authorized: "Authorized", applied: "Applied" },
  years: (count: number, years: string) => `${years} ${count === 1 ? "year" : "years"}`,
  from: (day: string) => `From ${day}`,
  between: (first: string, last: string) => `${first} to ${last}`,
  labels: {
    country: "Country",
    mechanism: "Mechanism",
    sink: "Sink",
    durability: "Durability",
    period: "Crediting period",
    protocol: "Protocol",
  },
};
export type AttributeCopy = typeof en;

const de: AttributeCopy = {
  notStated: "Nicht angegeben",
  mechanisms: {
    removal: "CO₂-Entnahme",
    reduction: "Emissions\u00adminderung",
    mixed: "Entnahme und Minderung",
  },
  sinks: { biogenic: "Biogen", technological: "Technisch" },
  adjustments: { none: "Keine", authorized: "Autorisiert", applied: "Vorgenommen" },
  years: (count, years) => `${years} ${count === 1 ? "Jahr" : "Jahre"}`,
  from: (day) => `Ab ${day}`,
  between: (first, last) => `${first} bis ${last}`,
  labels: {
    country: "Land",
    mechanism: "Wirkungsweise",
    sink: "Senke",
    durability: "Dauerhaftigkeit",
    period: "Anrechnungszeitraum",
    protocol: "Protokoll",
  },
};

const fr: AttributeCopy = {
  notStated: "Non précisé",
  mechanisms: {
    removal: "Élimination du carbone",
    reduction: "Réduction des émissions",
    mixed: "Élimination et réduction",
  },
  sinks: { biogenic: "Biogénique", technological: "Technologique" },
  adjustments: { none: "Aucun", authorized: "Autorisé", applied: "Appliqué" },
  years: (count, years) => `${years} ${count === 1 ? "an" : "ans"}`,
  from: (day) => `À partir du ${day}`,
  between: (first, last) => `Du ${first} au ${last}`,
  labels: {
    country: "Pays",
    mechanism: "Mécanisme",
    sink: "Puits",
    durability: "Durabilité du stockage",
    period: "Période de comptabilisation",
    protocol: "Protocole",
  },
};

const es: AttributeCopy = {
  notStated: "No indicado",
  mechanisms: {
    removal: "Eliminación de carbono",
    reduction: "Reducción de emisiones",
    mixed: "Eliminación y reducción",
  },
  sinks: { biogenic: "Biogénico", technological: "Tecnológico" },
  adjustments: { none: "Ninguno", authorized: "Autorizado", applied: "Aplicado" },
  years: (count, years) => `${years} ${count === 1 ? "año" : "años"}`,
  from: (day) => `Desde el ${day}`,
  between: (first, last) => `Del ${first} al ${last}`,
  labels: {
    country: "País",
    mechanism: "Mecanismo",
    sink: "Sumidero",
    durability: "Durabilidad",
    period: "Período de acreditación",
    protocol: "Protocolo",
  },
};

export const attributeCopy: Readonly<Record<Language, AttributeCopy>> = { en, de, fr, es };
