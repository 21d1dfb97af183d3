import type { Context, Mode } from "#core/context";
import type { Currency } from "#core/money";
import { type DocumentKind, InvoiceContent, type InvoiceTax } from "./schema";

/** Tax of an issued document under one rule. Amounts of credit notes are positive, too. */
export interface IssuedTax {
  accountId: string;
  documentKind: DocumentKind;
  buyerCountry: string;
  currency: Currency;
  tax: InvoiceTax;
}

/** Taxes of all documents that were issued in the period. */
export async function listIssuedTaxes(
  { db }: Context,
  { mode, from, to }: { mode: Mode; from: Date; to: Date },
): Promise<IssuedTax[]> {
  const documents = await db.prisma.invoice.findMany({
    where: { mode, issuedOn: { gte: from, lt: to } },
    select: { accountId: true, currency: true, content: true },
    orderBy: { id: "asc" },
  });
  return documents.flatMap(({ accountId, currency, content }) => {
    const { kind, buyer, taxes } = InvoiceContent.parse(JSON.parse(content));
    return taxes.map((tax) => ({
      ...{ accountId, currency, tax },
      documentKind: kind,
      buyerCountry: buyer.country_code,
    }));
  });
}
