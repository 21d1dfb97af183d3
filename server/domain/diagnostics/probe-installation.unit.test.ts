// The difference of two clocks, where reading the other one takes a while.
import { expect, it } from "vitest";
import { clockDifferenceMs } from "./probe-installation";

it.each([
  ["agree", 105, 0],
  ["differ, this one being ahead", 40, 60],
  ["differ, this one being behind", 210, -100],
])(
  "is what cannot be the time that the answer took, where clocks %s",
  (_how, databaseMs, aheadMs) => {
    expect(clockDifferenceMs(databaseMs, 100, 110)).toBe(aheadMs);
  },
);
