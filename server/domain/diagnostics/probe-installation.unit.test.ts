import { expect, it } from "vitest";
import { clockDifferenceMs } from "./probe-installation";

it.each([
  ["agree", 105, 0],
  ["differ, with this one ahead", 40, 60],
  ["differ, with this one behind", 210, -100],
])("is what the response time cannot explain, where clocks %s", (_how, databaseMs, aheadMs) => {
  expect(clockDifferenceMs(databaseMs, 100, 110)).toBe(aheadMs);
});
