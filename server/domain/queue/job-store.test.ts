import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { database, type Sql } from "#core/db";
import { newId } from "#core/id";
import { makeAccount, systemContext } from "#testing/factories";
import { type JobKind, jobKindNames, jobKinds, leaseMs } from "./job-kinds";
import { getJobBacklog, listFailedJobs, retryJob } from "./job-queries";
import {
  type ClaimedJob,
  claimJobs,
  claimStatement,
  enqueueJobs,
  extendLease,
  MAX_CLAIMED,
  storeResult,
} from "./job-store";
import { mailOf, queueMails } from "./mails";

const now = new Date("2026-11-22T12:00:00Z");
const at = (ms: number) => new Date(now.getTime() + ms);
const kind = "customer-mail";
const lease = leaseMs(jobKinds[kind]);
const sql = () => database();
const rowOf = (id: string) => sql().prisma.job.findUniqueOrThrow({ where: { id } });

beforeEach(async () => {
  await sql().prisma.job.deleteMany();
});

interface Options {
  when?: Date;
  exclusive?: string;
  kind?: "customer-mail" | "person-mail";
}

async function enqueue({ when = now, ...options }: Options = {}): Promise<string> {
  const id = newId("job");
  const job = { id, kind, key: id, payload: { n: 1 }, ...options } as const;
  await enqueueJobs(sql(), { jobs: [job], now: when });
  return id;
}

async function claim(db: Sql, when = now, limit = 10): Promise<ClaimedJob[]> {
  const free = new Map([[kind, limit]] as const);
  return claimJobs(db, { free, runner: randomUUID(), now: when });
}

async function claimOne(when = now): Promise<ClaimedJob> {
  const [job] = await claim(sql(), when, 1);
  if (!job) throw new Error("nothing was due");
  return job;
}

/** In a second transaction that doesn't wait for locks. */
function inSecondTransaction<T>(work: (db: Sql) => Promise<T>): Promise<T> {
  return database().sqlTransaction(async (db) => {
    await db.query({ name: "", text: "SET LOCAL lock_timeout = '100ms'" }, []);
    return work(db);
  });
}

const done = { state: "done", runAt: null, attempts: 1, lastError: null, report: null } as const;
const retry = { ...done, state: "queued", runAt: at(5), lastError: "busy" } as const;

describe("enqueuing", () => {
  it("keeps the first job with a key, and rolls back with its transaction", async () => {
    const jobs = [{ kind, key: "a", payload: { first: true } } as const];
    await enqueueJobs(sql(), { jobs, now });
    await enqueueJobs(sql(), { jobs: [{ kind, key: "a", payload: {} }], now });
    const other = { kind: "person-mail", key: "a", payload: {} } as const;
    const broken = database().sqlTransaction(async (db) => {
      await enqueueJobs(db, { jobs: [other], now });
      throw new Error("no");
    });
    await expect(broken).rejects.toThrow("no");
    expect(await sql().prisma.job.findMany()).toMatchObject([
      { kind, key: "a", payload: { first: true }, state: "queued", runAt: now, createdAt: now },
    ]);
  });

  it("queues several mails in one call, each once, with account and subject", async () => {
    const { account } = await makeAccount();
    const template = { name: "note", audience: "people", params: {}, prepare: () => {} } as never;
    const mail = (key: string) => mailOf(template, { key, params: {}, accountId: account.id });
    const mails = ["a", "b", "a"].map((key) => ({ ...mail(key), subjectId: "sub" }));
    await Promise.all([1, 2].map(() => queueMails(sql(), { mails, now })));
    const rows = await sql().prisma.job.findMany({ orderBy: { key: "asc" } });
    const expected = { kind: "person-mail", accountId: account.id, subjectId: "sub" };
    expect(rows).toMatchObject(["note:a", "note:b"].map((key) => ({ ...expected, key })));
    expect(rows[0]?.payload).toEqual({ template: "note", params: {} });
  });
});

describe("a due job", () => {
  it("is claimed by one of two workers, and again when its lease ends", async () => {
    const [id, later, other] = [
      await enqueue(),
      await enqueue({ when: at(1) }),
      await enqueue({ kind: "person-mail" }),
    ];
    await database().sqlTransaction(async (first) => {
      expect((await claim(first)).map((job) => [job.id, job.attempts])).toEqual([[id, 1]]);
      expect(await inSecondTransaction((second) => claim(second))).toEqual([]);
    });
    expect(await rowOf(id)).toMatchObject({ runAt: at(lease), startedAt: now, attempts: 1 });
    expect(await rowOf(later)).toMatchObject({ runAt: at(1), runner: null });
    expect(await rowOf(other)).toMatchObject({ runAt: now, attempts: 0 });
    expect((await claim(sql(), at(lease - 1))).map((job) => job.id)).toEqual([later]);
    const again = await claim(sql(), at(lease));
    expect(again.map((job) => [job.id, job.attempts])).toEqual([[id, 2]]);
  });

  it("that has waited longest is claimed first, up to the free slots", async () => {
    const ids = [await enqueue({ when: at(-1) }), await enqueue({ when: at(-3) })];
    ids.push(await enqueue({ when: at(-2) }));
    const order = [await claimOne(), await claimOne(), await claimOne()].map((job) => job.id);
    expect(order).toEqual([ids[1], ids[2], ids[0]]);
    await enqueue();
    await enqueue();
    expect(await claim(sql(), now, 1)).toHaveLength(1);
  });

  it("is found without a scan of other jobs, however many there are", async () => {
    const slots = Object.values<JobKind>(jobKinds).reduce((sum, it) => sum + it.slots, 0);
    expect(slots).toBeLessThanOrEqual(MAX_CLAIMED);
    const insert = (state: string, from: number) => `
      INSERT INTO jobs (id, kind, key, payload, state, run_at, created_at, ended_at)
      SELECT n, '${kind}', n, '{}', '${state}', now() + n * interval '1 ms', now(),
             CASE WHEN '${state}' = 'done' THEN now() END
      FROM generate_series(${from}, ${from + 4999}) n`;
    for (const text of [insert("done", 0), insert("queued", 5000), "ANALYZE jobs"]) {
      await sql().query({ name: "", text }, []);
    }
    const { text } = claimStatement();
    const time = new Date(Date.now() + 3_600_000);
    const all = (value: unknown) => jobKindNames.map(() => value);
    const values = [jobKindNames, all(4), all(time), time, "runner", time];
    const plan = await sql().query({ name: "", text: `EXPLAIN ${text}` }, values);
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan on jobs/);
  });

  it("waits while another one of its group runs", async () => {
    const first = await enqueue({ when: at(-2), exclusive: "live" });
    const second = await enqueue({ when: at(-1), exclusive: "live" });
    const other = await enqueue({ exclusive: "test" });
    const job = await claimOne();
    expect(job.id).toBe(first);
    expect((await claim(sql())).map((it) => it.id)).toEqual([other]);
    await storeResult(sql(), { job, record: done, now });
    expect((await claimOne()).id).toBe(second);
    // A job whose worker died does not block itself.
    expect((await claim(sql(), at(lease))).map((it) => it.id)).toContain(second);
  });
});

describe("a result", () => {
  it("counts for its own claim only, and once", async () => {
    const [id, bystander] = [await enqueue(), await enqueue()];
    const job = await claimOne();
    for (const wrong of [{ id: "job_none" }, { runner: "none" }]) {
      const input = { job: { ...job, ...wrong }, record: retry, now };
      expect(await storeResult(sql(), input)).toBe(false);
    }
    expect(await storeResult(sql(), { job, record: retry, now })).toBe(true);
    const stored = { runAt: at(5), lastError: "busy", runner: null, endedAt: null, report: null };
    expect(await rowOf(id)).toMatchObject(stored);
    expect(await rowOf(bystander)).toMatchObject({ lastError: null, runAt: now });
    expect(await storeResult(sql(), { job, record: done, now })).toBe(false);
    const again = await claimOne(at(5));
    const record = { ...done, report: { rows: 2 } };
    expect(await storeResult(sql(), { job: again, record, now: at(6) })).toBe(true);
    const ended = { state: "done", report: { rows: 2 }, endedAt: at(6), lastError: null };
    expect(await rowOf(again.id)).toMatchObject(ended);
  });

  it("of work in the outside world counts even if another worker has claimed the job", async () => {
    const id = await enqueue();
    const first = await claimOne();
    const second = await claimOne(at(lease));
    const input = { job: first, record: done, isDoneAnyway: true, now };
    expect(await storeResult(sql(), input)).toBe(true);
    expect(await storeResult(sql(), { ...input, job: second })).toBe(false);
    expect(await rowOf(id)).toMatchObject({ state: "done", endedAt: now, runner: null });
  });

  it("is not stored as done if the job was to stop", async () => {
    const id = await enqueue();
    const job = await claimOne();
    const data = { stopRequested: true };
    await sql().prisma.job.update({ where: { id }, data });
    expect(await storeResult(sql(), { job, record: done, now })).toBe(false);
    const stopped = { ...done, state: "stopped" } as const;
    expect(await storeResult(sql(), { job, record: stopped, now })).toBe(true);
  });
});

describe("a retry", () => {
  const failed = { ...done, state: "failed", attempts: 9, lastError: "gave up" } as const;
  const retryNow = (id: string, when = at(5)) =>
    retryJob({ ...systemContext(), now: when }, { id });

  it("queues a failed job with all its attempts, once, and is in the audit log", async () => {
    const id = await enqueue();
    await storeResult(sql(), { job: await claimOne(), record: failed, now });
    await retryNow(id);
    expect(await rowOf(id)).toMatchObject({ state: "queued", endedAt: null, lastError: "gave up" });
    await expect(retryNow(id)).rejects.toMatchObject({ code: "conflict" });
    expect(await claimOne(at(5))).toMatchObject({ id, attempts: 1 });
    const audit = { action: "job.retried", subjectId: id };
    expect(await sql().prisma.auditEntry.count({ where: audit })).toBe(1);
  });

  it("is refused for jobs that are unknown, not failed, or have lost their files", async () => {
    await expect(retryNow("job_none")).rejects.toMatchObject({ code: "not-found" });
    const id = await enqueue();
    await expect(retryNow(id)).rejects.toMatchObject({ code: "conflict" });
    const data = { kind: "import", state: "failed", endedAt: now };
    await sql().prisma.job.update({ where: { id }, data });
    await expect(retryNow(id)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("a lease", () => {
  it("is extended by its own claim only, which learns whether to stop", async () => {
    const [id, bystander] = [await enqueue(), await enqueue()];
    const job = await claimOne();
    const progress = { phase: "Reading", done: 1, total: 2 };
    const input = { job, leasedUntil: at(lease + 5), progress };
    const extend = (more: object = {}) => extendLease(sql(), { ...input, ...more });
    expect(await extend()).toBe("go on");
    expect(await extend({ progress: null })).toBe("go on");
    expect(await rowOf(id)).toMatchObject({ runAt: at(lease + 5), progress });
    expect(await rowOf(bystander)).toMatchObject({ runAt: now, progress: null });
    for (const wrong of [{ id: "job_none" }, { runner: "none" }]) {
      expect(await extend({ job: { ...job, ...wrong } })).toBe("lost");
    }
    await sql().prisma.job.update({ where: { id }, data: { stopRequested: true } });
    expect(await extend()).toBe("stop");
  });
});

describe("a backlog", () => {
  it("counts jobs of its kind that are due, waiting, retried, or recently failed", async () => {
    const ctx = { ...systemContext(), now };
    await enqueue({ when: at(-1000) });
    await enqueue({ when: at(1000) });
    await enqueue({ kind: "person-mail" });
    expect(await getJobBacklog(ctx, { kind })).toEqual({
      due: 1,
      oldestDueAt: at(-1000),
      later: 1,
      retrying: 0,
      lost: 0,
    });
    const job = await claimOne();
    await storeResult(sql(), { job, record: retry, now });
    const [again] = await claim(sql(), at(5));
    expect(await getJobBacklog(ctx, { kind })).toMatchObject({ due: 0, later: 2, retrying: 1 });
    if (!again) throw new Error("nothing was due");
    const failed = { ...done, state: "failed", lastError: "gave up" } as const;
    await storeResult(sql(), { job: again, record: failed, now });
    expect(await getJobBacklog(ctx, { kind })).toMatchObject({ later: 1, retrying: 0, lost: 1 });
    expect(await listFailedJobs(ctx, { limit: 5 })).toMatchObject([
      { id: again.id, kind, lastError: "gave up", endedAt: now },
    ]);
    const tomorrow = { ...ctx, now: at(25 * 3_600_000) };
    expect(await getJobBacklog(tomorrow, { kind })).toMatchObject({ lost: 0 });
  });
});
