// When a mail is sent again, when it waits, and when that ends.
import { describe, expect, it } from "vitest";
import { decide, outcomeUnsent, pauseAfterMs, waitMs } from "./mail-rules";

const createdAt = new Date("2026-11-21T12:00:00Z");
const later = { state: "later", reason: "451 busy" } as const;
const after = (ms: number) => new Date(createdAt.getTime() + ms);

describe("a mail that could not be sent", () => {
  it("pauses for 30 s, then twice as long each time, and never for more than 6 h", () => {
    const pauses = Array.from({ length: 13 }, (_none, at) => pauseAfterMs(at + 1));
    const minutes = pauses.map((ms) => (ms ?? 0) / 60_000);
    expect(minutes).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  });

  it("is given up after about three days of trying", () => {
    let [attempt, pausedMs] = [1, 0];
    for (let ms = pauseAfterMs(1); ms !== null; ms = pauseAfterMs(attempt)) {
      pausedMs += ms;
      attempt += 1;
    }
    expect(pausedMs / 3_600_000).toBeGreaterThanOrEqual(72);
    expect(pausedMs / 3_600_000).toBeLessThan(78);
    expect(decide({ attempts: attempt, createdAt }, later, createdAt)).toEqual({
      state: "dropped",
      dueInMs: null,
      attempts: attempt,
      lastError: "451 busy",
    });
  });

  it("is not given up for the time in which nobody tried", () => {
    const decision = decide({ attempts: 1, createdAt }, later, after(30 * 86_400_000));
    expect(decision).toMatchObject({ state: "due", dueInMs: 30_000, lastError: "451 busy" });
  });

  it("that was sent, or came to nothing for good, is settled", () => {
    const settled = { dueInMs: null, attempts: 2 };
    expect(decide({ attempts: 2, createdAt }, { state: "sent" }, createdAt)).toEqual({
      ...settled,
      state: "sent",
      lastError: null,
    });
    const dropped = { state: "dropped", reason: "no such mailbox" } as const;
    expect(decide({ attempts: 2, createdAt }, dropped, createdAt)).toEqual({
      ...settled,
      state: "dropped",
      lastError: "no such mailbox",
    });
  });

  it("keeps a reason of bounded length", () => {
    const reason = "x".repeat(10_000);
    const { lastError } = decide({ attempts: 1, createdAt }, { state: "later", reason }, createdAt);
    expect(lastError).toHaveLength(500);
  });
});

describe("a mail that waits", () => {
  it("looks again after 2 s, later less often, and at least every 5 minutes", () => {
    expect([0, 1999, 10_000, 299_000, 1e9].map(waitMs)).toEqual([
      2000, 2000, 10_000, 299_000, 300_000,
    ]);
  });

  it("has made no attempt", () => {
    const decision = decide({ attempts: 3, createdAt }, { state: "waiting" }, after(60_000));
    expect(decision).toEqual({ state: "due", dueInMs: 60_000, attempts: 2, lastError: null });
  });
});

it("tells of a certificate only once there is one", () => {
  expect(outcomeUnsent("certificate", "fulfilled")).toBeNull();
  expect(outcomeUnsent("certificate", "placed")).toEqual({ state: "waiting" });
  for (const state of ["cancelled", null] as const) {
    expect(outcomeUnsent("certificate", state)).toMatchObject({ state: "dropped" });
  }
  for (const kind of ["receipt", "failure", "refund"] as const) {
    for (const state of ["placed", "fulfilled", "cancelled", null] as const) {
      expect(outcomeUnsent(kind, state)).toBeNull();
    }
  }
});
