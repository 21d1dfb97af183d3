import { z } from "zod";
import { countryCodes } from "#core/countries";
import { languages } from "#core/language";
import type { Currency } from "#core/money";
import { nameText, trimmedText } from "#core/text";
import { rateRules } from "#schemas/tax";
import { typedAmount } from "./balances/schema";

export const documentKinds = ["invoice", "credit_note"] as const;
export type DocumentKind = (typeof documentKinds)[number];

const country = z
  .string()
  .trim()
  .toUpperCase()
  .refine((code) => countryCodes.has(code), "must be a country's code, such as DE")
  .meta({ examples: ["DE"] });

const optional = (max: number) =>
  trimmedText(max)
    .nullable()
    .transform((value) => value || null);

const party = {
  legal_name: nameText(200),
  /** One line of the address per line. */
  address: trimmedText(500, 1),
  country_code: country,
  tax_id: optional(50),
};

/** The operator's legal entity, which issues the documents of a mode. */
export const SetIssuer = z.strictObject({
  ...party,
  bank_text: optional(500),
  number_prefix: z
    .string()
    .trim()
    .regex(/^[A-Z0-9]{1,10}$/, "must be 1 to 10 capital letters or digits")
    .meta({ examples: ["INV"] }),
  /** Kind of exchange rates for tax; null for the first that the country allows. */
  rate_rule: z.enum(rateRules).nullable().default(null),
});
export type SetIssuer = z.infer<typeof SetIssuer>;

export const SetBillingProfile = z.strictObject({
  ...party,
  billing_email: z.email().max(512),
  language: z.enum(languages),
});
export type SetBillingProfile = z.infer<typeof SetBillingProfile>;

const paymentDays = z.int().min(0).max(180);

/** As operators set it: they decide how long the account may take to pay. */
export const SetBilledProfile = SetBillingProfile.extend({ payment_days: paymentDays });
export type SetBilledProfile = z.infer<typeof SetBilledProfile>;

/** As the dashboard's form and the CLI have it. */
export const TypedBilledProfile = SetBillingProfile.extend({
  payment_days: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, "must be a number of days")
    .transform(Number)
    .pipe(paymentDays),
});

export const Period = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month, such as 2026-10")
  .meta({ examples: ["2026-10"] });

/** The lines of a CSV file. */
export const RatesFile = z.strictObject({ rates: trimmedText(1_000_000, 1) });

export const MonthToIssue = z.strictObject({ month: Period });

const amount = z.int().min(1).max(100_000_000_000_000);

export const IssueCreditNote = z.strictObject({
  invoice_id: trimmedText(64, 1),
  reason: trimmedText(500, 1),
  /** Without it, everything that is not credited yet. Amounts are net; without one, all of the order. */
  orders: z
    .array(z.strictObject({ order_id: trimmedText(64, 1), net: amount.optional() }))
    .min(1)
    .max(1_000)
    .optional(),
});
export type IssueCreditNote = z.infer<typeof IssueCreditNote>;

export const RecordInvoicePayment = z.strictObject({
  invoice_id: trimmedText(64, 1),
  amount,
  reference: trimmedText(200, 1),
});
export type RecordInvoicePayment = z.infer<typeof RecordInvoicePayment>;

/** A payment as the dashboard's form has it. */
export const TypedPayment = (currency: Currency) =>
  z.strictObject({ amount: typedAmount(currency), reference: trimmedText(200, 1) });

const CreditedLine = /^(\S{1,64})(?:\s+\p{Sc}?(\S+))?$/u;

type CreditedOrder = NonNullable<IssueCreditNote["orders"]>[number];

/** Reads "ord_… 12.50", or without an amount, all of the order. Null for any other line. */
function creditedOrder(line: string, currency: Currency): CreditedOrder | null {
  const [, id, typed] = CreditedLine.exec(line.trim()) ?? [];
  if (id === undefined) return null;
  if (typed === undefined) return { order_id: id };
  const amount = typedAmount(currency).safeParse(typed);
  return amount.success ? { order_id: id, net: amount.data } : null;
}

/** A credit note as the dashboard's form has it: without orders, of all that is left. */
export const TypedCredit = (currency: Currency) =>
  z.strictObject({
    reason: trimmedText(500, 1),
    orders: trimmedText(100_000)
      .nullable()
      .transform((typed, ctx): CreditedOrder[] | undefined => {
        const lines = (typed ?? "").split("\n").filter((line) => line.trim() !== "");
        const orders = lines.map((line) => creditedOrder(line, currency));
        const wrong = orders.indexOf(null);
        if (wrong >= 0) ctx.addIssue({ code: "custom", message: `cannot read line ${wrong + 1}` });
        return lines.length === 0 ? undefined : orders.filter((order) => order !== null);
      }),
  });

const Party = z.strictObject({
  legal_name: z.string(),
  address: z.string(),
  country_code: z.string(),
  tax_id: z.string().nullable(),
});
const money = z.int();

const InvoiceGroup = z.strictObject({
  portfolio: z.string(),
  subaccount: z.string().nullable(),
  orders: z.int(),
  amount_kg: z.int(),
  price_per_tonne: z.int(),
  net: money,
});
export type InvoiceGroup = z.infer<typeof InvoiceGroup>;

const InvoiceTax = z.strictObject({
  rule_id: z.string(),
  kind: z.string(),
  rate_basis_points: z.int(),
  name: z.string(),
  legal_text: z.string().nullable(),
  net: money,
  tax: money,
});
export type InvoiceTax = z.infer<typeof InvoiceTax>;

const NationalRate = z.strictObject({
  from: z.string(),
  to: z.string(),
  rate: z.string(),
  valid_from: z.iso.date(),
  valid_to: z.iso.date(),
  source: z.string(),
});

/** The tax in the currency of its country, where that is not the document's. */
const NationalTax = z.strictObject({
  currency: z.string(),
  rule: z.enum(rateRules),
  /** The day whose rate counts. */
  tax_point: z.iso.date(),
  /** Two if they go through the euro. */
  rates: z.array(NationalRate),
  /** Of each tax that is charged. Net amounts are null where only the tax is stated. */
  taxes: z.array(z.strictObject({ rule_id: z.string(), net: money.nullable(), tax: money })),
  net: money.nullable(),
  tax: money,
});
export type NationalTax = z.infer<typeof NationalTax>;

/** Everything that an issued document shows. It is stored with the document and never changes. */
export const InvoiceContent = z.strictObject({
  version: z.literal(1),
  kind: z.enum(documentKinds),
  mode: z.enum(["live", "test"]),
  number: z.string(),
  language: z.enum(languages),
  /** "USD" */
  currency: z.string().regex(/^[A-Z]{3}$/),
  period: Period,
  issued_on: z.iso.date(),
  /** Null where nothing is to be paid: from a prepaid balance, or a credit note. */
  due_on: z.iso.date().nullable(),
  issuer: Party.extend({ bank_text: z.string().nullable() }),
  buyer: Party,
  credits: z
    .strictObject({ number: z.string(), issued_on: z.iso.date(), reason: z.string() })
    .nullable(),
  lines: z.array(InvoiceGroup),
  taxes: z.array(InvoiceTax),
  net: money,
  tax: money,
  total: money,
  national: NationalTax.nullable(),
});
export type InvoiceContent = z.infer<typeof InvoiceContent>;
