import { describe, expect, it } from "vitest";
import { loadEndDetector } from "./memory-return";

const idle = [0.01, 0.01, 0.01, 0.01];

/** Returns the positions of the samples after the start's own at which a load had ended. */
function endsIn(utilizations: number[]): number[] {
  const isLoadOver = loadEndDetector();
  expect(idle.map(isLoadOver)).toEqual([false, false, false, true]);
  return utilizations.flatMap((utilization, position) =>
    isLoadOver(utilization) ? [position] : [],
  );
}

describe("the end of a load", () => {
  it("is detected after the start, once it is idle", () => {
    expect([0.2, ...idle, ...idle].map(loadEndDetector()).indexOf(true)).toBe(4);
  });

  it("is detected once, after four idle samples", () => {
    expect(endsIn([0.9, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01])).toEqual([4]);
  });

  it("is not detected while the process is busy", () => {
    expect(endsIn([0.9, 0.01, 0.01, 0.01, 0.2, 0.01, 0.01, 0.01])).toEqual([]);
  });

  it("is not detected without a load", () => {
    expect(endsIn([0.01, 0.3, 0.01, 0.01, 0.01, 0.01])).toEqual([]);
  });

  it("is detected for each load", () => {
    const load = [0.9, ...idle];
    expect(endsIn([...load, ...load])).toEqual([4, 9]);
  });
});
