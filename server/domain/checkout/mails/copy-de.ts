import { certificateCopy } from "#domain/certificates";
import type { MailCopy } from "./copy";

export const german: MailCopy = {
  receipt: {
    subject: ({ mass, shop }) => `Zahlungsbeleg: ${mass} von ${shop}`,
    heading: "Vielen Dank für Ihren Kauf",
    opening: ({ money, mass, shop }) =>
      `${shop} hat Ihre Zahlung von ${money} für CO₂-Gutschriften über ${mass} erhalten.`,
    closing: ["Dieser Beleg bestätigt Ihre Zahlung. Er ist keine Rechnung im steuerlichen Sinn."],
  },
  certificate: {
    subject: ({ mass, shop }) => `Ihr Zertifikat: ${mass} von ${shop}`,
    heading: "Ihr Zertifikat ist verfügbar",
    opening: ({ statement }) => statement,
    closing: [
      "Das Zertifikat führt alle Projekte und Seriennummern auf und zeigt stets den aktuellen Stand. Jeder mit dem Link kann es ansehen.",
    ],
  },
  retired: {
    subject: ({ mass, shop }) => `${certificateCopy.de.kind.retired}: ${mass} von ${shop}`,
    heading: certificateCopy.de.kind.retired,
    opening: ({ statement }) => statement,
    closing: [
      "Das Zertifikat ist angehängt. Der Link zeigt stets den aktuellen Stand. Jeder mit dem Link kann es ansehen.",
    ],
  },
  failure: {
    subject: ({ shop }) =>
      `Ihre Zahlung an ${shop} ist fehlgeschlagen. Ihnen wurde nichts berechnet.`,
    heading: "Ihre Zahlung ist fehlgeschlagen",
    opening: ({ money, mass, shop }) =>
      `Ihre Zahlung von ${money} an ${shop} für CO₂-Gutschriften über ${mass} ist fehlgeschlagen. ` +
      "Ihnen wurde nichts berechnet, und Ihre Bestellung ist storniert.",
    closing: ["Wenn Sie die CO₂-Gutschriften kaufen möchten, beginnen Sie im Shop bitte neu."],
  },
  "transfer-failed": {
    subject: ({ shop }) =>
      `Ihre Bestellung bei ${shop} ist storniert: Ihre Überweisung ist nicht vollständig eingegangen`,
    heading: "Ihre Überweisung ist nicht vollständig eingegangen",
    opening: ({ statement }) => statement,
    closing: ["Wenn Sie die CO₂-Gutschriften kaufen möchten, beginnen Sie im Shop bitte neu."],
  },
  refund: {
    subject: ({ money, shop }) => `Erstattung: ${money} von ${shop}`,
    heading: "Ihre Erstattung",
    opening: ({ money, shop }) => `${shop} hat Ihnen ${money} erstattet.`,
    closing: ["Es kann einige Tage dauern, bis die Erstattung auf Ihrer Abrechnung erscheint."],
  },
  "refund-failed": {
    subject: ({ money, shop }) => `Erstattung fehlgeschlagen: ${money} von ${shop}`,
    heading: "Ihre Erstattung ist fehlgeschlagen",
    opening: ({ money, shop }) =>
      `Eine Erstattung von ${money} durch ${shop} ist fehlgeschlagen. Sie haben das Geld also nicht erhalten.`,
    closing: [
      "Der Anbieter weiß davon und kann den Betrag erneut erstatten. Wenden Sie sich bei Fragen an den Anbieter.",
    ],
  },
  withdrawal: {
    subject: ({ shop }) => `Widerruf bestätigt: Ihr Vertrag mit ${shop}`,
    heading: "Sie haben den Vertrag widerrufen",
    opening: ({ shop, moment }) =>
      `Ihr Widerruf des Vertrags mit ${shop} ist am ${moment} eingegangen. Ihre Bestellung ist storniert.`,
    closing: [],
  },
  invoice: {
    subject: ({ mass, shop }) => `Rechnung: ${mass} von ${shop}`,
    heading: "Ihre Rechnung",
    opening: ({ mass, shop }) =>
      `Hier ist die Rechnung von ${shop} über CO₂-Gutschriften für ${mass}.`,
    closing: [],
  },
  "credit-note": {
    subject: ({ money, shop }) => `Rechnungskorrektur: ${money} von ${shop}`,
    heading: "Ihre Rechnungskorrektur",
    opening: ({ money, shop }) =>
      `Hier ist die Rechnungskorrektur von ${shop} zu Ihrer Erstattung von ${money}.`,
    closing: [],
  },
  finalFollows:
    "Sobald alle CO₂-Gutschriften in ihren Registern stillgelegt sind, senden wir Ihnen das endgültige Zertifikat per E-Mail.",
  certificateFollows:
    "Sobald die CO₂-Gutschriften für Sie reserviert sind, senden wir Ihnen das Zertifikat per E-Mail.",
  backOrdered: (day) => `Ihre CO₂-Gutschriften sind nachbestellt. Sie erhalten sie bis zum ${day}.`,
  orderCancelled: "Ihre Bestellung ist storniert.",
  coolingOff: (until) =>
    `Sie können diesen Vertrag bis zum ${until} ohne Angabe von Gründen widerrufen. Bis dahin halten wir Ihre CO₂-Gutschriften bereit. Danach werden sie endgültig für Sie reserviert, und Sie erhalten das Zertifikat per E-Mail.`,
  mayWithdraw: (until) =>
    `Bis die CO₂-Gutschriften für Sie reserviert sind, längstens bis zum ${until}, können Sie diesen Vertrag ohne Angabe von Gründen widerrufen.`,
  consented: (moment, text) => `Sie haben am ${moment} zugestimmt: „${text}“`,
  otherMeans: "Der Anbieter hat den Betrag auf anderem Weg als dem der Zahlung gezahlt.",
  orderStays: "Die CO₂-Gutschriften bleiben Ihrer Bestellung auch nach der Erstattung zugeordnet.",
  refundFollows:
    "Wir erstatten den Betrag innerhalb von 14 Tagen über das Zahlungsmittel, mit dem Sie bezahlt haben. Sobald das geschehen ist, erhalten Sie eine E-Mail.",
  refundHeld:
    "Ihre Bank entscheidet noch über diese Zahlung. Zahlt sie Ihnen das Geld nicht zurück, erstatten wir es.",
  notPaid:
    "Ihre Zahlung ist noch nicht eingegangen. Sollte sie noch eingehen, erstatten wir sie vollständig.",
  testNotice:
    "Dies ist ein Test. Ihnen wurde nichts berechnet, und es wurden keine echten CO₂-Gutschriften " +
    "stillgelegt.",
  footer: ({ shop }) =>
    `Sie erhalten diese E-Mail, weil Ihre Adresse bei einem Kauf bei ${shop} angegeben wurde. ` +
    "Sie wurde automatisch versandt.",
  labels: {
    amount: "Menge",
    portfolio: "Portfolio",
    pricePerTonne: "Preis pro Tonne",
    paid: "Bezahlt",
    failed: "Nicht berechnet",
    refunded: "Erstattet",
    notRefunded: "Nicht erstattet",
    seller: "Verkauft von",
    legalSeller: "Anbieter",
    tax: "Enthaltene Steuer",
    toRefund: "Erstattung",
    refundedBefore: "Bereits erstattet",
    beneficiary: "Im Namen von",
    reference: "Kurzreferenz",
    order: "Bestell-Nr.",
    date: "Datum",
  },
  links: {
    checkout: "Kauf ansehen",
    certificate: "Zertifikat ansehen",
    pdf: "PDF herunterladen",
    withdraw: "Vertrag hier widerrufen",
    terms: "AGB",
    refunds: "Widerruf und Erstattung",
    shop: "Zurück zum Shop",
  },
};
