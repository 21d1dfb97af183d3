// How long a session lasts, and how an e-mail address is stored.
export const SESSION_MS = 14 * 24 * 3_600_000;

/** An e-mail address as it is stored and compared. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
