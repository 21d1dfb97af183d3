// Sends mails over SMTP if it is configured; otherwise writes them to a folder.
import path from "node:path";
import { env } from "#core/env";
import { folderMailer, type Mailer } from "./message";
import { smtpMailer } from "./smtp-mailer";

export { MailDelayed, type Mailer, MailRefused } from "./message";
export { MAX_SEND_MS, verifySmtp } from "./smtp-mailer";

/** Separate connections, so that slow mails to one audience do not delay the other. */
type Audience = "customers" | "people";

const smtp = new Map<Audience, { url: string; mailer: Mailer }>();

/** Keeps one mailer per audience open. */
export function mailer(audience: Audience): Mailer {
  const url = env.SMTP_URL;
  if (!url) return folderMailer(path.resolve(env.CT_DATA_DIR, "mails"));
  const open = smtp.get(audience);
  if (open?.url === url) return open.mailer;
  const opened = smtpMailer(url);
  smtp.set(audience, { url, mailer: opened });
  return opened;
}
