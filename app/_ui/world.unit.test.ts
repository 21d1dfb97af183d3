// The map of the world: small, whole, and with places where they are.
import { expect, test } from "vitest";
import { LAND, placeOf, VIEW_BOX } from "./world";

test("all land is drawn in whole numbers, within 20 kB", () => {
  expect(LAND).toMatch(/^(M\d+ \d+l[-\d ]+z)+$/);
  expect(LAND.length).toBeGreaterThan(10_000);
  expect(LAND.length).toBeLessThan(20_000);
});

test("places lie where they are, within the picture", () => {
  const [left = 0, top = 0, width = 0, height = 0] = VIEW_BOX.split(" ").map(Number);
  expect(placeOf(0, 0)).toEqual([500, 260]);
  for (const [latitude, longitude] of [
    [57.62, 25.9],
    [-52.72, -70.98],
    [-38, 177],
    [64, -150],
  ] as const) {
    const [x = 0, y = 0] = placeOf(latitude, longitude) ?? [];
    expect(x).toBeGreaterThan(left);
    expect(x).toBeLessThan(left + width);
    expect(y).toBeGreaterThan(top);
    expect(y).toBeLessThan(top + height);
    expect(x < 500).toBe(longitude < 0);
    expect(y < 260).toBe(latitude > 0);
  }
});

test("what has no place, or lies in the Antarctic, is not on the map", () => {
  expect(placeOf(null, 5)).toBeNull();
  expect(placeOf(5, null)).toBeNull();
  expect(placeOf(-80, 5)).toBeNull();
});
