// The part of a receipt that makes it an invoice. Pure.
import { formatDay } from "#core/dates";
import type { Language } from "#core/language";
import { oneLine } from "#core/mail-document";
import { formatMoney } from "#core/money";
import type { InvoiceParty, SaleInvoice } from "./sale-invoices";

interface InvoiceCopy {
  number: string;
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
  /** In place of "not a tax invoice". */
  isInvoice: string;
}

export const invoiceCopy: Readonly<Record<Language, InvoiceCopy>> = {
  en: {
    number: "Invoice number",
    issued: "Invoice date",
    supplied: "Date of supply",
    suppliedBy: (day) => `by ${day}, paid in advance`,
    seller: "Supplier",
    buyer: "Customer",
    vatId: "VAT/tax ID",
    net: "Net",
    tax: "Tax",
    total: "Total",
    corrects: "Corrects invoice",
    isInvoice: "This receipt is your tax invoice. Please keep it.",
  },
  de: {
    number: "Rechnungsnummer",
    issued: "Rechnungsdatum",
    supplied: "Leistungsdatum",
    suppliedBy: (day) => `bis ${day}, im Voraus bezahlt`,
    seller: "Leistender Unternehmer",
    buyer: "Leistungsempfänger",
    vatId: "USt-IdNr./Steuernummer",
    net: "Nettobetrag",
    tax: "Steuer",
    total: "Gesamtbetrag",
    corrects: "Berichtigt Rechnung",
    isInvoice: "Dieser Beleg ist Ihre Rechnung. Bitte bewahren Sie ihn auf.",
  },
  fr: {
    number: "Numéro de facture",
    issued: "Date de la facture",
    supplied: "Date de la prestation",
    suppliedBy: (day) => `au plus tard le ${day}, payée d’avance`,
    seller: "Fournisseur",
    buyer: "Client",
    vatId: "N° de TVA ou fiscal",
    net: "Montant hors taxe",
    tax: "Taxe",
    total: "Total",
    corrects: "Rectifie la facture",
    isInvoice: "Ce reçu vaut facture. Conservez-le.",
  },
  es: {
    number: "Número de factura",
    issued: "Fecha de la factura",
    supplied: "Fecha de la prestación",
    suppliedBy: (day) => `a más tardar el ${day}, pagada por anticipado`,
    seller: "Proveedor",
    buyer: "Cliente",
    vatId: "NIF-IVA o n.º fiscal",
    net: "Base imponible",
    tax: "Impuesto",
    total: "Total",
    corrects: "Rectifica la factura",
    isInvoice: "Este recibo es su factura. Consérvelo.",
  },
};

interface Row {
  label: string;
  value: string;
}

function partyText({ name, address, country, vatId }: InvoiceParty, language: Language): string {
  const countryName = new Intl.DisplayNames(language, { type: "region" }).of(country) ?? country;
  const id = vatId && `${invoiceCopy[language].vatId}: ${vatId}`;
  return [name, ...address.split(/\r?\n/), countryName, id]
    .filter(Boolean)
    .map((line) => oneLine(line ?? ""))
    .join(", ");
}

/** Everything that the law requires of an invoice and that other receipts do not state. */
export function invoiceRows(invoice: SaleInvoice, language: Language): Row[] {
  const t = invoiceCopy[language];
  const { number, issuedAt, suppliedBy, seller, buyer, tax, currency } = invoice;
  const money = (minor: number) => formatMoney({ minor, currency }, language);
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  const rate = `${percent.format(tax.rateBasisPoints / 10_000)} ${tax.name[language]}`;
  const issued = formatDay(issuedAt, language);
  return [
    { label: t.number, value: number },
    { label: t.issued, value: issued },
    {
      label: t.supplied,
      value: suppliedBy === null ? issued : t.suppliedBy(formatDay(suppliedBy, language)),
    },
    { label: t.seller, value: partyText(seller, language) },
    { label: t.buyer, value: partyText(buyer, language) },
    { label: t.net, value: money(tax.net) },
    { label: t.tax, value: `${money(tax.tax)} (${rate})` },
    { label: t.total, value: money(tax.gross) },
  ];
}

/** Names the invoice that a refund corrects. */
export function correctionRows(invoice: SaleInvoice, language: Language): Row[] {
  const t = invoiceCopy[language];
  const { number, issuedAt, buyer } = invoice;
  return [
    { label: t.corrects, value: `${number}, ${formatDay(issuedAt, language)}` },
    { label: t.buyer, value: partyText(buyer, language) },
  ];
}
