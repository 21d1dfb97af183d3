import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { claimJobs, enqueueChores, enqueueJobs, type JobKindName } from "#domain/queue";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { type MailServer, openMailServer } from "#testing/mail-server";
import { dropMails, mailsAbout, makeMailsDue } from "#testing/mails";
import { makeSale } from "#testing/sale";
import { withSettings } from "#testing/settings";
import { JobSlots, runJobs, startDueJobs } from "./run-jobs";
import { startWorker } from "./worker";

let server: MailServer;
let reply: (nth: number) => Promise<undefined> | undefined;
withSettings();

beforeEach(async () => {
  reply = () => undefined;
  server = await openMailServer({ data: (nth) => reply(nth) });
  env.SMTP_URL = server.url;
});
afterEach(async () => {
  await server.close();
  await dropMails();
  await database().prisma.job.deleteMany({ where: { key: "chore" } });
});

async function sell(kinds: readonly "receipt"[] = ["receipt"]) {
  const { account } = await makeAccount();
  return makeSale({ account, ...(await makeStock()), kinds });
}

const run = () => runJobs(systemContext());
const jobOf = (key: string, kind: JobKindName = "customer-mail") =>
  database().prisma.job.findFirstOrThrow({ where: { kind, key } });

it("a job enqueued in a failed transaction does not run", async () => {
  const { account } = await makeAccount();
  const sale = { account, ...(await makeStock()), kinds: ["receipt"] } as const;
  const { id } = await makeSale({ ...sale, kinds: [] });
  const broken = database().transaction(async (db) => {
    const payload = { template: "receipt", params: { checkoutSessionId: id } };
    const jobs = [{ kind: "customer-mail", key: `receipt:${id}`, payload } as const];
    await enqueueJobs(db, { jobs, now: new Date() });
    throw new Error("no");
  });
  await expect(broken).rejects.toThrow("no");
  expect(await run()).toBe(0);
  expect(server.received).toEqual([]);
});

it("a job with an invalid payload fails at once, names the field, and delays no other", async () => {
  const { id } = await sell();
  const keys = ["a", "b", "c"].map((name) => `${name}-${randomUUID()}`);
  const broken = [
    { params: {} },
    { template: "receipt", params: {} },
    { template: "no such template", params: {} },
  ];
  const jobs = keys.map(
    (key, at) => ({ kind: "customer-mail", key, payload: broken[at] ?? {} }) as const,
  );
  await enqueueJobs(database(), { jobs, now: new Date(Date.now() - 60_000) });
  expect(await run()).toBe(1);
  expect(await mailsAbout(id)).toMatchObject([{ state: "sent" }]);
  const failed = await Promise.all(keys.map((key) => jobOf(key)));
  expect(failed.map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
  expect(failed.map(({ lastError }) => lastError)).toEqual([
    expect.stringMatching(/^template: /),
    expect.stringMatching(/^params\.checkoutSessionId: /),
    "no template is named no such template",
  ]);
});

it("a job that kills each worker fails after its last attempt", async () => {
  const { id } = await sell();
  const [mail] = await mailsAbout(id);
  const data = { attempts: 100, runAt: new Date(Date.now() - 1) };
  await database().prisma.job.update({ where: { id: mail?.id ?? "" }, data });
  expect(await run()).toBe(0);
  expect(server.received).toEqual([]);
  expect(await mailsAbout(id)).toMatchObject([
    { jobState: "failed", lastError: "the worker ended in the middle of the last attempt" },
  ]);
});

it("a job whose worker died after the effect runs again, which may repeat the effect once", async () => {
  const { id } = await sell();
  const free = new Map([["customer-mail", 1]] as const);
  // It sent the mail and died before storing that.
  const now = new Date();
  expect(await claimJobs(database(), { free, runner: "dead", now })).toHaveLength(1);
  expect(await run()).toBe(0);
  await makeMailsDue(id);
  expect(await Promise.all([run(), run()])).toContain(1);
  expect(server.received).toHaveLength(1);
  expect(await mailsAbout(id)).toMatchObject([{ state: "sent", attempts: 2 }]);
});

it("a chore runs in one worker at a time, again at its next time, and is queued once", async () => {
  const now = new Date();
  await Promise.all([1, 2, 3].map(() => enqueueChores(database(), now)));
  const claims = await Promise.all(
    Array.from({ length: 6 }, () => {
      const free = new Map([["expire-sessions", 1]] as const);
      return claimJobs(database(), { free, runner: randomUUID(), now });
    }),
  );
  expect(claims.flat()).toHaveLength(1);
  const where = { kind: "expire-sessions" };
  await database().prisma.job.updateMany({ where, data: { runAt: now } });
  await run();
  const chore = await jobOf("chore", "expire-sessions");
  expect(chore).toMatchObject({ state: "queued", runner: null, attempts: 0, lastError: null });
  expect(chore.runAt.getTime() - now.getTime()).toBeGreaterThan(59_000);
});

it("a worker that shuts down finishes its jobs and starts no others", async () => {
  const first = await sell();
  let release: () => void = () => undefined;
  const released = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  reply = () => released;
  const worker = startWorker();
  await vi.waitFor(() => expect(server.received).toHaveLength(1), 10_000);
  let hasEnded = false;
  const ending = worker.stop().then(() => {
    hasEnded = true;
  });
  const second = await sell();
  await sleep(150);
  expect(hasEnded).toBe(false);
  release();
  await ending;
  expect(await mailsAbout(first.id)).toMatchObject([{ state: "sent", attempts: 1 }]);
  expect(await mailsAbout(second.id)).toMatchObject([{ state: "due", attempts: 0 }]);
});

it("a slow job does not delay other kinds", async () => {
  await Promise.all(Array.from({ length: 4 }, () => sell()));
  reply = () => new Promise(() => undefined);
  const slots = new JobSlots();
  expect(await startDueJobs(systemContext(), { slots })).toBe(4);
  await enqueueChores(database(), new Date());
  expect(await startDueJobs(systemContext(), { slots })).toBeGreaterThan(0);
  await vi.waitFor(async () => {
    const chore = await jobOf("chore", "expire-sessions");
    expect(chore.runAt.getTime()).toBeGreaterThan(Date.now());
    expect(chore.runner).toBeNull();
  });
  await expect.poll(() => slots.running).toBe(4);
});
