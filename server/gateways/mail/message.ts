// A mail, as the product hands it over and as the composer takes it.

import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import { isIP } from "node:net";
import path from "node:path";
import { domainToASCII } from "node:url";
import { createTransport, type SendMailOptions } from "nodemailer";
import { appUrl, env } from "#core/env";
import { log } from "#core/log";

export interface OutgoingMail {
  /** Ours; the same id always gives the same Message-ID, so that a repeat can be recognised. */
  id: string;
  /** One address, without a name. */
  to: string;
  /** The language's code. */
  language: string;
  subject: string;
  text: string;
  html: string;
}

/** The address is refused for good: there is no use in trying again. Names no address. */
export class MailRefused extends Error {
  override name = "MailRefused";
}

/** It could not be handed over now: try again later. Names no address. */
export class MailDelayed extends Error {
  override name = "MailDelayed";
}

export interface Mailer {
  /** Hands the mail over. @throws MailRefused, MailDelayed */
  send(mail: OutgoingMail): Promise<void>;
}

// What is neither white space, nor a control character, nor of the syntax of an address list. The
// page asks more of an address; this keeps one from becoming two, or another header.
const ADDRESS = /^[^\s\p{Cc}<>()[\]:;,@\\"]+@[^\s\p{Cc}<>()[\]:;,@\\"]+$/u;
// Of RFC 5321, in bytes.
const MAX_ADDRESS_BYTES = 254;

/** This installation's host as the part of an address after the @. */
function ownDomain(): string {
  const host = new URL(appUrl()).hostname;
  if (host.startsWith("[")) return `[IPv6:${host.slice(1, -1)}]`;
  return isIP(host) ? `[${host}]` : host;
}

/** The sender's domain, which receivers expect in the Message-ID too. */
function senderDomain(): string {
  const [, domain] = /@([^@\s<>]+)>?\s*$/.exec(env.MAIL_FROM ?? "") ?? [];
  if (domain === undefined) return ownDomain();
  return domain.startsWith("[") ? domain : domainToASCII(domain) || ownDomain();
}

/** What the composer needs; a subject of more than one line is made one. @throws MailRefused */
export function toMessage(mail: OutgoingMail): SendMailOptions {
  if (!ADDRESS.test(mail.to) || Buffer.byteLength(mail.to) > MAX_ADDRESS_BYTES) {
    throw new MailRefused("not an e-mail address");
  }
  return {
    from: env.MAIL_FROM ?? { name: "Carbon Till", address: `no-reply@${ownDomain()}` },
    ...(env.MAIL_REPLY_TO && { replyTo: env.MAIL_REPLY_TO }),
    // An object, since a string is read as a list of addresses.
    to: { name: "", address: mail.to },
    messageId: `<${mail.id}@${senderDomain()}>`,
    subject: mail.subject.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " "),
    text: mail.text,
    html: mail.html,
    headers: { "Auto-Submitted": "auto-generated", "Content-Language": mail.language },
    // Whatever a text says, it names no file and no address to be read into the mail.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** "k…@example.com": enough to know one's own address by. */
function masked(address: string): string {
  return address.replace(/^(.)[^@]*/u, "$1…");
}

/** Writes each mail to `<id>.eml` in the folder, whole or not at all; a repeat replaces it. */
export function folderMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(toMessage(mail));
      if (!Buffer.isBuffer(message)) throw new Error("the composer gave no bytes");
      // They hold customers' addresses and links to their orders.
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
