// Keeps mails as files for whoever develops: nothing leaves the machine.
import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { createTransport } from "nodemailer";
import { log } from "#core/log";
import type { Mailer } from "./mail";
import { toMessage } from "./message";

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
      log.info({ subject: mail.subject, to: masked(mail.to), file }, "mail written to a file");
    },
  };
}
