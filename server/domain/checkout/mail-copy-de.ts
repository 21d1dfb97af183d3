import type { MailTexts } from "./mail-copy";

export const german: MailTexts = {
  receipt: {
    subject: ({ mass, shop }) => `Zahlungsbeleg: ${mass} von ${shop}`,
    heading: "Danke für Ihren Kauf",
    opening: ({ money, mass, shop }) =>
      `${shop} hat Ihre Zahlung von ${money} für CO₂-Zertifikate über ${mass} erhalten.`,
    closing: [
      "Dieser Beleg bestätigt Ihre Zahlung. Er ist keine Rechnung im Sinne des Steuerrechts.",
    ],
  },
  certificate: {
    subject: ({ mass }) => `Ihre Urkunde: ${mass} stillgelegt`,
    heading: "Ihre Urkunde ist da",
    opening: ({ mass, beneficiary }) =>
      `CO₂-Zertifikate über ${mass} sind für ${beneficiary} stillgelegt.`,
    closing: [
      "Die Urkunde nennt jedes Projekt und jede Seriennummer. Wer den Link hat, kann sie sehen.",
    ],
  },
  failure: {
    subject: ({ shop }) => `Ihre Zahlung an ${shop} ist fehlgeschlagen; nichts wurde abgebucht`,
    heading: "Ihre Zahlung ist fehlgeschlagen",
    opening: ({ money, mass, shop }) =>
      `Ihre Zahlung von ${money} an ${shop} für CO₂-Zertifikate über ${mass} ist fehlgeschlagen. ` +
      "Es wurde nichts abgebucht, und Ihre Bestellung ist storniert.",
    closing: ["Wenn Sie die Zertifikate noch möchten, beginnen Sie im Shop bitte von vorn."],
  },
  refund: {
    subject: ({ money, shop }) => `Erstattung: ${money} von ${shop}`,
    heading: "Ihre Zahlung wurde erstattet",
    opening: ({ money, shop }) => `Ihre Zahlung an ${shop} wurde vollständig erstattet: ${money}.`,
    closing: ["Bis Ihre Bank oder Karte den Betrag anzeigt, können einige Tage vergehen."],
  },
  retiredForGood:
    "Sie sind endgültig aus dem Verkehr gezogen und können nicht mehr verkauft, übertragen oder " +
    "verwendet werden.",
  certificateFollows:
    "Sobald die Zertifikate stillgelegt sind, erhalten Sie die Urkunde in einer weiteren E-Mail.",
  orderCancelled: "Ihre Bestellung ist storniert.",
  testNotice:
    "Dies ist ein Test: Es ist kein Geld geflossen, und nichts Echtes wurde gekauft oder " +
    "stillgelegt.",
  footer: ({ shop }) =>
    `Sie erhalten diese E-Mail, weil Ihre Adresse bei der Zahlung an ${shop} angegeben wurde. ` +
    "Sie wurde automatisch versandt.",
  labels: {
    amount: "Menge",
    portfolio: "Portfolio",
    pricePerKg: "Preis pro kg (USD)",
    paid: "Bezahlt (USD)",
    failed: "Nicht abgebucht (USD)",
    refunded: "Erstattet (USD)",
    seller: "Verkauft von",
    beneficiary: "Stillgelegt für",
    order: "Bestellnummer",
    date: "Datum",
  },
  links: {
    checkout: "Ihren Kauf ansehen",
    certificate: "Urkunde ansehen",
    pdf: "PDF herunterladen",
    shop: "Zurück zum Shop",
  },
};
