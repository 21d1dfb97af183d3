import { expect, test } from "vitest";
import { axisEnd, changeLabel, labelledPlaces } from "./chart-scale";

test("an axis ends above the highest column, at a number that can be halved", () => {
  expect(axisEnd([3, 17, 9])).toBe(20);
  expect(axisEnd([500, 250, 410, 380])).toBe(600);
  expect(axisEnd([])).toBe(2);
  expect(axisEnd([0, 0, 0])).toBe(2);
});

test("a huge column is cut, so that the others stay readable", () => {
  const month = Array.from({ length: 29 }, (_, at) => 20 + at);
  expect(axisEnd([...month, 50_000])).toBe(60);
  expect(axisEnd([...month, 50_000, 40_000])).toBe(60);
  expect(axisEnd([...month, 190])).toBe(200);
});

test("columns are not cut where many are high, or where there is nothing else", () => {
  const halves = Array.from({ length: 30 }, (_, at) => (at % 2 ? 10 : 9000));
  expect(axisEnd(halves)).toBe(10_000);
  expect(axisEnd([...Array.from({ length: 29 }, () => 0), 50_000])).toBe(60_000);
});

test("a few columns have a label, with the last one", () => {
  expect(labelledPlaces(30, 4)).toEqual([5, 13, 21, 29]);
  expect(labelledPlaces(12, 3)).toEqual([3, 7, 11]);
  expect(labelledPlaces(1, 4)).toEqual([0]);
});

test("a change is a percentage of what was before", () => {
  expect(changeLabel(112, 100)).toBe("+12%");
  expect(changeLabel(50, 100)).toBe("-50%");
  expect(changeLabel(100, 100)).toBe("0%");
  expect(changeLabel(24_000, 12)).toBe("2,000 times as much");
  expect(changeLabel(5, 0)).toBeNull();
});
