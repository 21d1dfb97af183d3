// Who carries e-mails: the SMTP server where one is configured, else a folder.
import path from "node:path";
import { env } from "#core/env";
import { folderMailer, type Mailer } from "./message";
import { smtpMailer } from "./smtp-mailer";

export { MailDelayed, type Mailer, MailRefused } from "./message";
export { LONGEST_SEND_MS, verifySmtp } from "./smtp-mailer";

/** Whom a mail goes to. Each has its own connections: neither waits for the other's slow mails. */
type Audience = "customers" | "people";

const smtp = new Map<Audience, { url: string; mailer: Mailer }>();

/** The mailer that this installation is configured for; one for each audience is kept open. */
export function mailer(audience: Audience): Mailer {
  const url = env.SMTP_URL;
  if (!url) return folderMailer(path.resolve(env.CT_DATA_DIR, "mails"));
  const open = smtp.get(audience);
  if (open?.url === url) return open.mailer;
  const opened = smtpMailer(url);
  smtp.set(audience, { url, mailer: opened });
  return opened;
}
