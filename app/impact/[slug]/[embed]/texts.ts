// What badges and cards say, in the four languages of pages for customers.
import type { Language } from "#core/language";

export interface EmbedTexts {
  /** Follows the amount. */
  retired: string;
  /** Where nothing is retired yet, in place of the amount. */
  nothing: string;
  since(when: string): string;
  /** On what is only a test's. */
  test: string;
  testData: string;
  testNotice: string;
  /** Says of the card's link where it leads. */
  more: string;
  /** What a screen reader says of a badge; `amount` is null where nothing is retired yet. */
  label(name: string, amount: string | null): string;
  /** Where there is no page, or none any more. */
  gone: string;
}

export const embedTexts: Record<Language, EmbedTexts> = {
  en: {
    retired: "of CO₂e retired",
    nothing: "Nothing retired yet",
    since: (when) => `since ${when}`,
    test: "TEST",
    testData: "Test data",
    testNotice: "Test data: nothing real was retired",
    more: "See what was retired",
    label: (name, amount) =>
      amount ? `${amount} of CO₂e retired for ${name}` : `Climate impact of ${name}`,
    gone: "There is no impact page at this address.",
  },
  de: {
    retired: "CO₂e stillgelegt",
    nothing: "Noch nichts stillgelegt",
    since: (when) => `seit ${when}`,
    test: "TEST",
    testData: "Testdaten",
    testNotice: "Testdaten: Nichts davon ist wirklich stillgelegt",
    more: "Sehen, was stillgelegt wurde",
    label: (name, amount) =>
      amount ? `${amount} CO₂e stillgelegt für ${name}` : `Klimabeitrag von ${name}`,
    gone: "Unter dieser Adresse gibt es keine Seite.",
  },
  fr: {
    retired: "de CO₂e retiré",
    nothing: "Rien de retiré encore",
    since: (when) => `depuis ${when}`,
    test: "TEST",
    testData: "Données de test",
    testNotice: "Données de test : rien n’est réellement retiré",
    more: "Voir ce qui a été retiré",
    label: (name, amount) =>
      amount ? `${amount} de CO₂e retiré pour ${name}` : `Impact climatique de ${name}`,
    gone: "Il n’y a aucune page à cette adresse.",
  },
  es: {
    retired: "de CO₂e retirado",
    nothing: "Aún nada retirado",
    since: (when) => `desde ${when}`,
    test: "PRUEBA",
    testData: "Datos de prueba",
    testNotice: "Datos de prueba: nada se ha retirado de verdad",
    more: "Ver lo que se ha retirado",
    label: (name, amount) =>
      amount ? `${amount} de CO₂e retirado para ${name}` : `Impacto climático de ${name}`,
    gone: "No hay ninguna página en esta dirección.",
  },
};
