import { beforeEach, describe, expect, it } from "vitest";
import { LaneGates } from "./lane-gates";

const LIMIT = 256;
let gates: LaneGates;
beforeEach(() => {
  gates = new LaneGates(LIMIT);
});

/** Returns how many deliveries of the lane may be claimed. */
function allowed(lane: string, now: number): number {
  const { perLane, byLane } = gates.allowance(now);
  return byLane.get(lane) ?? perLane;
}

/** Makes one attempt from start to end. */
function attempt(
  lane: string,
  { from, to, isWell }: { from: number; to: number; isWell: boolean },
) {
  gates.begin(lane, from);
  gates.end(lane, { startedAt: from, now: to, isWell });
}

function fail(lane: string, times: number, now: number): void {
  for (let n = 0; n < times; n += 1) attempt(lane, { from: now, to: now, isWell: false });
}

describe("a lane", () => {
  it("without attempts gets a few, and no more while they are in progress", () => {
    expect(allowed("new", 0)).toBe(4);
    for (let left = 3; left >= 0; left -= 1) {
      gates.begin("new", 0);
      expect(allowed("new", 0)).toBe(left);
    }
    gates.end("new", { startedAt: 0, now: 10, isWell: true });
    expect(allowed("new", 10)).toBe(2);
  });

  it("that works gets more and more at once, up to a limit", () => {
    const most: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      attempt("good", { from: n, to: n, isWell: true });
      most.push(allowed("good", n));
    }
    expect(most.slice(0, 3)).toEqual([5, 6, 7]);
    expect(most.at(-1)).toBe(64);
  });

  it("that fails gets half as many each time, and at least one", () => {
    for (let n = 0; n < 100; n += 1) attempt("mixed", { from: n, to: n, isWell: true });
    const limits = Array.from({ length: 8 }, (_, n) => {
      const now = 200 + n * 100_000;
      attempt("mixed", { from: now, to: now, isWell: false });
      return allowed("mixed", now + 99_999);
    });
    expect(limits).toEqual([32, 16, 8, 4, 2, 1, 1, 1]);
  });

  it("with an attempt of more than a second gets no more until that ends", () => {
    gates.begin("slow", 0);
    expect(allowed("slow", 1000)).toBe(3);
    expect(allowed("slow", 1001)).toBe(0);
    gates.end("slow", { startedAt: 0, now: 9000, isWell: true });
    expect(allowed("slow", 9000)).toBe(5);
  });

  it("is paused after three consecutive failures, for longer each time, up to a minute", () => {
    fail("down", 2, 0);
    expect(allowed("down", 0)).toBe(1);
    let now = 0;
    const pauses: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      fail("down", 1, now);
      const failedAt = now;
      while (allowed("down", now) === 0) now += 250;
      pauses.push((now - failedAt) / 1000);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    // Then one request tries it.
    expect(allowed("down", now)).toBe(1);
  });

  it("reports that it is slow after each slow attempt, and its end after a prompt one", () => {
    const end = (lane: string, durationMs: number, isWell = true) => {
      gates.begin(lane, 0);
      return gates.end(lane, { startedAt: 0, now: durationMs, isWell });
    };
    const durations = [1000, 1001, 5000, 1000, 10];
    expect(durations.map((ms) => end("slow", ms))).toEqual([null, "slow", "slow", "resumed", null]);
    const failures = [1, 2, 3].map(() => end("down", 5000, false));
    expect(failures).toEqual([null, null, { pauseMs: 1000 }]);
    expect([end("down", 5000), end("down", 10), end("down", 10)]).toEqual([
      "slow",
      "resumed",
      null,
    ]);
  });

  it("that works again starts over", () => {
    fail("back", 10, 0);
    attempt("back", { from: 100_000, to: 100_000, isWell: true });
    expect(allowed("back", 100_000)).toBe(2);
    fail("back", 2, 100_000);
    expect(allowed("back", 100_000)).toBe(1);
  });

  it("does not depend on other lanes", () => {
    fail("down", 10, 0);
    for (let n = 0; n < 4; n += 1) gates.begin("full", 0);
    expect([allowed("down", 0), allowed("full", 0), allowed("other", 0)]).toEqual([0, 0, 4]);
  });
});

describe("all lanes together", () => {
  it("get no more than the limit together", () => {
    for (let n = 0; n < LIMIT; n += 1) gates.begin(`lane-${n}`, 0);
    expect(gates.allowance(0).limit).toBe(0);
    gates.end("lane-7", { startedAt: 0, now: 1, isWell: false });
    expect(gates.allowance(1).limit).toBe(1);
  });

  it("are not delayed by as many hanging attempts as the limit, except for sockets", () => {
    for (let n = 0; n < LIMIT; n += 1) gates.begin(`hanging-${n}`, 0);
    expect(gates.allowance(1000).limit).toBe(0);
    expect(gates.allowance(1001).limit).toBe(LIMIT);
    for (let n = LIMIT; n < 1990; n += 1) gates.begin(`hanging-${n}`, 0);
    expect(gates.allowance(1001).limit).toBe(10);
  });

  it("are remembered up to ten thousand, and always while they have attempts", () => {
    gates.begin("in hand", 0);
    fail("early", 3, 0);
    for (let n = 0; n < 9999; n += 1) attempt(`lane-${n}`, { from: 1, to: 1, isWell: true });
    expect(allowed("early", 1)).toBe(4);
    expect(allowed("in hand", 1)).toBe(3);
    expect(allowed("lane-0", 1)).toBe(5);
    gates.end("in hand", { startedAt: 0, now: 2, isWell: true });
    expect(gates.allowance(2).limit).toBe(LIMIT);
  });
});
