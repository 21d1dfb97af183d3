import { describe, expect, it } from "vitest";
import { loadEndDetector } from "./memory-return";

/** The positions at which the detector said that a load was over. */
function endsIn(utilizations: number[]): number[] {
  const isLoadOver = loadEndDetector();
  return utilizations.flatMap((utilization, position) =>
    isLoadOver(utilization) ? [position] : [],
  );
}

describe("the end of a load", () => {
  it("is found once, after four quiet samples", () => {
    expect(endsIn([0.9, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01])).toEqual([4]);
  });

  it("is not found while the process still works", () => {
    expect(endsIn([0.9, 0.01, 0.01, 0.01, 0.2, 0.01, 0.01, 0.01])).toEqual([]);
  });

  it("is not found where there was no load", () => {
    expect(endsIn([0.01, 0.3, 0.01, 0.01, 0.01, 0.01])).toEqual([]);
  });

  it("is found for each load", () => {
    const load = [0.9, 0.01, 0.01, 0.01, 0.01];
    expect(endsIn([...load, ...load])).toEqual([4, 9]);
  });
});
