import type { Language } from "#core/language";

export interface EmbedCopy {
  /** Follows the amount. */
  retired: string;
  /** Replaces the amount while it is zero. */
  nothing: string;
  since(when: string): string;
  /** Tag in test mode. */
  test: string;
  testData: string;
  testNotice: string;
  /** Label of the card's link. */
  more: string;
  /** Accessible name. `amount` is null while nothing is retired. */
  label(name: string, amount: string | null): string;
  /** Shown if the page does not exist. */
  gone: string;
}

export const embedCopy: Record<Language, EmbedCopy> = {
  en: {
    retired: "of CO₂e retired",
    nothing: "No credits retired yet",
    since: (when) => `since ${when}`,
    test: "TEST",
    testData: "Test data",
    testNotice: "Test data: no real credits were retired",
    more: "View retired credits",
    label: (name, amount) =>
      amount ? `${amount} of CO₂e retired for ${name}` : `Climate impact of ${name}`,
    gone: "Impact page not found",
  },
  de: {
    retired: "CO₂e stillgelegt",
    nothing: "Noch nichts stillgelegt",
    since: (when) => `seit ${when}`,
    test: "TEST",
    testData: "Testdaten",
    testNotice: "Testdaten: Es wurden keine echten CO₂-Gutschriften stillgelegt",
    more: "Stillgelegte CO₂-Gutschriften ansehen",
    label: (name, amount) =>
      amount ? `${amount} CO₂e stillgelegt für ${name}` : `Klimabeitrag von ${name}`,
    gone: "Seite nicht gefunden",
  },
  fr: {
    retired: "de CO₂e retiré",
    nothing: "Aucun crédit retiré",
    since: (when) => `depuis ${when}`,
    test: "TEST",
    testData: "Données de test",
    testNotice: "Données de test : aucun crédit réel n’a été retiré",
    more: "Voir les crédits retirés",
    label: (name, amount) =>
      amount ? `${amount} de CO₂e retiré pour ${name}` : `Impact climatique de ${name}`,
    gone: "Page introuvable",
  },
  es: {
    retired: "de CO₂e retirado",
    nothing: "Ningún crédito retirado",
    since: (when) => `desde ${when}`,
    test: "PRUEBA",
    testData: "Datos de prueba",
    testNotice: "Datos de prueba: no se ha retirado ningún crédito real",
    more: "Ver los créditos retirados",
    label: (name, amount) =>
      amount ? `${amount} de CO₂e retirado para ${name}` : `Impacto climático de ${name}`,
    gone: "Página no encontrada",
  },
};
