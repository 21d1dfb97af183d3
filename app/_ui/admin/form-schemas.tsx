// Schemas of forms whose values no procedure takes as they are typed. Loaded with zod once someone
// uses such a form.
import { z } from "zod";
import type { Currency } from "#core/money";
import { typedMoney } from "#core/typed-money";
import { UpdateSubaccount } from "#schemas/accounts";
import { ManualRetirement } from "#schemas/evidence";

export const KG = /^\d{1,9}$/;
export const optional = z.string().trim().nullable();

/** The server checks the rest. */
export const SessionTerms = z.strictObject({
  amount_kg: z
    .string()
    .trim()
    .regex(KG, "must be a whole number")
    .transform(Number)
    .refine((kg) => kg > 0, "must be above 0"),
  portfolio_id: optional,
  description: optional,
  email: optional,
  success_url: z.string().trim().min(1),
});

const MAX_AMOUNT = 999_999_999_999;
const amountIn = (currency: Currency) => typedMoney({ currency, min: 1, max: MAX_AMOUNT });
const reason = z.string().trim().min(1, "is required").max(512);

/** Null if the field is empty, for all that is left. */
export const refundIn = (currency: Currency) =>
  z.strictObject({ amount: amountIn(currency).nullable(), reason });
export const Reason = z.strictObject({ reason });
export const receivedIn = (currency: Currency) => z.strictObject({ amount: amountIn(currency) });
/** Of a member; with or without the API keys that they made. */
export const Removal = z.strictObject({ revokesKeys: z.boolean() });
/** Null if the field is empty: nothing has arrived. */
export const rejectedIn = (currency: Currency) =>
  z.strictObject({ amount: amountIn(currency).nullable() });

export const Password = z.strictObject({ password: z.string().min(1).max(512) });
export const Code = z.strictObject({ code: z.string().min(1).max(64) });
export const PasskeyName = z.strictObject({ name: z.string().trim().min(1).max(100) });
export const Access = z.strictObject({ subaccount_id: z.string() });

export const Overlap = z.strictObject({ hours: z.enum(["0", "1", "24", "168"]) });
export const Since = z.strictObject({ from: z.string().min(1) });

export const DefaultPortfolio = z.strictObject({ id: z.string().nullable() });
export const SubaccountPortfolio = UpdateSubaccount.pick({ default_portfolio_id: true });
export const TypedRetirement = ManualRetirement.extend({ registry: z.string().min(1) });
