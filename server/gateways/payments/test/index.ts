// The built-in test provider takes payments of test accounts. No money moves.

import type { Language } from "#core/language";
import { rulesOf } from "#core/money";
import type { CheckoutCopy, PaymentProvider } from "#payments/provider";
import { testPayments } from "./payments";

/** Slow payments take seconds here instead of days. */
const POLL_MS = 1000;

export const testProvider = {
  name: "test",
  label: "the test provider",
  method: "card",
  isStandIn: true,
  limits: (currency) => ({
    min: rulesOf(currency).smallestCharge,
    max: Number.MAX_SAFE_INTEGER,
  }),
  processingPollMs: POLL_MS,
  hasDisputes: true,
  booksDays: null,
  takes: (mode) => mode === "test",
  setupHint: () => null,
  calls(db, mode) {
    if (mode !== "test") throw new Error("the test provider takes no live payments");
    return testPayments(db);
  },
  checkout: () => ({ form: "card", scripts: [], outside: null, data: () => ({}), copy }),
  probe: async () => [],
} as const satisfies PaymentProvider;

const copy: Readonly<Record<Language, CheckoutCopy>> = {
  en: {
    note: "Only test cards work here. Card details are not stored.",
    confirm: "In test mode, this page stands in for your bank’s page.",
    help: {
      label: "Test cards",
      intro: "Use any future expiration date and any security code:",
      rows: [
        ["4242 4242 4242 4242", "succeeds"],
        ["4000 0000 0000 3220", "requires confirmation"],
        ["4000 0000 0000 0002", "is declined"],
        ["4000 0000 0000 9995", "has insufficient funds"],
        ["4000 0000 0000 0069", "has expired"],
        ["4000 0000 0000 0127", "has a different security code"],
        ["4000 0000 0000 0077", "succeeds after 3 seconds"],
        ["4000 0000 0000 0341", "fails after 3 seconds"],
        ["4000 0000 0000 7726", "is refunded after 3 seconds"],
        ["4000 0000 0000 5126", "first refund fails"],
        ["4000 0000 0000 0259", "is disputed, and the dispute is lost"],
        ["4000 0000 0000 2685", "is disputed, and the dispute is won"],
        ["4000 0000 0000 5423", "causes a fraud warning"],
      ],
    },
  },
  de: {
    note: "Hier funktionieren nur Testkarten. Kartendaten werden nicht gespeichert.",
    confirm: "Im Testmodus ersetzt diese Seite die Seite Ihrer Bank.",
    help: {
      label: "Testkarten",
      intro: "Mit beliebigem künftigen Ablaufdatum und beliebigem Sicherheitscode:",
      rows: [
        ["4242 4242 4242 4242", "Zahlung erfolgreich"],
        ["4000 0000 0000 3220", "Bestätigung erforderlich"],
        ["4000 0000 0000 0002", "Karte abgelehnt"],
        ["4000 0000 0000 9995", "Karte nicht gedeckt"],
        ["4000 0000 0000 0069", "Karte abgelaufen"],
        ["4000 0000 0000 0127", "Sicherheitscode falsch"],
        ["4000 0000 0000 0077", "nach 3 Sekunden erfolgreich"],
        ["4000 0000 0000 0341", "nach 3 Sekunden fehlgeschlagen"],
        ["4000 0000 0000 7726", "Erstattung dauert 3 Sekunden"],
        ["4000 0000 0000 5126", "erste Erstattung schlägt fehl"],
        ["4000 0000 0000 0259", "wird angefochten, Anfechtung verloren"],
        ["4000 0000 0000 2685", "wird angefochten, Anfechtung gewonnen"],
        ["4000 0000 0000 5423", "löst eine Betrugswarnung aus"],
      ],
    },
  },
  fr: {
    note: "Seules les cartes de test fonctionnent ici. Les données de carte ne sont pas conservées.",
    confirm: "En mode test, cette page remplace celle de votre banque.",
    help: {
      label: "Cartes de test",
      intro: "Avec n’importe quelle date d’expiration future et n’importe quel code de sécurité :",
      rows: [
        ["4242 4242 4242 4242", "paiement accepté"],
        ["4000 0000 0000 3220", "confirmation requise"],
        ["4000 0000 0000 0002", "carte refusée"],
        ["4000 0000 0000 9995", "solde insuffisant"],
        ["4000 0000 0000 0069", "carte expirée"],
        ["4000 0000 0000 0127", "code de sécurité incorrect"],
        ["4000 0000 0000 0077", "accepté après 3 secondes"],
        ["4000 0000 0000 0341", "échoue après 3 secondes"],
        ["4000 0000 0000 7726", "remboursement en 3 secondes"],
        ["4000 0000 0000 5126", "premier remboursement échoué"],
        ["4000 0000 0000 0259", "litige perdu"],
        ["4000 0000 0000 2685", "litige gagné"],
        ["4000 0000 0000 5423", "alerte de fraude"],
      ],
    },
  },
  es: {
    note: "Aquí solo funcionan las tarjetas de prueba. Los datos de la tarjeta no se guardan.",
    confirm: "En el modo de prueba, esta página sustituye a la de su banco.",
    help: {
      label: "Tarjetas de prueba",
      intro: "Con cualquier fecha de caducidad futura y cualquier código de seguridad:",
      rows: [
        ["4242 4242 4242 4242", "pago aceptado"],
        ["4000 0000 0000 3220", "requiere confirmación"],
        ["4000 0000 0000 0002", "tarjeta rechazada"],
        ["4000 0000 0000 9995", "fondos insuficientes"],
        ["4000 0000 0000 0069", "tarjeta caducada"],
        ["4000 0000 0000 0127", "código de seguridad incorrecto"],
        ["4000 0000 0000 0077", "aceptado tras 3 segundos"],
        ["4000 0000 0000 0341", "falla tras 3 segundos"],
        ["4000 0000 0000 7726", "reembolso en 3 segundos"],
        ["4000 0000 0000 5126", "falla el primer reembolso"],
        ["4000 0000 0000 0259", "disputa perdida"],
        ["4000 0000 0000 2685", "disputa ganada"],
        ["4000 0000 0000 5423", "alerta de fraude"],
      ],
    },
  },
};
