// How often somebody may guess, and what is counted.
import { sha256 } from "#core/crypto";

export const ATTEMPT_WINDOW_MS = 15 * 60_000;
export const SESSION_MS = 14 * 24 * 3_600_000;

/** Where an attempt comes from, and at whom it is aimed. */
export interface Attempt {
  email: string;
  /** The caller's network address, where it is known. */
  address: string | null;
}

/** What is counted, and to how many within the window: offices share an address. */
export function limitsOf({ email, address }: Attempt): { subject: Buffer; limit: number }[] {
  const person = { subject: sha256(`person ${normalEmail(email)}`), limit: 10 };
  if (address === null) return [person];
  return [person, { subject: sha256(`address ${address}`), limit: 50 }];
}

/** An e-mail address as it is kept. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
