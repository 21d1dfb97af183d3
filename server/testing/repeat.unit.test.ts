import { describe, expect, it } from "vitest";
import { withRepeated } from "#testing/repeat";
import { nothing, type Outcome } from "#testing/runners";

const outcome = (passed: number, failed: string[]): Outcome => ({
  ...nothing,
  passed,
  failed,
  skipped: ["a › s"],
});

describe("a repeated run", () => {
  it("names what passes then as unstable, and counts it as passed", () => {
    const repeated = withRepeated(outcome(10, ["a › x", "a › y"]), outcome(3, ["a › y"]));
    expect(repeated).toEqual({
      ...outcome(11, ["a › y"]),
      unstable: ["a › x"],
    });
  });

  it("counts what fails only then as failed", () => {
    const repeated = withRepeated(outcome(10, ["a › x"]), outcome(2, ["a › z"]));
    expect(repeated).toEqual({
      ...outcome(10, ["a › z"]),
      unstable: ["a › x"],
    });
  });
});
