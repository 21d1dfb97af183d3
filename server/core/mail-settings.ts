// The forms of settings of mail.
import { z } from "zod";
import { isDecodable } from "./text";

/** Rejects an unencoded #, / or ? in a password: it would end the host early and drop the rest. */
function isWholeSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(text);
  return (
    /^smtps?:$/.test(protocol) &&
    hostname !== "" &&
    (pathname === "" || pathname === "/") &&
    hash === "" &&
    !search.includes("@") &&
    [username, password].every(isDecodable)
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
