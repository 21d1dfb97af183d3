import type { Language } from "#core/language";
import { beforePeriod } from "#core/sentence";
import type { DocumentKind } from "./schema";

interface InvoiceCopy {
  titles: Record<DocumentKind, string>;
  month: (period: string) => string;
  number: string;
  issued: string;
  period: string;
  due: string;
  from: string;
  to: string;
  taxId: string;
  description: string;
  orders: string;
  amount: string;
  pricePerTonne: string;
  net: string;
  ofWhich: (net: string) => string;
  tax: string;
  nationalTax: (currency: string) => string;
  rate: (rate: string, day: string) => string;
  total: string;
  credit: string;
  credits: (number: string, date: string) => string;
  reason: string;
  item: (portfolio: string) => string;
  pay: (total: string, date: string, number: string) => string;
  prepaid: string;
  credited: string;
  page: (page: number, pages: number) => string;
  lacking: (box: string) => string;
  testNotice: string;
  partOfPrice: string;
  mailOpening: (issuer: string, buyer: string) => string;
  reminder: (number: string) => string;
  reminderOpening: (issuer: string, due: string, open: string) => string;
  open: string;
  mailLink: string;
  mailFooter: (issuer: string) => string;
}

const monthIn = (locale: string) => (period: string) =>
  new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${period}-01`),
  );

const en: InvoiceCopy = {
  titles: { invoice: "Invoice", credit_note: "Credit note" },
  month: monthIn("en-US"),
  number: "Number",
  issued: "Date of issue",
  period: "Period of supply",
  due: "Due",
  from: "From",
  to: "To",
  taxId: "Tax ID",
  description: "Description",
  orders: "Orders",
  amount: "Amount",
  pricePerTonne: "Per tonne",
  net: "Net",
  ofWhich: (net) => `on ${net}`,
  tax: "Tax",
  nationalTax: (currency) => `Tax in ${currency}`,
  rate: (rate, day) => `Exchange rate on ${day}: ${rate}`,
  total: "Total",
  credit: "Total credited",
  credits: (number, date) => `Credits invoice ${number} of ${date}.`,
  reason: "Reason",
  item: (portfolio) => `Carbon credits, ${portfolio}`,
  pay: (total, date, number) => `Please pay ${total} by ${date}. Reference: ${number}`,
  prepaid: "Paid from your prepaid balance. Nothing is to be paid.",
  credited: "The amount was added to your account's balance.",
  page: (page, pages) => `Page ${page} of ${pages}`,
  lacking: (box) => `${box} replaces a character that the fonts of this document lack.`,
  testNotice: "Test document: no credits were sold and nothing is to be paid.",
  mailOpening: (issuer, buyer) =>
    `${issuer} has issued the attached document to ${beforePeriod(buyer)}.`,
  partOfPrice: "Part of the price",
  reminder: (number) => `Reminder: invoice ${number} is overdue`,
  reminderOpening: (issuer, due, open) =>
    `The attached invoice of ${issuer} was due on ${due}. ${open} is still open. If you have paid it already, please ignore this reminder.`,
  open: "Open amount",
  mailLink: "Open the document",
  mailFooter: (issuer) => `You receive this because ${issuer} bills your company at this address.`,
};

const de: InvoiceCopy = {
  titles: { invoice: "Rechnung", credit_note: "Rechnungskorrektur" },
  month: monthIn("de"),
  number: "Nummer",
  issued: "Ausstellungsdatum",
  period: "Leistungszeitraum",
  due: "Fällig am",
  from: "Von",
  to: "An",
  taxId: "USt-IdNr./Steuernummer",
  description: "Leistung",
  orders: "Bestellungen",
  amount: "Menge",
  pricePerTonne: "Je Tonne",
  net: "Netto",
  ofWhich: (net) => `auf ${net}`,
  tax: "Steuer",
  nationalTax: (currency) => `Steuer in ${currency}`,
  rate: (rate, day) => `Umrechnungskurs am ${day}: ${rate}`,
  total: "Gesamtbetrag",
  credit: "Gutgeschriebener Betrag",
  credits: (number, date) => `Korrigiert die Rechnung ${number} vom ${date}.`,
  reason: "Grund",
  item: (portfolio) => `Klimazertifikate, ${portfolio}`,
  pay: (total, date, number) =>
    `Bitte zahlen Sie ${total} bis zum ${date}. Verwendungszweck: ${number}`,
  prepaid: "Aus Ihrem Guthaben bezahlt. Es ist nichts zu zahlen.",
  credited: "Der Betrag wurde Ihrem Konto gutgeschrieben.",
  page: (page, pages) => `Seite ${page} von ${pages}`,
  lacking: (box) => `${box} steht für ein Zeichen, das in den Schriften dieses Dokuments fehlt.`,
  testNotice: "Testdokument: Es wurden keine Zertifikate verkauft, und es ist nichts zu zahlen.",
  mailOpening: (issuer, buyer) => `${issuer} hat das angehängte Dokument für ${buyer} ausgestellt.`,
  partOfPrice: "Teil des Preises",
  reminder: (number) => `Zahlungserinnerung: Rechnung ${number}`,
  reminderOpening: (issuer, due, open) =>
    `Die angehängte Rechnung von ${issuer} war am ${due} fällig. ${open} sind noch offen. Falls Sie bereits gezahlt haben, betrachten Sie diese Erinnerung bitte als gegenstandslos.`,
  open: "Offener Betrag",
  mailLink: "Dokument öffnen",
  mailFooter: (issuer) =>
    `Sie erhalten diese E-Mail, weil ${issuer} Ihrem Unternehmen an diese Adresse Rechnungen stellt.`,
};

const fr: InvoiceCopy = {
  titles: { invoice: "Facture", credit_note: "Avoir" },
  month: monthIn("fr"),
  number: "Numéro",
  issued: "Date d’émission",
  period: "Période de livraison",
  due: "Échéance",
  from: "Émetteur",
  to: "Destinataire",
  taxId: "N° fiscal",
  description: "Désignation",
  orders: "Commandes",
  amount: "Quantité",
  pricePerTonne: "Par tonne",
  net: "Total HT",
  ofWhich: (net) => `sur ${net}`,
  tax: "Taxe",
  nationalTax: (currency) => `Taxe en ${currency}`,
  rate: (rate, day) => `Taux de change au ${day} : ${rate}`,
  total: "Total",
  credit: "Total crédité",
  credits: (number, date) => `Annule ou rectifie la facture ${number} du ${date}.`,
  reason: "Motif",
  item: (portfolio) => `Crédits carbone, ${portfolio}`,
  pay: (total, date, number) =>
    `Merci de régler ${total} au plus tard le ${date}. Référence : ${number}`,
  prepaid: "Réglé par votre solde prépayé. Rien à payer.",
  credited: "Le montant a été porté au crédit de votre compte.",
  page: (page, pages) => `Page ${page} sur ${pages}`,
  lacking: (box) => `${box} remplace un caractère absent des polices de ce document.`,
  testNotice: "Document de test : aucun crédit n’a été vendu et rien n’est à payer.",
  mailOpening: (issuer, buyer) =>
    `${issuer} a émis le document ci-joint pour ${beforePeriod(buyer)}.`,
  partOfPrice: "Partie du prix",
  reminder: (number) => `Rappel : la facture ${number} est échue`,
  reminderOpening: (issuer, due, open) =>
    `La facture ci-jointe de ${issuer} était à régler au plus tard le ${due}. Il reste ${open} à payer. Si vous avez déjà effectué le paiement, veuillez ne pas tenir compte de ce rappel.`,
  open: "Reste à payer",
  mailLink: "Ouvrir le document",
  mailFooter: (issuer) =>
    `Vous recevez ce message parce que ${issuer} facture votre entreprise à cette adresse.`,
};

const es: InvoiceCopy = {
  titles: { invoice: "Factura", credit_note: "Factura rectificativa" },
  month: monthIn("es"),
  number: "Número",
  issued: "Fecha de emisión",
  period: "Periodo de la operación",
  due: "Vencimiento",
  from: "Emisor",
  to: "Destinatario",
  taxId: "NIF",
  description: "Concepto",
  orders: "Pedidos",
  amount: "Cantidad",
  pricePerTonne: "Por tonelada",
  net: "Base imponible",
  ofWhich: (net) => `sobre ${net}`,
  tax: "Impuesto",
  nationalTax: (currency) => `Impuesto en ${currency}`,
  rate: (rate, day) => `Tipo de cambio a ${day}: ${rate}`,
  total: "Total",
  credit: "Total abonado",
  credits: (number, date) => `Rectifica la factura ${number} del ${date}.`,
  reason: "Motivo",
  item: (portfolio) => `Créditos de carbono, ${portfolio}`,
  pay: (total, date, number) =>
    `Importe a pagar: ${total} a más tardar el ${date}. Referencia: ${number}`,
  prepaid: "Pagado con su saldo prepago. No hay nada que pagar.",
  credited: "El importe se ha abonado en el saldo de su cuenta.",
  page: (page, pages) => `Página ${page} de ${pages}`,
  lacking: (box) => `${box} sustituye un carácter que falta en las fuentes de este documento.`,
  testNotice: "Documento de prueba: no se han vendido créditos ni hay nada que pagar.",
  mailOpening: (issuer, buyer) =>
    `${issuer} ha emitido el documento adjunto para ${beforePeriod(buyer)}.`,
  partOfPrice: "Parte del precio",
  reminder: (number) => `Recordatorio: la factura ${number} está vencida`,
  reminderOpening: (issuer, due, open) =>
    `La factura adjunta de ${issuer} venció el ${due}. Quedan ${open} por pagar. Si ya ha realizado el pago, ignore este recordatorio.`,
  open: "Importe pendiente",
  mailLink: "Abrir el documento",
  mailFooter: (issuer) =>
    `Recibe este mensaje porque ${issuer} factura a su empresa en esta dirección.`,
};

export const invoiceCopy: Record<Language, InvoiceCopy> = { en, de, fr, es };
