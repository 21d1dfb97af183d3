import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import { isIP } from "node:net";
import path from "node:path";
import { domainToASCII, domainToUnicode } from "node:url";
import { createTransport, type SendMailOptions } from "nodemailer";
import { appUrl, env } from "#core/env";
import { log } from "#core/log";

export interface OutgoingMail {
  /**
   * Our own ID. The same ID always gives the same Message-ID, so that duplicates can be recognized.
   */
  id: string;
  /** One address, without a name. */
  to: string;
  /** The account whose customer gets the mail; default: the installation itself. */
  sender?: { name: string; replyTo: string | null };
  /** Language code. */
  language: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly { name: string; contentType: string; bytes: Uint8Array }[];
  /** Mail programs show a button for it, which sends one POST (RFC 8058). */
  unsubscribeUrl?: string;
}

/** The address is rejected permanently. The message contains no address. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** Could not be sent now; try again later. The message contains no address. */
export class MailDelayed extends Error {
  override name = "MailDelayed";
}

export interface Mailer {
  /** @throws MailRefused, MailDelayed */
  send(mail: OutgoingMail): Promise<void>;
}

// Excludes white space, control characters and the syntax of address lists, so one address cannot
// become two or another header. The page's own check is stricter.
const ADDRESS = /^[^\s\p{Cc}<>()[\]:;,@\\"]+@[^\s\p{Cc}<>()[\]:;,@\\"]+$/u;
// RFC 5321, in bytes.
const MAX_ADDRESS_BYTES = 254;

/** This installation's host in the form required after the @. */
function ownDomain(): string {
  const host = new URL(appUrl()).hostname;
  if (host.startsWith("[")) return `[IPv6:${host.slice(1, -1)}]`;
  return isIP(host) ? `[${host}]` : host;
}

/** Receivers expect the sender's domain in the Message-ID, too. */
function senderDomain(): string {
  const [, domain] = /@([^@\s<>]+)>?\s*$/.exec(env.MAIL_FROM ?? "") ?? [];
  if (domain === undefined) return ownDomain();
  return domain.startsWith("[") ? domain : domainToASCII(domain) || ownDomain();
}

/** Name and address of the sender: "Example Stores via till.example" for an account's customer. */
function fromOf({ sender }: OutgoingMail): SendMailOptions["from"] {
  if (!sender) return env.MAIL_FROM ?? { name: "Carbon Till", address: `no-reply@${ownDomain()}` };
  const [, address = `no-reply@${ownDomain()}`] =
    /([^\s<>]+@[^\s<>]+)>?\s*$/.exec(env.MAIL_FROM ?? "") ?? [];
  // A name must not look like an address.
  const name = sender.name.replace(/[<>@"\p{Cc}]+/gu, " ").trim();
  return { name: `${name} via ${domainToUnicode(senderDomain()) || senderDomain()}`, address };
}

/** Converts a mail for nodemailer; its subject becomes one line. @throws MailRefused */
export function toMessage(mail: OutgoingMail): SendMailOptions {
  if (!ADDRESS.test(mail.to) || Buffer.byteLength(mail.to) > MAX_ADDRESS_BYTES) {
    throw new MailRefused("not an e-mail address");
  }
  const replyTo = mail.sender?.replyTo
    ? { name: "", address: mail.sender.replyTo }
    : env.MAIL_REPLY_TO;
  return {
    from: fromOf(mail),
    ...(replyTo && { replyTo }),
    // An object, because nodemailer parses a string as a list of addresses.
    to: { name: "", address: mail.to },
    messageId: `<${mail.id}@${senderDomain()}>`,
    subject: mail.subject.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
    text: mail.text,
    html: mail.html,
    attachments: (mail.attachments ?? []).map(({ name, contentType, bytes }) => ({
      filename: name,
      contentType,
      content: Buffer.from(bytes),
    })),
    headers: {
      "Auto-Submitted": "auto-generated",
      "Content-Language": mail.language,
      ...(mail.unsubscribeUrl && {
        "List-Unsubscribe": `<${mail.unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    // Content must not make nodemailer read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** "k…@example.com": enough to recognize one's own address. */
function masked(address: string): string {
  return address.replace(/^(.)[^@]*/u, "$1…");
}

/** Writes each mail to `<id>.eml` atomically; a repeat replaces it. */
export function folderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail));
      if (!Buffer.isBuffer(message)) throw new Error("nodemailer returned no bytes");
      // Mails contain customers' addresses and links to their orders.
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${mail.id}.eml`);
      const draft = `${file}.${randomUUID()}.draft`;
      await fs.writeFile(draft, message, { mode: 0o600 });
      await fs.rename(draft, file);
      log.info(
        { event: "mail.written", subject: mail.subject, to: masked(mail.to), file },
        "mail written to a file",
      );
    },
  };
}
