// The built-in test provider: no money moves. It takes the payments of test accounts.

import type { Language } from "#core/language";
import type { CheckoutTexts, PaymentProvider } from "#payments/provider";
import { testPayments } from "./payments";

/** What takes time here takes seconds, where it takes days at another provider. */
const POLL_MS = 1000;

export const testProvider = {
  name: "test",
  label: "the test provider",
  method: "card",
  isStandIn: true,
  maxCents: Number.MAX_SAFE_INTEGER,
  processingPollMs: POLL_MS,
  booksDays: null,
  takes: (mode) => mode === "test",
  setupHint: () => null,
  calls(db, mode) {
    if (mode !== "test") throw new Error("the test provider takes no live payments");
    return testPayments(db);
  },
  checkout: () => ({ form: "card", scripts: [], outside: null, data: {}, texts }),
  probe: async () => [],
} as const satisfies PaymentProvider;

const texts: Readonly<Record<Language, CheckoutTexts>> = {
  en: {
    note: "Only test cards work here. Card details are not stored.",
    confirm: "On test, this page stands in for your bank's.",
    help: {
      label: "Test cards",
      intro: "With any expiry date to come and any security code:",
      rows: [
        ["4242 4242 4242 4242", "is paid at once"],
        ["4000 0000 0000 3220", "asks you to confirm"],
        ["4000 0000 0000 0002", "is declined"],
        ["4000 0000 0000 9995", "has too little money"],
        ["4000 0000 0000 0069", "has expired"],
        ["4000 0000 0000 0127", "has another security code"],
        ["4000 0000 0000 0259", "takes 3 seconds, then is paid"],
        ["4000 0000 0000 0341", "takes 3 seconds, then fails"],
      ],
    },
  },
  de: {
    note: "Hier gelten nur Testkarten. Kartendaten werden nicht gespeichert.",
    confirm: "Im Test steht diese Seite für die Ihrer Bank.",
    help: {
      label: "Testkarten",
      intro: "Mit jedem künftigen Ablaufdatum und jedem Sicherheitscode:",
      rows: [
        ["4242 4242 4242 4242", "wird sofort bezahlt"],
        ["4000 0000 0000 3220", "verlangt eine Bestätigung"],
        ["4000 0000 0000 0002", "wird abgelehnt"],
        ["4000 0000 0000 9995", "hat zu wenig Guthaben"],
        ["4000 0000 0000 0069", "ist abgelaufen"],
        ["4000 0000 0000 0127", "hat einen anderen Sicherheitscode"],
        ["4000 0000 0000 0259", "braucht 3 Sekunden, dann bezahlt"],
        ["4000 0000 0000 0341", "braucht 3 Sekunden, dann abgelehnt"],
      ],
    },
  },
  fr: {
    note: "Seules les cartes de test fonctionnent ici. Les données de carte ne sont pas conservées.",
    confirm: "En mode test, cette page remplace celle de votre banque.",
    help: {
      label: "Cartes de test",
      intro: "Avec n’importe quelle date à venir et n’importe quel code de sécurité :",
      rows: [
        ["4242 4242 4242 4242", "est acceptée aussitôt"],
        ["4000 0000 0000 3220", "demande une confirmation"],
        ["4000 0000 0000 0002", "est refusée"],
        ["4000 0000 0000 9995", "a un solde insuffisant"],
        ["4000 0000 0000 0069", "a expiré"],
        ["4000 0000 0000 0127", "a un autre code de sécurité"],
        ["4000 0000 0000 0259", "prend 3 secondes, puis paie"],
        ["4000 0000 0000 0341", "prend 3 secondes, puis échoue"],
      ],
    },
  },
  es: {
    note: "Aquí solo funcionan las tarjetas de prueba. Los datos de la tarjeta no se guardan.",
    confirm: "En modo de prueba, esta página hace las veces de la de su banco.",
    help: {
      label: "Tarjetas de prueba",
      intro: "Con cualquier fecha futura y cualquier código de seguridad:",
      rows: [
        ["4242 4242 4242 4242", "se paga al instante"],
        ["4000 0000 0000 3220", "pide una confirmación"],
        ["4000 0000 0000 0002", "se rechaza"],
        ["4000 0000 0000 9995", "no tiene saldo suficiente"],
        ["4000 0000 0000 0069", "ha caducado"],
        ["4000 0000 0000 0127", "tiene otro código de seguridad"],
        ["4000 0000 0000 0259", "tarda 3 segundos y se paga"],
        ["4000 0000 0000 0341", "tarda 3 segundos y falla"],
      ],
    },
  },
};
