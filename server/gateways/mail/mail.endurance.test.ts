import { randomUUID } from "node:crypto";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { domainToUnicode } from "node:url";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#core/env";
import { log } from "#core/log";
import { rawServer } from "#testing/local-server";
import { type MailServer, openMailServer } from "#testing/mail-server";
import { MailDelayed, MailRefused, mailer } from "./index";
import type { OutgoingMail } from "./message";
import { smtpMailer } from "./smtp-mailer";

const { APP_URL, CT_DATA_DIR, SMTP_URL, MAIL_FROM, MAIL_REPLY_TO } = env;
const before = { APP_URL, CT_DATA_DIR, SMTP_URL, MAIL_FROM, MAIL_REPLY_TO };
const servers: { close(): unknown }[] = [];
let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-mails-"));
  Object.assign(env, { APP_URL: "https://till.example:8443", CT_DATA_DIR: folder });
  env.SMTP_URL = undefined;
  env.MAIL_FROM = undefined;
  env.MAIL_REPLY_TO = undefined;
});
afterEach(async () => {
  Object.assign(env, before);
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) await server.close();
  fs.rmSync(folder, { recursive: true });
});

async function open(...args: Parameters<typeof openMailServer>): Promise<MailServer> {
  const server = await openMailServer(...args);
  servers.push(server);
  env.SMTP_URL = server.url;
  return server;
}

const mailOf = (row: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: `mail_${randomUUID()}`,
  to: "kim@example.com",
  language: "de",
  subject: "Grüße",
  text: "Ein Text mit 12,50\u00a0$ und CO₂e",
  html: "<p>Ein Text mit 12,50\u00a0$ und CO₂e</p>",
  ...row,
});

const only = ({ received }: MailServer) => {
  expect(received).toHaveLength(1);
  const [first] = received;
  if (!first) throw new Error("no mail came");
  return first;
};
const headers = (mail: { headers: { key: string; value: string }[] }) =>
  Object.fromEntries(mail.headers.map(({ key, value }) => [key, value]));

describe("a mail by SMTP", () => {
  it("has text and HTML, is marked as automatic, and has its own Message-ID", async () => {
    const server = await open();
    await mailer("customers").send(mailOf({ id: "mail_1" }));
    const { mail, from, to } = only(server);
    expect(mail).toMatchObject({
      subject: "Grüße",
      messageId: "<mail_1@till.example>",
      from: { name: "Carbon Till", address: "no-reply@till.example" },
      to: [{ name: "", address: "kim@example.com" }],
    });
    expect(mail.text?.trim()).toBe(mailOf().text);
    expect(mail.html?.trim()).toBe(mailOf().html);
    expect(mail.attachments).toEqual([]);
    expect(headers(mail)).toMatchObject({
      "auto-submitted": "auto-generated",
      "content-language": "de",
    });
    expect([from, to]).toEqual(["no-reply@till.example", ["kim@example.com"]]);
  });

  it("brings its attachments byte for byte", async () => {
    const server = await open();
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 13, 10, 255]);
    const attachment = { name: "INV-2026-00001.pdf", contentType: "application/pdf", bytes };
    await mailer("customers").send(mailOf({ attachments: [attachment] }));
    const [received, ...more] = only(server).mail.attachments;
    expect(more).toEqual([]);
    expect(received).toMatchObject({
      filename: attachment.name,
      mimeType: attachment.contentType,
      disposition: "attachment",
    });
    expect(Buffer.from(received?.content as ArrayBuffer)).toEqual(bytes);
  });

  it("comes from MAIL_FROM if it is set", async () => {
    const server = await open();
    env.MAIL_FROM = "Grüner Laden <post@laden.example>";
    await mailer("customers").send(mailOf());
    expect(only(server)).toMatchObject({
      from: "post@laden.example",
      mail: { from: { name: "Grüner Laden", address: "post@laden.example" } },
    });
  });

  it.each([
    ["post@laden.example", "laden.example"],
    ["Grüner Laden <post@bücher.example>", "xn--bcher-kva.example"],
  ])("from %s has the sender's domain in its Message-ID", async (from, domain) => {
    const server = await open();
    env.MAIL_FROM = from;
    await mailer("customers").send(mailOf({ id: "mail_4" }));
    expect(only(server).raw).toContain(`\r\nMessage-ID: <mail_4@${domain}>\r\n`);
  });

  it("sets Reply-To only if MAIL_REPLY_TO is set", async () => {
    const server = await open();
    await mailer("customers").send(mailOf());
    env.MAIL_REPLY_TO = "Kundendienst <help@laden.example>";
    await mailer("customers").send(mailOf());
    const [without, set] = server.received.map(({ mail }) => mail.replyTo);
    expect(without).toBeUndefined();
    expect(set).toEqual([{ name: "Kundendienst", address: "help@laden.example" }]);
  });

  it.each([
    ["http://localhost:3000", "localhost"],
    ["http://127.0.0.1:3000", "[127.0.0.1]"],
    ["http://[::1]:3000", "[IPv6:::1]"],
    ["https://bücher.example", "xn--bcher-kva.example"],
  ])("from %s has a sender and a Message-ID at %s", async (url, domain) => {
    const server = await open();
    env.APP_URL = url;
    await mailer("customers").send(mailOf({ id: "mail_2" }));
    const { raw, from } = only(server);
    // The server decodes the domain.
    expect(from.toLowerCase()).toBe(`no-reply@${domainToUnicode(domain) || domain}`.toLowerCase());
    expect(raw.toLowerCase()).toContain(`<no-reply@${domain.toLowerCase()}>\r\n`);
    expect(raw).toContain(`\r\nMessage-ID: <mail_2@${domain}>\r\n`);
  });

  it("puts a subject of several lines in one, without extra headers", async () => {
    const server = await open();
    const subject = "Receipt\r\nBcc: eve@example.com\r\n\r\n<script>\u2028X-Evil: 1 ";
    await mailer("customers").send(mailOf({ subject: subject + "ü".repeat(600) }));
    const { mail, to } = only(server);
    expect(to).toEqual(["kim@example.com"]);
    expect(headers(mail)).not.toHaveProperty("bcc");
    expect(headers(mail)).not.toHaveProperty("x-evil");
    const line = `Receipt Bcc: eve@example.com <script> X-Evil: 1 ${"ü".repeat(600)}`;
    expect(mail.subject).toBe(line);
  });

  it.each([
    "a@example.com, eve@example.com",
    "a@example.com\r\nRCPT TO:<eve@example.com>",
    "Kim <kim@example.com>",
    "group:a@example.com;",
    "a b@example.com",
    "nobody",
    `${"a".repeat(250)}@example.com`,
    "",
  ])("is rejected permanently for %j, which is not one address", async (to) => {
    const server = await open();
    await expect(mailer("customers").send(mailOf({ to }))).rejects.toThrow(MailRefused);
    expect(server.connections.all).toBe(0);
  });

  it.each(["550 5.1.1 kim@example.com unknown", "553 No such mailbox", "550 5.2.1 Disabled"])(
    "is rejected permanently if the server replies %s",
    async (message) => {
      await open({ recipient: () => message });
      const refusal = await mailer("customers")
        .send(mailOf())
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(MailRefused);
      expect(String(refusal)).toMatch(/^MailRefused: EENVELOPE RCPT TO 55\d/);
      expect(String(refusal)).not.toContain("kim@");
    },
  );

  it.each(["451 4.7.1 Greylisted", "550 5.7.1 Relaying denied", "530 Authentication required"])(
    "may be sent later if the server replies %s",
    async (message) => {
      await open({ recipient: () => message });
      await expect(mailer("customers").send(mailOf())).rejects.toThrow(MailDelayed);
    },
  );

  it("may be sent later if the server rejects its content or is down", async () => {
    const server = await open({ data: () => "554 5.6.0 kim@example.com: no" });
    const delay = await mailer("customers")
      .send(mailOf())
      .catch((error: unknown) => error);
    expect(delay).toBeInstanceOf(MailDelayed);
    expect(String(delay)).not.toContain("kim@");
    expect(server.received).toHaveLength(1);
    await servers.pop()?.close();
    env.SMTP_URL = `${server.url}/?closed`;
    await expect(mailer("customers").send(mailOf())).rejects.toThrow(/ECONNREFUSED/);
    await expect(mailer("customers").send(mailOf())).rejects.toThrow(MailDelayed);
  });

  it("may be sent later if the server does not speak SMTP", async () => {
    const server = await rawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    servers.push(server);
    env.SMTP_URL = `smtp://localhost:${server.port}/?greetingTimeout=300`;
    await expect(mailer("customers").send(mailOf())).rejects.toThrow(MailDelayed);
  });

  it("may be sent later if the server is slow with every line", async () => {
    const trickle = net.createServer((socket) => {
      socket.write("220 slow\r\n");
      const timer = setInterval(() => socket.write("250-wait\r\n"), 20);
      socket.on("error", () => {}).on("close", () => clearInterval(timer));
    });
    servers.push(trickle);
    await new Promise<void>((resolve) => trickle.listen(0, "127.0.0.1", resolve));
    const { port } = trickle.address() as AddressInfo;
    const sending = smtpMailer(`smtp://127.0.0.1:${port}`, {
      connectMs: 1000,
      transferMs: 300,
      replyMs: 1000,
    }).send(mailOf());
    await expect(sending).rejects.toThrow(MailDelayed);
  });

  it.each(["offered", "from the start"] as const)(
    "uses TLS %s, and requires a trusted certificate",
    async (tls) => {
      const server = await open({ tls });
      await expect(mailer("customers").send(mailOf())).rejects.toThrow(MailDelayed);
      expect(server.received).toEqual([]);
      env.SMTP_URL = `${server.url}/?tls.rejectUnauthorized=false`;
      await mailer("customers").send(mailOf());
      expect(only(server).isSecure).toBe(true);
    },
  );

  it("is not sent if the URL requires TLS and the server has none", async () => {
    const server = await open();
    env.SMTP_URL = `${server.url}/?requireTLS=true`;
    await expect(mailer("customers").send(mailOf())).rejects.toThrow(MailDelayed);
    expect(server.received).toEqual([]);
  });

  it("uses few connections, however many are sent", async () => {
    const server = await open();
    await Promise.all(Array.from({ length: 30 }, () => mailer("customers").send(mailOf())));
    expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(30);
    expect(server.connections.all).toBeLessThanOrEqual(4);
  });
});

describe("a mail without a server", () => {
  const files = () => fs.readdirSync(path.join(folder, "mails"));

  it("becomes one complete file, logged without the address; a repeat replaces it", async () => {
    const info = vi.spyOn(log, "info");
    await mailer("customers").send(mailOf({ id: "mail_3", subject: "First" }));
    await mailer("customers").send(mailOf({ id: "mail_3", subject: "Again" }));
    expect(files()).toEqual(["mail_3.eml"]);
    const file = path.join(folder, "mails", "mail_3.eml");
    const mail = await PostalMime.parse(fs.readFileSync(file));
    expect(mail).toMatchObject({ subject: "Again", messageId: "<mail_3@till.example>" });
    expect(mail.text?.trim()).toBe(mailOf().text);
    expect(fs.statSync(file).mode & 0o077).toBe(0);
    expect(info).toHaveBeenCalledTimes(2);
    expect(info.mock.calls[1]?.[0]).toEqual({
      event: "mail.written",
      subject: "Again",
      to: "k…@example.com",
      file,
    });
    expect(JSON.stringify(info.mock.calls)).not.toContain("kim@");
  });

  it("becomes no file if the address is invalid", async () => {
    await expect(mailer("customers").send(mailOf({ to: "a@b, c@d" }))).rejects.toThrow(MailRefused);
    expect(fs.existsSync(path.join(folder, "mails"))).toBe(false);
  });
});
