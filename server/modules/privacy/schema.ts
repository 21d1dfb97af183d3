import { z } from "zod";
import { normalEmail, text, trimmedText } from "#core/text";

export const CustomerInput = z.strictObject({
  email: trimmedText(254, 3).meta({ description: "Email address of the customer." }),
});

/** An erasure is confirmed by typing the address. */
const confirmed = { ...CustomerInput.shape, confirmation: text(254, 1) };
const isConfirmed = (input: { email: string; confirmation: string }) =>
  normalEmail(input.email) === normalEmail(input.confirmation);
const mismatch = { path: ["confirmation"], error: "does not match the address" };

export const EraseCustomer = z.strictObject(confirmed).refine(isConfirmed, mismatch);

export const ErasePerson = z
  .strictObject({ id: text(64, 1), ...confirmed })
  .refine(isConfirmed, mismatch);
