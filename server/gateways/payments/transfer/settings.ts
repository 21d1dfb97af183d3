// The operator's bank account.
import { z } from "zod";
import { readSettings } from "#core/env";

export interface TransferSettings {
  /** Account holder. */
  name: string;
  /** An IBAN, or another account number. */
  account: { type: "iban" | "other"; number: string };
  bic: string | null;
  bank: string | null;
  /** The operator's own message to customers. */
  instructions: string | null;
  /** Days in which a transfer must arrive. */
  days: number;
}

/** Verifies the check digits (ISO 13616). */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false;
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

const line = z.string().trim().min(1).max(140).optional();

const Transfer = z
  .object({
    CT_TRANSFER_NAME: line,
    CT_TRANSFER_IBAN: z
      .string()
      .transform((text) => text.replace(/\s/g, "").toUpperCase())
      .refine(isIban, "must be an IBAN: a letter or digit is wrong or missing")
      .optional(),
    CT_TRANSFER_ACCOUNT: line,
    CT_TRANSFER_BIC: z
      .string()
      .regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, "must be a BIC of 8 or 11 letters and digits")
      .optional(),
    CT_TRANSFER_BANK: line,
    CT_TRANSFER_INSTRUCTIONS: z.string().trim().min(1).max(500).optional(),
    CT_TRANSFER_DAYS: z.coerce.number().int().min(1).max(60).default(7),
  })
  .transform((given, { issues }): TransferSettings | null => {
    const { CT_TRANSFER_NAME: name, CT_TRANSFER_DAYS: days } = given;
    const { CT_TRANSFER_IBAN: iban, CT_TRANSFER_ACCOUNT: other } = given;
    const { CT_TRANSFER_BIC: bic = null, CT_TRANSFER_BANK: bank = null } = given;
    const { CT_TRANSFER_INSTRUCTIONS: instructions = null } = given;
    const fault = (variable: string, message: string) => {
      issues.push({ code: "custom", path: [variable], message, input: undefined });
      return null;
    };
    const number = iban ?? other;
    if (![name, number, bic, bank, instructions].some(Boolean)) return null;
    if (!name)
      return fault("CT_TRANSFER_NAME", "is required with the other CT_TRANSFER_… variables");
    if (!number)
      return fault("CT_TRANSFER_IBAN", "is required with CT_TRANSFER_NAME, or CT_TRANSFER_ACCOUNT");
    if (iban && other)
      return fault("CT_TRANSFER_ACCOUNT", "must not be set together with CT_TRANSFER_IBAN");
    const account = { type: iban ? ("iban" as const) : ("other" as const), number };
    return { name, account, bic, bank, instructions, days };
  });

export function readTransferSettings(source?: Record<string, string | undefined>) {
  return readSettings<TransferSettings | null>(Transfer, source);
}

export const transferSettings = readTransferSettings();
