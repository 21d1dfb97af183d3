import { randomUUID } from "node:crypto";
import net, { type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openMailServer } from "#testing/mail-server";
import { MailDelayed } from "./message";
import { smtpMailer } from "./smtp-mailer";

const servers: { close(): unknown }[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function open(...args: Parameters<typeof openMailServer>) {
  const server = await openMailServer(...args);
  servers.push(server);
  return server;
}

const mailOf = () => ({
  id: `mail_${randomUUID()}`,
  to: "kim@example.com",
  language: "en",
  subject: "Receipt",
  text: "Thank you",
  html: "<p>Thank you</p>",
});

describe("a mail to a slow server", () => {
  const timeouts = { connectMs: 5000, transferMs: 5000, replyMs: 60_000 };

  it("waits longer after its end than before, and is sent once", async () => {
    // Slower than the whole transfer may be.
    const short = { ...timeouts, transferMs: 1000 };
    const server = await open({ data: () => sleep(1500).then(() => undefined) });
    await smtpMailer(server.url, short).send(mailOf());
    expect(server.received).toHaveLength(1);
  });

  it("may be sent later without a reply, and reports that it may arrive twice", async () => {
    const server = await open({ data: () => sleep(10_000, undefined, { ref: false }) });
    const sending = smtpMailer(server.url, { ...timeouts, replyMs: 200 }).send(mailOf());
    await expect(sending).rejects.toThrow(MailDelayed);
    await expect(sending).rejects.toThrow("accepted the mail but did not reply within 0.2 s");
    expect(server.received).toHaveLength(1);
  });

  it("does not delay mails that get a reply sooner", async () => {
    let replyToFirst: () => void = () => undefined;
    const first = new Promise<undefined>((resolve) => {
      replyToFirst = () => resolve(undefined);
    });
    const server = await open({ data: (nth) => (nth === 1 ? first : undefined) });
    const sender = smtpMailer(server.url, timeouts);
    const slow = sender.send(mailOf());
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    for (let nth = 2; nth <= 6; nth += 1) await sender.send(mailOf());
    expect(server.received).toHaveLength(6);
    replyToFirst();
    await slow;
    expect(server.received).toHaveLength(6);
  });

  it.each([
    ["hangs up", null],
    ["closes the connection", ""],
    ["is shutting down", "421 4.3.2 Shutting down\r\n"],
  ])("is not repeated at once if the server %s instead of replying", async (_how, bye) => {
    let mails = 0;
    const hangsUp = net.createServer((socket) => {
      let body: string | null = null;
      socket.write("220 ready\r\n");
      socket
        .on("error", () => {})
        .on("data", (data) => {
          const text = data.toString();
          if (body === null && !text.startsWith("DATA")) {
            socket.write("250 ok\r\n");
            return;
          }
          if (body === null) socket.write("354 go on\r\n");
          body = (body ?? "") + text;
          if (!body.endsWith("\r\n.\r\n")) return;
          mails += 1;
          if (bye === null) socket.destroy();
          else socket.end(bye);
        });
    });
    servers.push(hangsUp);
    await new Promise<void>((resolve) => hangsUp.listen(0, "127.0.0.1", resolve));
    const { port } = hangsUp.address() as AddressInfo;
    const sending = smtpMailer(`smtp://127.0.0.1:${port}`, timeouts).send(mailOf());
    await expect(sending).rejects.toThrow(MailDelayed);
    expect(mails).toBe(1);
  });
});
