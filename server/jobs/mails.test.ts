import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { orderNumber } from "#core/id";
import { claimJobs, type JobResult, jobKind, recordAfter, storeResult } from "#domain/queue";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { type MailServer, openMailServer, type Refusal } from "#testing/mail-server";
import { dropMails, mailsAbout, makeMailsDue } from "#testing/mails";
import { makeSale, type Sale } from "#testing/sale";
import { withSettings } from "#testing/settings";
import { runJobs } from "./run-jobs";

const APP_URL = "https://till.example";
withSettings({ APP_URL });

let test: Pick<Sale, "account" | "portfolioId">;
let live: Pick<Sale, "account" | "portfolioId">;
let server: MailServer;
/** Replies of the mail server, which each test may set. */
let replies: { recipient?: () => Refusal; data?: (nth: number) => Refusal | Promise<Refusal> };

beforeAll(async () => {
  const accounts = await makeAccount();
  test = { account: accounts.test, ...(await makeStock()) };
  live = { account: accounts.live, ...(await makeStock({ mode: "live" })) };
});
beforeEach(async () => {
  replies = {};
  server = await openMailServer({
    recipient: () => replies.recipient?.(),
    data: (nth) => replies.data?.(nth),
  });
  env.SMTP_URL = server.url;
});
afterEach(async () => {
  await server.close();
  // Keeps mails of earlier tests from being sent.
  await dropMails();
});

const sell = (sale: Omit<Sale, "account" | "portfolioId"> & { isLive?: boolean }) =>
  makeSale({ ...(sale.isLive ? live : test), ...sale });

const mailOf = async (sessionId: string) => {
  const [mail] = await mailsAbout(sessionId);
  if (!mail) throw new Error("no mail is there");
  return mail;
};
const send = () => runJobs(systemContext());
const makeDue = makeMailsDue;

const claimMail = async () => {
  const free = new Map([["customer-mail", 1]] as const);
  const claim = { free, runner: randomUUID(), now: new Date() };
  const [job] = await claimJobs(database(), claim);
  if (!job) throw new Error("no mail was due");
  return job;
};

describe("a customer", () => {
  it.each([
    ["en", "$87.50", "1.25 t CO₂e"],
    ["de", "87,50\u00a0$", "1,25 t CO₂e"],
    ["fr", "87,50\u00a0$US", "1,25 t CO₂e"],
    ["es", "87,50\u00a0US$", "1,25 t CO₂e"],
  ] as const)("gets mails about the payment and the certificate in %s", async (...row) => {
    const [language, money, mass] = row;
    const beneficiary = "Søren <b>& Kim</b>";
    const kinds = ["receipt", "certificate"] as const;
    const { id, orderId } = await sell({ kinds, language, beneficiary });
    expect(await send()).toBe(1);
    await matchAll();
    await makeDue(id);
    expect(await send()).toBe(1);
    const [receipt, certificate] = server.received.map(({ mail }) => mail);
    for (const mail of [receipt, certificate]) {
      expect(mail?.subject).toMatch(/^\[Test\] /);
      for (const part of [mail?.text, mail?.html]) {
        expect(part).toContain(mass);
        expect(part).toContain(orderNumber(orderId));
        expect(part).toContain(test.account.name);
        expect(part).toContain("Portfolio");
      }
      expect(mail?.text).toContain(beneficiary);
      expect(mail?.html).toContain("Søren &lt;b&gt;&amp; Kim&lt;/b&gt;");
      expect(mail?.html).toContain(`<html lang="${language}">`);
    }
    for (const part of [receipt?.text, receipt?.html]) {
      expect(part).toContain(money);
      expect(part).toContain(`${APP_URL}/checkout/${id}?lang=${language}`);
    }
    for (const part of [certificate?.text, certificate?.html]) {
      expect(part).toContain(`${APP_URL}/certificates/${orderId}`);
      expect(part).toContain(`${APP_URL}/certificates/${orderId}/pdf`);
    }
    for (const mail of await mailsAbout(id)) {
      expect(mail).toMatchObject({ state: "sent", attempts: 1, lastError: null });
    }
  });

  it("gets mails about failures and refunds, in a live account, too", async () => {
    const { id } = await sell({ kinds: ["failure", "refund"], isLive: true });
    expect(await send()).toBe(2);
    const mails = server.received.map(({ mail }) => mail);
    const failure = mails.find(({ subject }) => subject?.includes("failed"));
    const refund = mails.find(({ subject }) => subject?.startsWith("Refund: $87.50"));
    expect(failure?.text).toContain("You were not charged");
    expect(failure?.text).toContain("https://shop.example/basket");
    expect(refund?.text).toContain(`${APP_URL}/checkout/${id}`);
    for (const { subject, text } of mails) expect(`${subject}${text}`).not.toMatch(/test/i);
  });

  it("without an address gets no mail", async () => {
    const { id } = await sell({ kinds: ["receipt"], email: null });
    expect(await send()).toBe(0);
    expect(await mailOf(id)).toMatchObject({ state: "dropped", settledAt: expect.any(Date) });
    expect(server.received).toEqual([]);
  });
});

describe("a certificate's mail", () => {
  it("waits for the certificate without counting attempts", async () => {
    const { id } = await sell({ kinds: ["certificate"] });
    for (let time = 0; time < 3; time += 1) {
      await makeDue(id);
      const from = Date.now();
      expect(await send()).toBe(0);
      const to = Date.now();
      const { state, attempts, dueAt } = await mailOf(id);
      expect({ state, attempts }).toEqual({ state: "due", attempts: 0 });
      expect(dueAt.getTime() - from).toBeGreaterThan(1000);
      expect(dueAt.getTime() - to).toBeLessThan(5000);
    }
    await matchAll();
    await makeDue(id);
    expect(await send()).toBe(1);
  });

  it("is dropped with its order", async () => {
    const { id, orderId } = await sell({ kinds: ["certificate"] });
    await database().query(
      {
        name: "test-cancel",
        text: `
          WITH cancelled AS (
            UPDATE orders SET state = 'cancelled', cancelled_order_id = id, settled_at = now()
            WHERE id = $1 RETURNING account_id, id, mode, amount_kg
          )
          INSERT INTO order_cancellations
            (account_id, order_id, mode, order_amount_kg, reason, created_at)
          SELECT account_id, id, mode, amount_kg, 'asked', now() FROM cancelled`,
      },
      [orderId],
    );
    expect(await send()).toBe(0);
    const lastError = "the order is cancelled";
    expect(await mailOf(id)).toMatchObject({ state: "dropped", lastError });
  });
});

describe("a mail that does not get through", () => {
  it("is tried again after half a minute, then later, under the same Message-ID", async () => {
    const { id } = await sell({ kinds: ["receipt"] });
    replies.data = (nth) => (nth < 3 ? "451 4.3.0 Busy" : undefined);
    for (const waitMs of [30_000, 60_000]) {
      const from = Date.now();
      expect(await send()).toBe(0);
      const to = Date.now();
      const { state, dueAt, lastError } = await mailOf(id);
      expect(state).toBe("due");
      expect(dueAt.getTime() - from).toBeGreaterThanOrEqual(waitMs);
      expect(dueAt.getTime() - to).toBeLessThanOrEqual(waitMs);
      expect(lastError).toContain("451 4.3.0");
      expect(await send()).toBe(0);
      await makeDue(id);
    }
    expect(await send()).toBe(1);
    expect(await mailOf(id)).toMatchObject({ state: "sent", attempts: 3, lastError: null });
    const { id: mailId } = await mailOf(id);
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual(
      Array.from({ length: 3 }, () => `<${mailId}@till.example>`),
    );
  });

  it("is dropped if the address is rejected permanently", async () => {
    const { id } = await sell({ kinds: ["receipt"] });
    replies.recipient = () => "550 5.1.1 kim@example.com is unknown";
    expect(await send()).toBe(0);
    const mail = await mailOf(id);
    expect(mail).toMatchObject({ state: "dropped", attempts: 1 });
    expect(mail.lastError).toMatch(/550 5\.1\.1/);
    expect(mail.lastError).not.toContain("kim@");
  });

  it("delays no other mail", async () => {
    replies.recipient = () => undefined;
    const bad = await sell({ kinds: ["receipt"], email: "not an address" });
    const good = await sell({ kinds: ["receipt"] });
    expect(await send()).toBe(1);
    expect(await mailOf(bad.id)).toMatchObject({ state: "dropped" });
    expect(await mailOf(good.id)).toMatchObject({ state: "sent" });
  });

  it("is sent again with the same Message-ID if the worker ended before storing that", async () => {
    const { id } = await sell({ kinds: ["receipt"] });
    const from = Date.now();
    await claimMail();
    expect(await send()).toBe(0);
    expect((await mailOf(id)).dueAt.getTime() - from).toBeGreaterThan(50_000);
    await makeDue(id);
    expect(await send()).toBe(1);
    expect(await mailOf(id)).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("keeps the result of its second sender, unless the first reports late that it was sent", async () => {
    const { id } = await sell({ kinds: ["receipt"] });
    const first = await claimMail();
    await makeDue(id);
    const second = await claimMail();
    const { dueAt } = await mailOf(id);
    const store = (job: typeof first, result: JobResult) => {
      const now = new Date();
      const kind = jobKind(job.kind);
      const record = recordAfter(kind, { attempts: job.attempts, result, now });
      const isDoneAnyway = kind.hasExternalEffect === true && result.state === "done";
      return storeResult(database(), { job, record, isDoneAnyway, now });
    };
    const later = { state: "retry", reason: "late" } as const;
    expect(await store(first, later)).toBe(false);
    expect(await mailOf(id)).toMatchObject({ dueAt, lastError: null });
    expect(await store(first, { state: "done" })).toBe(true);
    expect(await store(second, later)).toBe(false);
    expect(await mailOf(id)).toMatchObject({ state: "sent" });
  });
});

describe("several workers", () => {
  it("send each mail once, several at a time", async () => {
    const sales = [];
    for (let nth = 0; nth < 40; nth += 1) sales.push(await sell({ kinds: ["receipt"] }));
    let [now, most] = [0, 0];
    replies.data = async () => {
      now += 1;
      most = Math.max(most, now);
      await sleep(10);
      now -= 1;
      return undefined;
    };
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.reduce((all, each) => all + each)).toBe(40);
    expect(Math.min(...sent)).toBeGreaterThan(0);
    // They share this process's connections.
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    const ids = server.received.map(({ mail }) => mail.messageId);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
    for (const { id } of sales) {
      expect(await mailOf(id)).toMatchObject({ state: "sent", attempts: 1 });
    }
  });

  it("stop after the mails in progress", async () => {
    for (let nth = 0; nth < 6; nth += 1) await sell({ kinds: ["receipt"] });
    let rounds = 0;
    expect(
      await runJobs(systemContext(), {
        stopped: () => {
          rounds += 1;
          return rounds > 1;
        },
      }),
    ).toBe(4);
    expect(await runJobs(systemContext(), { stopped: () => true })).toBe(0);
  });
});
