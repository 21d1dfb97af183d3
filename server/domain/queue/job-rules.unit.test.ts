import { describe, expect, it } from "vitest";
import { MAX_SEND_MS } from "#gateways/mail";
import {
  EXTEND_EVERY_MS,
  EXTENDED_LEASE_MS,
  type JobKind,
  jobKinds,
  LEASE_MARGIN_MS,
  leaseMs,
  mailPauseMs,
} from "./job-kinds";
import { hasAttemptLeft, type JobResult, recordAfter } from "./job-rules";

const now = new Date("2026-11-21T12:00:00Z");
const later = (ms: number) => new Date(now.getTime() + ms);
const mail: JobKind = jobKinds["customer-mail"];
const chore: JobKind = { ...mail, everyMs: 600_000, pauseMs: () => null };
const record = (result: JobResult, { attempts = 1, kind = mail } = {}) =>
  recordAfter(kind, { attempts, result, now });

describe("a claim", () => {
  it.each(Object.entries<JobKind>(jobKinds))(
    "of %s is longer than the longest run",
    (_name, kind) => {
      if (kind.longestMs === null) expect(leaseMs(kind)).toBe(EXTENDED_LEASE_MS);
      else expect(leaseMs(kind)).toBeGreaterThanOrEqual(kind.longestMs + LEASE_MARGIN_MS);
      expect(LEASE_MARGIN_MS).toBeGreaterThan(0);
      expect(kind.slots).toBeGreaterThan(0);
      expect(kind.tooLateMs).toBeGreaterThan(kind.lateMs);
      // A chore that has just run must not look late before its next run.
      if (kind.everyMs !== undefined) expect(kind.lateMs).toBeGreaterThan(kind.everyMs);
    },
  );

  it("that is extended survives several missed extensions", () => {
    expect(EXTENDED_LEASE_MS).toBeGreaterThanOrEqual(5 * EXTEND_EVERY_MS);
  });

  it("of a mail is longer than the mail server's slowest response", () => {
    expect(MAX_SEND_MS).toBeGreaterThan(10 * 60_000);
    for (const name of ["customer-mail", "person-mail"] as const) {
      expect(jobKinds[name].longestMs).toBeGreaterThanOrEqual(MAX_SEND_MS);
    }
  });
});

describe("a mail that could not be sent", () => {
  it("pauses for 30 s, then twice as long each time, and never for more than 6 h", () => {
    const pauses = Array.from({ length: 13 }, (_none, at) => mailPauseMs(at + 1));
    const minutes = pauses.map((ms) => (ms ?? 0) / 60_000);
    expect(minutes).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  });

  it("fails after about three days of trying", () => {
    let [attempt, pausedMs] = [1, 0];
    for (let ms = mailPauseMs(1); ms !== null; ms = mailPauseMs(attempt)) {
      pausedMs += ms;
      attempt += 1;
    }
    expect(pausedMs / 3_600_000).toBeGreaterThanOrEqual(72);
    expect(pausedMs / 3_600_000).toBeLessThan(78);
    expect(hasAttemptLeft(mail, attempt)).toBe(true);
    expect(hasAttemptLeft(mail, attempt + 1)).toBe(false);
    const retry = { state: "retry", reason: "451 busy" } as const;
    expect(record(retry, { attempts: attempt })).toMatchObject({ state: "failed", runAt: null });
    expect(record(retry)).toMatchObject({ state: "queued", runAt: later(30_000), attempts: 1 });
  });
});

describe("a job", () => {
  it("ends as its run says, with the reason and the report", () => {
    const report = { rows: 1 };
    expect(record({ state: "done", report })).toEqual({
      state: "done",
      runAt: null,
      attempts: 1,
      lastError: null,
      report,
    });
    for (const state of ["refused", "failed"] as const) {
      expect(record({ state, reason: "because", report })).toMatchObject({
        state,
        runAt: null,
        lastError: "because",
        report,
      });
    }
    expect(record({ state: "stopped" })).toMatchObject({ state: "stopped", runAt: null });
  });

  it("that has to wait made no attempt", () => {
    expect(record({ state: "wait", forMs: 5 }, { attempts: 3 })).toEqual({
      state: "queued",
      runAt: later(5),
      attempts: 2,
      lastError: null,
      report: null,
    });
  });

  it("stores at most 500 characters of the reason", () => {
    const reason = "x".repeat(10_000);
    for (const state of ["retry", "failed"] as const) {
      expect(record({ state, reason }).lastError).toHaveLength(500);
    }
    expect(record({ state: "retry", reason }, { kind: chore }).lastError).toHaveLength(500);
  });
});

describe("a chore", () => {
  it("runs again after its interval, or sooner if it failed, and never ends", () => {
    const done = record({ state: "done" }, { kind: chore, attempts: 4 });
    expect(done).toMatchObject({ state: "queued", runAt: later(600_000), attempts: 0 });
    for (const state of ["retry", "failed"] as const) {
      const failed = record({ state, reason: "down" }, { kind: chore, attempts: 4 });
      expect(failed).toMatchObject({ state: "queued", runAt: later(60_000), attempts: 4 });
      expect(failed.lastError).toBe("down");
    }
    const often = record({ state: "retry", reason: "x" }, { kind: { ...chore, everyMs: 1000 } });
    expect(often.runAt).toEqual(later(1000));
    expect(hasAttemptLeft(chore, 1000)).toBe(true);
  });
});
