// Who carries e-mails: the SMTP server where one is configured, else a folder.
import path from "node:path";
import { env } from "#core/env";
import { folderMailer } from "./folder-mailer";
import type { Mailer } from "./mail";
import { smtpMailer } from "./smtp-mailer";

export { MailDelayed, type Mailer, MailRefused } from "./mail";

// Kept, since it keeps connections.
let smtp: { url: string; mailer: Mailer } | undefined;

/** The mailer that this installation is configured for. */
export function mailer(): Mailer {
  const url = env.SMTP_URL;
  if (!url) return folderMailer(path.resolve(env.CT_DATA_DIR, "mails"));
  if (smtp?.url !== url) smtp = { url, mailer: smtpMailer(url) };
  return smtp.mailer;
}
