// Invoices as events report them. The module that issues them has them in its lists, too.
import { z } from "zod";
import { amountSchema, upperCaseCurrencyField } from "#core/contract-money";

export const InvoiceListItemResource = z
  .strictObject({
    id: z.string().meta({ description: "Id.", examples: ["inv_01kx3v6d0tf9sv4m2c8j5a7b9e"] }),
    number: z.string().meta({ description: "Number, without gaps.", examples: ["INV-2026-00042"] }),
    kind: z.enum(["invoice", "credit_note"]).meta({ description: "Invoice or credit note." }),
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
    currency: upperCaseCurrencyField,
    ...amountSchema("net", { description: "Sum of the lines, without tax.", example: 120_000 }),
    ...amountSchema("tax", { description: "Tax.", example: 0 }),
    ...amountSchema("total", { description: "Sum with tax.", example: 120_000 }),
    ...amountSchema("paid", { description: "Payments recorded for it.", example: 0 }),
    ...amountSchema("credited", { description: "Credit notes issued for it.", example: 0 }),
    ...amountSchema("open", { description: "Amount still to pay.", example: 120_000 }),
    overdue_days: z.int().meta({
      description: "Days since `due_on`, in UTC; 0 if nothing is open or it is not due yet.",
      examples: [0],
    }),
    credits_invoice_id: z
      .string()
      .nullable()
      .meta({
        description: "For a credit note: id of the invoice that it credits.",
        examples: [null],
      }),
  })
  .meta({
    id: "InvoiceListItem",
    description: "An invoice or credit note in a list.",
  });
