import { beforeEach, describe, expect, it } from "vitest";
import { LaneGates } from "./lane-gates";

const LIMIT = 256;
let gates: LaneGates;
beforeEach(() => {
  gates = new LaneGates(LIMIT);
});

/** How much the lane may be sent now, as the claim will see it. */
function allowed(lane: string, now: number): number {
  const { perLane, byLane } = gates.allowance(now);
  return byLane.get(lane) ?? perLane;
}

/** One attempt from its beginning to its end. */
function attempt(
  lane: string,
  { from, to, isWell }: { from: number; to: number; isWell: boolean },
) {
  gates.begin(lane, from);
  gates.end(lane, { begunAt: from, now: to, isWell });
}

function fail(lane: string, times: number, now: number): void {
  for (let n = 0; n < times; n += 1) attempt(lane, { from: now, to: now, isWell: false });
}

describe("a lane", () => {
  it("that nobody knows is sent some at once, and none more while they are in hand", () => {
    expect(allowed("new", 0)).toBe(4);
    for (let left = 3; left >= 0; left -= 1) {
      gates.begin("new", 0);
      expect(allowed("new", 0)).toBe(left);
    }
    gates.end("new", { begunAt: 0, now: 10, isWell: true });
    expect(allowed("new", 10)).toBe(2);
  });

  it("that answers is sent more and more at once, to an end", () => {
    const most: number[] = [];
    for (let n = 0; n < 100; n += 1) {
      attempt("good", { from: n, to: n, isWell: true });
      most.push(allowed("good", n));
    }
    expect(most.slice(0, 3)).toEqual([5, 6, 7]);
    expect(most.at(-1)).toBe(64);
  });

  it("that fails is sent half as much each time, and at least one", () => {
    for (let n = 0; n < 100; n += 1) attempt("mixed", { from: n, to: n, isWell: true });
    const seen = Array.from({ length: 8 }, (_, n) => {
      const now = 200 + n * 100_000;
      attempt("mixed", { from: now, to: now, isWell: false });
      return allowed("mixed", now + 99_999);
    });
    expect(seen).toEqual([32, 16, 8, 4, 2, 1, 1, 1]);
  });

  it("that lets somebody wait for a second is sent no more until it answers", () => {
    gates.begin("slow", 0);
    expect(allowed("slow", 1000)).toBe(3);
    expect(allowed("slow", 1001)).toBe(0);
    gates.end("slow", { begunAt: 0, now: 9000, isWell: true });
    expect(allowed("slow", 9000)).toBe(5);
  });

  it("is left alone after three failures in a row, for longer each time, up to a minute", () => {
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
    // Then it is tried by one.
    expect(allowed("down", now)).toBe(1);
  });

  it("that works again is forgiven its failures", () => {
    fail("back", 10, 0);
    attempt("back", { from: 100_000, to: 100_000, isWell: true });
    expect(allowed("back", 100_000)).toBe(2);
    fail("back", 2, 100_000);
    expect(allowed("back", 100_000)).toBe(1);
  });

  it("is not told apart by what others do", () => {
    fail("down", 10, 0);
    for (let n = 0; n < 4; n += 1) gates.begin("full", 0);
    expect([allowed("down", 0), allowed("full", 0), allowed("other", 0)]).toEqual([0, 0, 4]);
  });
});

describe("all lanes together", () => {
  it("are sent no more than the limit, whoever they are", () => {
    for (let n = 0; n < LIMIT; n += 1) gates.begin(`lane-${n}`, 0);
    expect(gates.allowance(0).limit).toBe(0);
    gates.end("lane-7", { begunAt: 0, now: 1, isWell: false });
    expect(gates.allowance(1).limit).toBe(1);
  });

  it("are not held up by attempts that hang, be they as many as the limit, but for sockets", () => {
    for (let n = 0; n < LIMIT; n += 1) gates.begin(`hanging-${n}`, 0);
    expect(gates.allowance(1000).limit).toBe(0);
    expect(gates.allowance(1001).limit).toBe(LIMIT);
    for (let n = LIMIT; n < 1990; n += 1) gates.begin(`hanging-${n}`, 0);
    expect(gates.allowance(1001).limit).toBe(10);
  });

  it("are remembered up to ten thousand, and those with attempts in hand in any case", () => {
    gates.begin("in hand", 0);
    fail("early", 3, 0);
    for (let n = 0; n < 9999; n += 1) attempt(`lane-${n}`, { from: 1, to: 1, isWell: true });
    expect(allowed("early", 1)).toBe(4);
    expect(allowed("in hand", 1)).toBe(3);
    expect(allowed("lane-0", 1)).toBe(5);
    gates.end("in hand", { begunAt: 0, now: 2, isWell: true });
    expect(gates.allowance(2).limit).toBe(LIMIT);
  });
});
