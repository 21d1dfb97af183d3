import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IdClock, IdMaker, timeOf } from "./id";

const START = Date.UTC(2026, 10, 22);

/** A machine whose wall clock can be set. */
function machine() {
  const time = { wall: START, monotonic: 5_000 };
  return {
    wall: () => time.wall,
    monotonic: () => time.monotonic,
    pass(ms: number) {
      time.wall += ms;
      time.monotonic += ms;
    },
    set(ms: number) {
      time.wall = ms;
    },
  };
}

function expectRising(ids: readonly string[]) {
  expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
}

const step = fc.oneof(
  fc.record({ do: fc.constant("pass" as const), ms: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ do: fc.constant("set" as const), ms: fc.integer({ min: -1e9, max: 1e8 }) }),
  fc.record({ do: fc.constant("make" as const), by: fc.integer({ min: 0, max: 2 }) }),
);

describe("ids", () => {
  it("of one process increase through any steps of the clock", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const time = machine();
        const maker = new IdMaker(new IdClock(time));
        const ids: string[] = [];
        for (const one of steps) {
          if (one.do === "pass") time.pass(one.ms);
          else if (one.do === "set") time.set(time.wall() + one.ms);
          else ids.push(maker.newId("order"));
        }
        expectRising(ids);
      }),
    );
  });

  it("of several running processes stay in order when the clock is set back", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const time = machine();
        const makers = [0, 1, 2].map(() => new IdMaker(new IdClock(time)));
        const ids: string[] = [];
        for (const one of steps) {
          if (one.do === "pass") time.pass(one.ms);
          else if (one.do === "set") time.set(time.wall() - Math.abs(one.ms));
          else {
            // The order of two processes' IDs within a millisecond is undefined.
            time.pass(1);
            ids.push(makers[one.by]?.newId("order") ?? "");
          }
        }
        expectRising(ids);
      }),
    );
  });

  it("continue after the newest stored ID if the clock was set back before a restart", () => {
    const time = machine();
    const before = new IdMaker(new IdClock(time)).newId("order");
    time.set(START - 86_400_000);
    const clock = new IdClock(time);
    const after = new IdMaker(clock);
    expect(after.newId("order") < before).toBe(true);
    expect(clock.startAfter(timeOf(before) ?? 0)).toBe(86_400_001);
    const ids = [before, after.newId("order"), after.newId("order")];
    time.pass(2_000);
    ids.push(after.newId("order"));
    expectRising(ids);
    expect((timeOf(ids.at(-1) ?? "") ?? 0) - START).toBe(2_001);
  });

  it("contain the wall clock's time while it only goes forward, even after a sleep", () => {
    const time = machine();
    const maker = new IdMaker(new IdClock(time));
    time.pass(1_000);
    expect(timeOf(maker.newId("order"))).toBe(START + 1_000);
    time.set(START + 3_600_000);
    expect(timeOf(maker.newSecretId("checkoutSession"))).toBe(START + 3_600_000);
    expect(new IdClock(time).startAfter(START)).toBe(0);
  });

  it("have a time only if they are valid", () => {
    for (const text of ["", "ord_", "ord_u1", "pf_a", `ord_8${"0".repeat(25)}`]) {
      expect(timeOf(text)).toBeNull();
    }
  });
});
