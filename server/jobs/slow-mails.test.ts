import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#core/env";
import { MAX_SEND_MS } from "#gateways/mail";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { type MailServer, openMailServer, type Refusal } from "#testing/mail-server";
import { dropMails, mailsAbout } from "#testing/mails";
import { makeSale, type Sale } from "#testing/sale";
import { withSettings } from "#testing/settings";
import { JobSlots, startDueJobs } from "./run-jobs";

let seller: Pick<Sale, "account" | "portfolioId">;
let server: MailServer;
let replyToData: (nth: number) => Refusal | Promise<Refusal>;
withSettings();

beforeAll(async () => {
  seller = { account: (await makeAccount()).test, ...(await makeStock()) };
});
beforeEach(async () => {
  server = await openMailServer({ data: (nth) => replyToData(nth) });
  env.SMTP_URL = server.url;
});
afterEach(async () => {
  await server.close();
  await dropMails();
});

const sell = () => makeSale({ ...seller, kinds: ["receipt"] });

async function mailOf(checkoutSessionId: string) {
  const [mail] = await mailsAbout(checkoutSessionId);
  if (!mail) throw new Error("no mail is there");
  return mail;
}

describe("a mail that the server is slow to accept", () => {
  it("occupies one slot while others are sent, and is sent once", async () => {
    const slow = await sell();
    let reply: () => void = () => undefined;
    const replied = new Promise<undefined>((resolve) => {
      reply = () => resolve(undefined);
    });
    replyToData = (nth) => (nth === 1 ? replied : undefined);
    const slots = new JobSlots();
    expect(await startDueJobs(systemContext(), { slots })).toBe(1);
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    for (let nth = 2; nth <= 4; nth += 1) {
      const { id } = await sell();
      expect(await startDueJobs(systemContext(), { slots })).toBe(1);
      await vi.waitFor(async () => expect(await mailOf(id)).toMatchObject({ state: "sent" }));
    }
    expect(slots.running).toBe(1);
    reply();
    await slots.settle();
    expect(await mailOf(slow.id)).toMatchObject({ state: "sent", attempts: 1 });
    expect(server.received).toHaveLength(4);
  });

  it("is not due again before the server must have replied", async () => {
    const { id } = await sell();
    const slots = new JobSlots();
    const from = Date.now();
    replyToData = () => new Promise<undefined>(() => undefined);
    await startDueJobs(systemContext(), { slots });
    expect((await mailOf(id)).dueAt.getTime() - from).toBeGreaterThan(MAX_SEND_MS);
    expect(MAX_SEND_MS).toBeGreaterThan(10 * 60_000);
    await server.close();
    await slots.settle();
  });
});
