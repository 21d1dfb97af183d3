import { z } from "zod";
import type { Document } from "./invoices";
import { documentKinds, type InvoiceContent } from "./schema";

const cents = (description: string, example: number) =>
  z.int().meta({ description, examples: [example] });

const fields = {
  id: z.string().meta({ description: "Id.", examples: ["inv_01kx3v6d0tf9sv4m2c8j5a7b9e"] }),
  number: z.string().meta({ description: "Number, without gaps.", examples: ["INV-2026-00042"] }),
  kind: z.enum(documentKinds).meta({ description: "Invoice or credit note." }),
  period: z.string().meta({ description: "Month of the orders, in UTC.", examples: ["2026-10"] }),
  issued_on: z.iso.date().meta({ description: "Date of issue.", examples: ["2026-11-02"] }),
  due_on: z.iso
    .date()
    .nullable()
    .meta({
      description: "Date by which it is to be paid; null if nothing is to be paid.",
      examples: ["2026-12-02"],
    }),
  state: z
    .enum(["open", "paid", "credited"])
    .nullable()
    .meta({ description: "State of an invoice; null for a credit note." }),
  currency: z.literal("USD").meta({ description: "Currency of all amounts." }),
  net_usd_cents: cents("Sum of the lines, without tax.", 120_000),
  tax_usd_cents: cents("Tax.", 0),
  total_usd_cents: cents("Sum with tax.", 120_000),
  paid_usd_cents: cents("Payments recorded for it.", 0),
  credited_usd_cents: cents("Credit notes issued for it.", 0),
  open_usd_cents: cents("Amount still to pay.", 120_000),
  overdue_days: cents("Days since `due_on`, in UTC; 0 if nothing is open or it is not due yet.", 0),
  credits_invoice_id: z
    .string()
    .nullable()
    .meta({
      description: "For a credit note: id of the invoice that it credits.",
      examples: [null],
    }),
};

const party = z.strictObject({
  legal_name: z.string().meta({ description: "Legal name.", examples: ["Riverside Stores Ltd"] }),
  address: z.string().meta({ description: "Address, in lines.", examples: ["1 High Street"] }),
  country_code: z.string().meta({ description: "ISO 3166-1 alpha-2 code.", examples: ["GB"] }),
  tax_id: z
    .string()
    .nullable()
    .meta({ description: "Tax id.", examples: ["GB123456789"] }),
});

export const InvoiceListItemResource = z.strictObject(fields).meta({
  id: "InvoiceListItem",
  description: "An invoice or credit note in a list.",
});

export const InvoiceResource = z
  .strictObject({
    ...fields,
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
          orders: cents("Number of orders.", 31),
          amount_kg: cents("Sum of their amounts in kg.", 10_000),
          price_per_tonne_usd_cents: cents("Price per tonne.", 12_000),
          net_usd_cents: cents("Sum of their prices, or of what is credited of them.", 120_000),
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
          rate_basis_points: cents("Rate: 1900 is 19%.", 0),
          legal_text: z
            .string()
            .nullable()
            .meta({
              description: "Legal text printed on the document.",
              examples: ["Reverse charge (Articles 44 and 196 of Council Directive 2006/112/EC)."],
            }),
          net_usd_cents: cents("Amount that it applies to.", 120_000),
          tax_usd_cents: cents("The tax.", 0),
        }),
      )
      .meta({ description: "Taxes by rule." }),
    content_sha256: z.string().meta({
      description: "Digest of everything that the document shows. It never changes.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
  })
  .meta({ id: "Invoice", description: "An issued invoice or credit note." });
export type InvoiceResource = z.infer<typeof InvoiceResource>;

export function toInvoiceListItemResource(document: Document) {
  const { content } = document;
  return {
    id: document.id,
    number: content.number,
    kind: content.kind,
    period: content.period,
    issued_on: content.issued_on,
    due_on: content.due_on,
    state: document.state,
    currency: content.currency,
    net_usd_cents: content.net_usd_cents,
    tax_usd_cents: content.tax_usd_cents,
    total_usd_cents: content.total_usd_cents,
    paid_usd_cents: document.paidCents,
    credited_usd_cents: document.creditedCents,
    open_usd_cents: document.openCents,
    overdue_days: document.overdueDays,
    credits_invoice_id: document.creditsInvoiceId,
  };
}

export function toInvoiceResource(document: Document): InvoiceResource {
  const { issuer, buyer, credits, lines, taxes }: InvoiceContent = document.content;
  const { bank_text: _, ...seller } = issuer;
  return {
    ...toInvoiceListItemResource(document),
    seller,
    buyer,
    reason: credits?.reason ?? null,
    lines,
    taxes: taxes.map(({ rule_id: _rule, ...tax }) => tax),
    content_sha256: document.contentHash,
  };
}
