import { z } from "zod";

export const billingTerms = ["prepaid", "invoice"] as const;
export type BillingTerms = (typeof billingTerms)[number];

export const entryKinds = [
  "deposit",
  "order",
  "order_cancelled",
  "invoice_payment",
  "credit_note",
  "adjustment",
] as const;
export type EntryKind = (typeof entryKinds)[number];

const MAX_LEDGER_CENTS = 100_000_000_000_000;

const cents = z.int().min(1).max(MAX_LEDGER_CENTS);
const reference = z.string().trim().min(1).max(200);
const note = z.string().trim().min(1).max(500);

export const SetTerms = z.strictObject({
  terms: z.enum(billingTerms).nullable(),
  /** Null is no limit. Prepaid accounts have none to set: their limit is 0. */
  credit_limit_usd_cents: z.int().min(0).max(MAX_LEDGER_CENTS).nullable(),
});
export type SetTerms = z.infer<typeof SetTerms>;

export const RecordDeposit = z.strictObject({
  amount_usd_cents: cents,
  reference,
  note: note.optional(),
});
export type RecordDeposit = z.infer<typeof RecordDeposit>;

export const RecordAdjustment = z.strictObject({
  amount_usd_cents: z
    .int()
    .min(-MAX_LEDGER_CENTS)
    .max(MAX_LEDGER_CENTS)
    .refine((amount) => amount !== 0, "must not be 0"),
  reference,
  note,
});
export type RecordAdjustment = z.infer<typeof RecordAdjustment>;
