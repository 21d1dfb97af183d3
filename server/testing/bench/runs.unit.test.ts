import { describe, expect, it } from "vitest";
import { asTable } from "#testing/bench/report";
import { judgedLine } from "#testing/bench/runs";

const verdict = (figures: number[]) => judgedLine("a ratio", figures, { atLeast: 0.8 }).goal?.isMet;

describe("a row with a goal", () => {
  it("is reached or missed if all runs agree", () => {
    expect(verdict([0.81, 0.9, 0.85])).toBe(true);
    expect(verdict([0.7, 0.79, 0.75])).toBe(false);
    expect(judgedLine("a time", [12, 9, 10], { atMost: 12 }).goal?.isMet).toBe(true);
  });

  it("is inconclusive if the goal lies within their spread", () => {
    expect(verdict([0.79, 0.9, 0.85])).toBeNull();
    const line = judgedLine("a ratio", [0.79, 0.9, 0.85], { atLeast: 0.8 });
    expect(asTable([{ title: "Rows", lines: [line] }])).toMatch(
      /a ratio +0\.85 +≥ 0\.80 +inconclusive +0\.79 to 0\.90 in 3 runs/,
    );
  });
});
