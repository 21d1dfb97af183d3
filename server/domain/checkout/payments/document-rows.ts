// Statements of invoices and credit notes of sales. Pure.
import type { DocumentKind } from "#checkout/tables";
import { formatDay } from "#core/dates";
import type { Language } from "#core/language";
import { oneLine } from "#core/mail-document";
import { formatMoney } from "#core/money";
import type { DocumentParty, IssuedDocument } from "./sale-documents";

interface DocumentCopy {
  number: Record<DocumentKind, string>;
  issued: string;
  supplied: string;
  suppliedBy(day: string): string;
  seller: string;
  buyer: string;
  vatId: string;
  net: string;
  tax: string;
  total: string;
  corrects: string;
  /** In the currency of the seller's country. */
  national(label: string, currency: string): string;
  rate: string;
  /** In place of "not a tax invoice". */
  is: Record<DocumentKind, string>;
  /** While it waits for a rate of exchange. */
  follows: Record<DocumentKind, string>;
}

export const documentCopy: Readonly<Record<Language, DocumentCopy>> = {
  en: {
    number: { invoice: "Invoice number", credit_note: "Credit note number" },
    issued: "Date of issue",
    supplied: "Date of supply",
    suppliedBy: (day) => `by ${day}, paid in advance`,
    seller: "Supplier",
    buyer: "Customer",
    vatId: "VAT/tax ID",
    net: "Net",
    tax: "Tax",
    total: "Total",
    corrects: "Corrects invoice",
    national: (label, currency) => `${label} in ${currency}`,
    rate: "Exchange rate",
    is: {
      invoice: "This is your tax invoice. Please keep it.",
      credit_note: "This is your credit note. Please keep it with the invoice.",
    },
    follows: {
      invoice:
        "This receipt is not a tax invoice. We email the invoice to you once the official exchange rate for its tax is published.",
      credit_note: "We email the credit note to you once your invoice has been issued.",
    },
  },
  de: {
    number: { invoice: "Rechnungsnummer", credit_note: "Nummer der Rechnungskorrektur" },
    issued: "Ausstellungsdatum",
    supplied: "Leistungsdatum",
    suppliedBy: (day) => `bis ${day}, im Voraus bezahlt`,
    seller: "Leistender Unternehmer",
    buyer: "Leistungsempfänger",
    vatId: "USt-IdNr./Steuernummer",
    net: "Nettobetrag",
    tax: "Steuer",
    total: "Gesamtbetrag",
    corrects: "Berichtigt Rechnung",
    national: (label, currency) => `${label} in ${currency}`,
    rate: "Umrechnungskurs",
    is: {
      invoice: "Dies ist Ihre Rechnung. Bitte bewahren Sie sie auf.",
      credit_note: "Dies ist Ihre Rechnungskorrektur. Bitte bewahren Sie sie mit der Rechnung auf.",
    },
    follows: {
      invoice:
        "Dieser Beleg ist keine Rechnung im steuerlichen Sinn. Die Rechnung erhalten Sie per E-Mail, sobald der amtliche Umrechnungskurs für die Steuer veröffentlicht ist.",
      credit_note:
        "Die Rechnungskorrektur erhalten Sie per E-Mail, sobald Ihre Rechnung ausgestellt ist.",
    },
  },
  fr: {
    number: { invoice: "Numéro de facture", credit_note: "Numéro de l’avoir" },
    issued: "Date d’émission",
    supplied: "Date de la prestation",
    suppliedBy: (day) => `au plus tard le ${day}, payée d’avance`,
    seller: "Fournisseur",
    buyer: "Client",
    vatId: "N° de TVA ou fiscal",
    net: "Montant hors taxe",
    tax: "Taxe",
    total: "Total",
    corrects: "Rectifie la facture",
    national: (label, currency) => `${label} en ${currency}`,
    rate: "Taux de change",
    is: {
      invoice: "Ceci est votre facture. Conservez-la.",
      credit_note: "Ceci est votre avoir. Conservez-le avec la facture.",
    },
    follows: {
      invoice:
        "Ce reçu ne tient pas lieu de facture. Vous recevrez la facture par e-mail dès la publication du taux de change officiel pour la taxe.",
      credit_note: "Vous recevrez l’avoir par e-mail dès que votre facture aura été émise.",
    },
  },
  es: {
    number: { invoice: "Número de factura", credit_note: "Número de factura rectificativa" },
    issued: "Fecha de emisión",
    supplied: "Fecha de la prestación",
    suppliedBy: (day) => `a más tardar el ${day}, pagada por anticipado`,
    seller: "Proveedor",
    buyer: "Cliente",
    vatId: "NIF-IVA o n.º fiscal",
    net: "Base imponible",
    tax: "Impuesto",
    total: "Total",
    corrects: "Rectifica la factura",
    national: (label, currency) => `${label} en ${currency}`,
    rate: "Tipo de cambio",
    is: {
      invoice: "Esta es su factura. Consérvela.",
      credit_note: "Esta es su factura rectificativa. Consérvela con la factura.",
    },
    follows: {
      invoice:
        "Este recibo no es una factura. Le enviaremos la factura por correo electrónico cuando se publique el tipo de cambio oficial para el impuesto.",
      credit_note:
        "Le enviaremos la factura rectificativa por correo electrónico cuando se haya emitido su factura.",
    },
  },
};

interface Row {
  label: string;
  value: string;
}

function partyText({ name, address, country, vatId }: DocumentParty, language: Language): string {
  const countryName = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
  const id = vatId && `${documentCopy[language].vatId}: ${vatId}`;
  return [name, ...address.split(/\r?\n/), countryName, id]
    .filter(Boolean)
    .map((line) => oneLine(line ?? ""))
    .join(", ");
}

/** Tax in the currency of the seller's country, with the rates of which each has its source. */
function nationalRows({ national }: IssuedDocument, language: Language): Row[] {
  if (national === null) return [];
  const t = documentCopy[language];
  const { currency, net, tax, rates, taxPoint } = national;
  const code = currency.toUpperCase();
  const money = (minor: number) => formatMoney({ minor, currency }, language);
  const day = formatDay(taxPoint, language);
  const rateText = rates.map(({ from, to, rate, source }) => {
    const written = language === "en" ? rate : rate.replace(".", ",");
    return `1 ${from.toUpperCase()} = ${written} ${to.toUpperCase()} (${oneLine(source)})`;
  });
  return [
    ...(net === null ? [] : [{ label: t.national(t.net, code), value: money(net) }]),
    { label: t.national(t.tax, code), value: money(tax) },
    { label: t.rate, value: `${day}: ${rateText.join("; ")}` },
  ];
}

/** Everything that the law requires of the document and that a receipt does not state. */
export function documentRows(document: IssuedDocument, language: Language): Row[] {
  const t = documentCopy[language];
  const { kind, number, issuedAt, corrects, suppliedBy, seller, buyer, tax, currency } = document;
  const money = (minor: number) => formatMoney({ minor, currency }, language);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  const rate = `${percent.format(tax.rateBasisPoints / 10_000)} ${tax.name[language]}`;
  const supplied =
    suppliedBy === null
      ? formatDay(document.taxPoint, language)
      : t.suppliedBy(formatDay(suppliedBy, language));
  return [
    { label: t.number[kind], value: number },
    { label: t.issued, value: formatDay(issuedAt, language) },
    corrects === null
      ? { label: t.supplied, value: supplied }
      : {
          label: t.corrects,
          value: `${corrects.number}, ${formatDay(corrects.issuedAt, language)}`,
        },
    { label: t.seller, value: partyText(seller, language) },
    { label: t.buyer, value: partyText(buyer, language) },
    { label: t.net, value: money(tax.net) },
    { label: t.tax, value: `${money(tax.tax)} (${rate})` },
    { label: t.total, value: money(tax.gross) },
    ...nationalRows(document, language),
  ];
}
