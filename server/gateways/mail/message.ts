// A mail as the composer takes it: from whom, under which Message-ID, with which headers.
import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import { appUrl, env } from "#core/env";
import { MailRefused, type OutgoingMail } from "./mail";

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
