import { z } from "zod";
import type { Currency } from "#core/money";
import { typedMoney } from "#core/typed-money";

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
  amount,
  reference,
  note: note.optional(),
});
export type RecordDeposit = z.infer<typeof RecordDeposit>;

export const RecordAdjustment = z.strictObject({
  amount: z
    .int()
    .min(-MAX_LEDGER_AMOUNT)
    .max(MAX_LEDGER_AMOUNT)
    .refine((amount) => amount !== 0, "must not be 0"),
  reference,
  note,
});
export type RecordAdjustment = z.infer<typeof RecordAdjustment>;

const MAX_TYPED_AMOUNT = 9_999_999_999;

/** An amount that was typed into a form of billing. */
export const typedAmount = (currency: Currency) =>
  typedMoney({ currency, min: 1, max: MAX_TYPED_AMOUNT });

/** An adjustment as the dashboard's form has it: an amount, and its direction. */
export const TypedAdjustment = (currency: Currency) =>
  z
    .strictObject({
      direction: z.enum(["add", "subtract"]),
      amount: typedAmount(currency),
      reference,
      note,
    })
    .transform(({ direction, amount, ...rest }) => ({
      ...rest,
      amount: direction === "add" ? amount : -amount,
    }));

/** A deposit as the dashboard's form has it. */
export const TypedDeposit = (currency: Currency) =>
  z.strictObject({ amount: typedAmount(currency), reference });
