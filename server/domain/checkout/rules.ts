import { invalid } from "#core/errors";
import { type Cursor, cursorOf, type PageQuery } from "#core/page";
import type { CheckoutSession as Row } from "#prisma";

export const checkoutSessionStates = ["open", "complete", "expired"] as const;
export type CheckoutSessionState = (typeof checkoutSessionStates)[number];

/** A session as of one moment, with the state of that moment. */
export type CheckoutSession = Omit<Row, "state"> & { state: CheckoutSessionState };

/** Minimum price of a session: below it, Stripe takes no payment in US dollars. */
export const MIN_PRICE_CENTS = 50;

/**
 * The session as of `now`: a stored open session is expired from `expiresAt`, unless it is being
 * paid.
 */
export function asOf(now: Date, row: Row): CheckoutSession {
  const isOver = row.state === "open" && !row.paying && row.expiresAt <= now;
  return { ...row, state: isOver ? "expired" : (row.state as CheckoutSessionState) };
}

export type BeneficiaryChanges = Partial<
  Pick<Row, "beneficiaryName" | "beneficiaryMessage" | "beneficiaryUrl">
>;

/** Columns of the beneficiary that a customer enters, and whether it is still the integrator's. */
export function enteredColumns(session: Row | CheckoutSession, changes: BeneficiaryChanges) {
  const columns = Object.keys(changes) as (keyof BeneficiaryChanges)[];
  const isChanged = columns.some((column) => changes[column] !== session[column]);
  return { ...changes, beneficiaryEntered: session.beneficiaryEntered || isChanged };
}

export const SESSION_ID = "{CHECKOUT_SESSION_ID}";

/** Fills the session's id into the success URL. */
export function fillTemplate(url: string, sessionId: string): string {
  return url.replaceAll(SESSION_ID, sessionId);
}

/** Masks an address as "j…@example.com", so that only its owner recognizes it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email][0] ?? ""}…${email.slice(at)}`;
}

// The literal host, without user name and followed by a delimiter, so that every parser reads the
// same host.
const PLAIN_HOST = /^https?:\/\/([a-z\d._-]+|\[[a-f\d:.]+\])(:\d+)?([/?#]|$)/i;

/**
 * Returns the problem with a redirect URL, or null. It must be an absolute https URL; `mayBePlain`
 * accepts hosts for http.
 */
export function redirectProblem(
  url: string,
  mayBePlain: (hostname: string) => boolean,
): string | null {
  if (/[\s\p{Cc}]/u.test(url)) return "must not contain spaces or control characters";
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return "must be an absolute https URL";
  const { protocol, hostname, username, password } = new URL(url);
  if (username || password) return "must not contain a user name or password";
  if (!PLAIN_HOST.test(url)) return "must name its host in ASCII letters: xn--… for any others";
  if (protocol === "http:" && !mayBePlain(hostname)) return "must be an https URL";
  return null;
}

/**
 * The cursor of a search; with `last`, one that follows all rows.
 * @throws invalid if both are given
 */
export function searchCursorOf(query: PageQuery & { last: boolean }): Cursor | null {
  const cursor = cursorOf(query);
  if (!query.last) return cursor;
  if (cursor) throw invalid("last", "cannot be combined with a cursor");
  return { id: "", direction: "newer", parameter: "ending_before" };
}
