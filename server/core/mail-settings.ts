// The form of the mail server's URL and of the sender's addresses.
import { z } from "zod";

/** Whether every % of a text begins the code of a character. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** An unencoded #, / or ? of a password ends the host early, and what follows is silently lost. */
function isWholeSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(text);
  return (
    /^smtps?:$/.test(protocol) &&
    hostname !== "" &&
    (pathname === "" || pathname === "/") &&
    hash === "" &&
    !search.includes("@") &&
    [username, password].every(isEncoded)
  );
}

export const smtpUrl = z
  .string()
  .refine(
    isWholeSmtpUrl,
    "must be smtp:// or smtps://, then user:password@host:port, with special characters of the user " +
      "and the password encoded: % as %25, @ as %40, / as %2F, # as %23, ? as %3F, : as %3A",
  );
/** One address, with or without a name. */
export const mailbox = z
  .string()
  .regex(
    /^([^<>@\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
    "must be one address: post@example.com or Name <post@example.com>",
  );
