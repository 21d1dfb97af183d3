import { z } from "zod";
import { typedDollars } from "#core/typed-dollars";

export const entryKinds = [
  "deposit",
  "order",
  "order_cancelled",
  "invoice_payment",
  "credit_note",
  "adjustment",
] as const;
export type EntryKind = (typeof entryKinds)[number];

const MAX_LEDGER_AMOUNT = 100_000_000_000_000;

const amount = z.int().min(1).max(MAX_LEDGER_AMOUNT);
const reference = z.string().trim().min(1).max(200);
const note = z.string().trim().min(1).max(500);

export const RecordDeposit = z.strictObject({
  amount_usd_cents: amount,
  reference,
  note: note.optional(),
});
export type RecordDeposit = z.infer<typeof RecordDeposit>;

export const RecordAdjustment = z.strictObject({
  amount_usd_cents: z
    .int()
    .min(-MAX_LEDGER_AMOUNT)
    .max(MAX_LEDGER_AMOUNT)
    .refine((amount) => amount !== 0, "must not be 0"),
  reference,
  note,
});
export type RecordAdjustment = z.infer<typeof RecordAdjustment>;

const MAX_TYPED_AMOUNT = 9_999_999_999;

/** An adjustment as the dashboard's form has it: an amount, and its direction. */
export const TypedAdjustment = z
  .strictObject({
    direction: z.enum(["add", "subtract"]),
    amount_usd_cents: typedDollars({ min: 1, max: MAX_TYPED_AMOUNT }),
    reference,
    note,
  })
  .transform(({ direction, amount_usd_cents: amount, ...rest }) => ({
    ...rest,
    amount_usd_cents: direction === "add" ? amount : -amount,
  }));

/** A deposit as the dashboard's form has it. */
export const TypedDeposit = z.strictObject({
  amount_usd_cents: typedDollars({ min: 1, max: MAX_TYPED_AMOUNT }),
  reference,
});
