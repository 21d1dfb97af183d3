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
  const timeouts = { connectMs: 5000, transferMs: 5000, answerMs: 60_000 };

  it("is waited for longer after its end than before, and handed over once", async () => {
    // Slower than the whole transfer may be.
    const hasty = { ...timeouts, transferMs: 1000 };
    const server = await open({ data: () => sleep(1500).then(() => undefined) });
    await smtpMailer(server.url, hasty).send(mailOf());
    expect(server.received).toHaveLength(1);
  });

  it("may be sent later where no answer comes, and says that it may arrive twice", async () => {
    const server = await open({ data: () => sleep(10_000, undefined, { ref: false }) });
    const sending = smtpMailer(server.url, { ...timeouts, answerMs: 200 }).send(mailOf());
    await expect(sending).rejects.toThrow(MailDelayed);
    await expect(sending).rejects.toThrow("took the mail but did not answer within 0.2 s");
    expect(server.received).toHaveLength(1);
  });

  it("holds up no mail that the server answers sooner", async () => {
    let answerFirst: () => void = () => undefined;
    const first = new Promise<undefined>((resolve) => {
      answerFirst = () => resolve(undefined);
    });
    const server = await open({ data: (nth) => (nth === 1 ? first : undefined) });
    const sender = smtpMailer(server.url, timeouts);
    const slow = sender.send(mailOf());
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    for (let nth = 2; nth <= 6; nth += 1) await sender.send(mailOf());
    expect(server.received).toHaveLength(6);
    answerFirst();
    await slow;
    expect(server.received).toHaveLength(6);
  });

  it.each([
    ["hangs up", null],
    ["ends the connection", ""],
    ["is shutting down", "421 4.3.2 Shutting down\r\n"],
  ])("is not repeated at once where the server %s in place of an answer", async (_how, bye) => {
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
