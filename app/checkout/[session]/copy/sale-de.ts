import type { saleEn } from "./sale-en";

export const saleDe: typeof saleEn = {
  country: "Land",
  chooseCountry: "Land auswählen",
  buyer: "Sie kaufen",
  consumer: "als Verbraucher",
  business: "für ein Unternehmen",
  onlyBusinesses: (shop) => `Ich kaufe für ein Unternehmen. ${shop} verkauft nicht an Verbraucher.`,
  consent: "Widerrufsrecht",
  consentHint: (moment) =>
    `Freiwillig. Wenn Sie nicht zustimmen, halten wir die CO₂-Gutschriften für Sie bereit und reservieren sie erst nach dem ${moment} endgültig. Bis dahin können Sie ohne Angabe von Gründen widerrufen.`,
  tax: (rate, name, amount) => `Enthält ${rate} ${name} (${amount}).`,
  storedEmail: (email) =>
    `Wir senden Beleg und Zertifikat an ${email}. Geben Sie eine andere Adresse ein, um das zu ändern.`,
  soldBy: (seller) => `Verkäufer: ${seller}`,
  taxId: "USt-IdNr./Steuernummer",
  contact: "Kontakt",
  terms: "AGB",
  privacy: "Datenschutz",
  refunds: "Widerruf und Erstattung",
  accept: (seller) => `Mit der Zahlung stimmen Sie den Bedingungen von ${seller} zu.`,
  questions: (contact) => `Fragen? Schreiben Sie an ${contact}.`,
  expected: (day) => `Der Verkäufer erwartet CO₂-Gutschriften bis zum ${day}.`,
  coolingOff: (moment) =>
    `Ihre Zahlung ist eingegangen. Wir halten Ihre CO₂-Gutschriften bis zum ${moment} bereit. Bis dahin können Sie den Vertrag ohne Angabe von Gründen widerrufen. Danach werden sie endgültig für Sie reserviert, und Sie erhalten das Zertifikat.`,
  withdraw: "Vertrag hier widerrufen",
  withdrawByMail: "Um den Vertrag zu widerrufen, nutzen Sie den Link in Ihrem Zahlungsbeleg.",
  consented: (moment) => `Sie haben am ${moment} zugestimmt:`,
  withdrawal: {
    title: "Vertrag widerrufen",
    text: (shop) =>
      `Sie widerrufen Ihren Vertrag mit ${shop}. Gründe müssen Sie nicht angeben. Ihre Bestellung wird storniert, und Sie erhalten Ihr Geld zurück.`,
    mail: (email) => `Wir bestätigen den Widerruf per E-Mail an ${email}.`,
    confirm: "Widerruf bestätigen",
    sending: "Wird gesendet …",
    keep: "Bestellung behalten",
    until: "Widerruf möglich bis",
    amount: "Kauf",
    price: "Preis",
    refundedBefore: "Bereits erstattet",
    refund: "Erstattung",
    notPaid:
      "Ihre Zahlung ist noch nicht eingegangen. Sollte sie noch eingehen, erstatten wir sie vollständig.",
    bought: "Gekauft am",
    withdrawn: {
      title: "Sie haben den Vertrag widerrufen",
      text: (moment) =>
        `Ihr Widerruf ist am ${moment} bei uns eingegangen. Ihre Bestellung ist storniert.`,
    },
    cancelled: {
      title: "Diese Bestellung ist bereits storniert",
      text: "Es gibt nichts mehr zu widerrufen.",
    },
    performed: {
      title: "Ein Widerruf ist nicht mehr möglich",
      text: "Die CO₂-Gutschriften sind für Sie reserviert. Damit ist das Widerrufsrecht erloschen.",
    },
    late: {
      title: "Ein Widerruf ist nicht mehr möglich",
      text: "Die Widerrufsfrist ist abgelaufen.",
    },
    wait: "Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es erneut.",
    view: "Kauf ansehen",
    unknown: {
      title: "Seite nicht gefunden",
      text: "Prüfen Sie, ob in der Adresse Zeichen fehlen, oder öffnen Sie den Link in Ihrem Zahlungsbeleg erneut.",
    },
  },
};
