import { describe, expect, it } from "vitest";
import { withRepeated } from "#testing/repeat";
import type { Outcome } from "#testing/runners";

const outcome = (passed: number, failed: string[]): Outcome => ({
  count: { passed, failed: failed.length, skipped: 1 },
  times: [],
  failed,
  unstable: [],
});

describe("a repeated run", () => {
  it("names what passes then as unstable, and counts it as passed", () => {
    const repeated = withRepeated(outcome(10, ["a › x", "a › y"]), outcome(3, ["a › y"]));
    expect(repeated.count).toEqual({ passed: 11, failed: 1, skipped: 1 });
    expect(repeated).toMatchObject({ failed: ["a › y"], unstable: ["a › x"] });
  });

  it("counts what fails only then as failed", () => {
    const repeated = withRepeated(outcome(10, ["a › x"]), outcome(2, ["a › z"]));
    expect(repeated.count).toEqual({ passed: 10, failed: 1, skipped: 1 });
    expect(repeated).toMatchObject({ failed: ["a › z"], unstable: ["a › x"] });
  });
});
