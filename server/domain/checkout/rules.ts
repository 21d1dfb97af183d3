// What a checkout session is, when its time is over, and where it may send its customer. Pure.
import { invalid } from "#core/errors";
import { type Cursor, cursorOf, type PageQuery } from "#core/page";
import type { CheckoutSession as Row } from "#prisma";

export const checkoutSessionStates = ["open", "complete", "expired"] as const;
export type CheckoutSessionState = (typeof checkoutSessionStates)[number];

/** A session as it was at one moment: `state` is already that moment's. */
export type CheckoutSession = Omit<Row, "state"> & { state: CheckoutSessionState };

/** The least that a session may charge. */
export const MIN_PRICE_CENTS = 50;

/**
 * The session as of `now`: what is stored as open is expired from `expiresAt` on, unless it is just
 * being paid.
 */
export function asOf(now: Date, row: Row): CheckoutSession {
  const isOver = row.state === "open" && !row.paying && row.expiresAt <= now;
  return { ...row, state: isOver ? "expired" : (row.state as CheckoutSessionState) };
}

const SESSION_ID = "{CHECKOUT_SESSION_ID}";

/** The success URL with the session's id in the places that ask for it. */
export function fillTemplate(url: string, sessionId: string): string {
  return url.replaceAll(SESSION_ID, sessionId);
}

// The host as it is written, without a user name, and followed by its end: what one reader takes
// for the host, every reader does.
const PLAIN_HOST = /^https?:\/\/([a-z\d._-]+|\[[a-f\d:.]+\])(:\d+)?([/?#]|$)/i;

/**
 * What is wrong with a URL that a customer is to be sent to, or null. It must be an absolute https
 * URL; `mayBePlain` names the hosts that may be reached by http.
 */
export function redirectProblem(
  url: string,
  mayBePlain: (hostname: string) => boolean,
): string | null {
  if (/[\s\p{Cc}]/u.test(url)) return "must not contain spaces or control characters";
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return "must be an absolute https URL";
  const { protocol, hostname, username, password } = new URL(url);
  if (username || password) return "must not hold a user name or password";
  if (!PLAIN_HOST.test(url)) return "must name its host in ASCII letters: xn--… for any others";
  if (protocol === "http:" && !mayBePlain(hostname)) return "must be an https URL";
  return null;
}

/**
 * The cursor of a search: with `last`, one before which everything is.
 * @throws invalid where more than one place is given
 */
export function searchCursorOf(query: PageQuery & { last: boolean }): Cursor | null {
  const cursor = cursorOf(query);
  if (!query.last) return cursor;
  if (cursor) throw invalid("last", "must not be given together with a cursor");
  return { id: "", direction: "newer", parameter: "ending_before" };
}
