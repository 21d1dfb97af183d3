import { expect, it } from "vitest";
import { isRetiredAhead } from "./retired-ahead";

it.each([
  ["2026-11-01", "2026-11-04T00:00:00.000Z", true],
  ["2026-11-04", "2026-11-04T23:59:59.000Z", false],
  ["2026-11-05", "2026-11-04", false],
  [null, "2026-11-04", false],
  ["2026-11-01", null, false],
])("credits retired on %s and ordered on %s were retired ahead: %s", (retiredOn, orderedOn, is) => {
  expect(isRetiredAhead({ retiredOn, orderedOn })).toBe(is);
});
