import { z } from "zod";
import { amountFields, amountSchema } from "#core/contract-money";
import { InvoiceListItemResource } from "#domain/webhooks";
import type { Document } from "./invoices";
import type { InvoiceContent, NationalTax } from "./schema";

const whole = (description: string, example: number) =>
  z.int().meta({ description, examples: [example] });
const amount = <Name extends string>(name: Name, description: string, example: number) =>
  amountSchema(name, { description, example });

const party = z.strictObject({
  legal_name: z.string().meta({ description: "Legal name.", examples: ["Riverside Stores Ltd"] }),
  address: z.string().meta({ description: "Address, in lines.", examples: ["1 High Street"] }),
  country_code: z.string().meta({ description: "ISO 3166-1 alpha-2 code.", examples: ["GB"] }),
  tax_id: z
    .string()
    .nullable()
    .meta({ description: "Tax id.", examples: ["GB123456789"] }),
});

export const InvoiceResource = InvoiceListItemResource.extend({
  seller: party.meta({ description: "Who issued it." }),
  buyer: party.meta({ description: "Who it is addressed to." }),
  reason: z
    .string()
    .nullable()
    .meta({
      description: "For a credit note: why it was issued.",
      examples: [null],
    }),
  lines: z
    .array(
      z.strictObject({
        portfolio: z
          .string()
          .meta({ description: "Name of the portfolio.", examples: ["Forests"] }),
        subaccount: z
          .string()
          .nullable()
          .meta({ description: "Name of the subaccount; null without one.", examples: [null] }),
        orders: whole("Number of orders.", 31),
        amount_kg: whole("Sum of their amounts in kg.", 10_000),
        ...amount("price_per_tonne", "Price per tonne.", 12_000),
        ...amount("net", "Sum of their prices, or of what is credited of them.", 120_000),
      }),
    )
    .meta({ description: "Orders by portfolio, subaccount and price." }),
  taxes: z
    .array(
      z.strictObject({
        name: z.string().meta({ description: "Name of the tax.", examples: ["VAT"] }),
        kind: z.string().meta({
          description: "`standard`, `reverse_charge`, `out_of_scope` or `zero`.",
          examples: ["reverse_charge"],
        }),
        rate_basis_points: whole("Rate: 1900 is 19%.", 0),
        legal_text: z
          .string()
          .nullable()
          .meta({
            description: "Legal text printed on the document.",
            examples: ["Reverse charge (Articles 44 and 196 of Council Directive 2006/112/EC)."],
          }),
        ...amount("net", "Amount that it applies to.", 120_000),
        ...amount("tax", "The tax.", 0),
      }),
    )
    .meta({ description: "Taxes by rule." }),
  national_tax: z
    .strictObject({
      currency: z
        .string()
        .meta({ description: "The national currency: an ISO 4217 code.", examples: ["GBP"] }),
      tax_point: z.iso
        .date()
        .meta({ description: "Day whose rate counts.", examples: ["2026-10-31"] }),
      rates: z
        .array(
          z.strictObject({
            from: z.string().meta({ description: "Currency.", examples: ["EUR"] }),
            to: z.string().meta({ description: "Currency.", examples: ["GBP"] }),
            rate: z
              .string()
              .meta({ description: "Units of `to` for one of `from`.", examples: ["0.8561"] }),
            valid_from: z.iso
              .date()
              .meta({ description: "First day of the rate.", examples: ["2026-10-01"] }),
            valid_to: z.iso
              .date()
              .meta({ description: "Last day of the rate.", examples: ["2026-10-31"] }),
            source: z.string().meta({
              description: "Where it was published.",
              examples: ["HMRC, monthly exchange rates"],
            }),
          }),
        )
        .meta({ description: "Exchange rates; two if they go through the euro." }),
      net: z
        .int()
        .nullable()
        .meta({
          description: "Net amount with tax in minor units of the national currency, or null.",
          examples: [102_732],
        }),
      tax: whole("Tax in minor units of the national currency.", 20_546),
    })
    .nullable()
    .meta({
      description:
        "Tax in the currency of the country that charges it, where the law wants it stated; else null.",
    }),
  content_sha256: z.string().meta({
    description: "Digest of everything that the document shows. It never changes.",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  }),
}).meta({ id: "Invoice", description: "An issued invoice or credit note." });
export type InvoiceResource = z.infer<typeof InvoiceResource>;

export function toInvoiceListItemResource(document: Document) {
  const { content, paid, credited, openAmount } = document;
  const { net, tax, total } = content;
  return {
    id: document.id,
    number: content.number,
    kind: content.kind,
    period: content.period,
    issued_on: content.issued_on,
    due_on: content.due_on,
    state: document.state,
    currency: content.currency,
    ...amountFields({ net, tax, total, paid, credited, open: openAmount }, document.currency),
    overdue_days: document.overdueDays,
    credits_invoice_id: document.creditsInvoiceId,
  };
}

export function toNationalTax({ currency, tax_point, rates, net, tax }: NationalTax) {
  return { currency, tax_point, rates, net, tax };
}

export function toInvoiceResource(document: Document): InvoiceResource {
  const { issuer, buyer, credits, lines, taxes, national }: InvoiceContent = document.content;
  const { bank_text: _, ...seller } = issuer;
  return {
    ...toInvoiceListItemResource(document),
    seller,
    buyer,
    reason: credits?.reason ?? null,
    lines: lines.map(({ price_per_tonne, net, ...line }) => ({
      ...line,
      ...amountFields({ price_per_tonne, net }, document.currency),
    })),
    taxes: taxes.map(({ rule_id: _rule, net, tax, ...facts }) => ({
      ...facts,
      ...amountFields({ net, tax }, document.currency),
    })),
    national_tax: national && toNationalTax(national),
    content_sha256: document.contentHash,
  };
}
