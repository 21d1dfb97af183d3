import { expect, it } from "vitest";
import { nameOf, parsePoint, pointsOf, withSecondKills } from "#testing/crashes/points";

const steps = [
  { kind: "write", label: "COMMIT" },
  { kind: "call", label: "Stripe POST /v1/refunds" },
  { kind: "write", label: "COMMIT" },
] as const;
const points = pointsOf("pay", 3, steps);

it("each step has its points, and each point a unique name that parses back to it", () => {
  const names = points.map(nameOf);
  expect(new Set(names).size).toBe(21);
  expect(names).toContain("pay:3:after COMMIT#2");
  expect(names).toContain("pay:3:twice Stripe POST /v1/refunds");
  expect(names.map(parsePoint)).toEqual(points);
});

it("some kills are followed by a second one, the same in every run", () => {
  const all = withSecondKills(points);
  expect(all.filter(({ second }) => second).length).toBeGreaterThan(0);
  expect(withSecondKills(points)).toEqual(all);
  expect(all.map((point) => parsePoint(nameOf(point)))).toEqual(all);
});

it.each(["pay", "pay:1:sideways COMMIT", "pay:1:after+2:lost COMMIT"])(
  "%s is not a point",
  (name) => {
    expect(() => parsePoint(name)).toThrow(/not a crash point|second failure/);
  },
);
