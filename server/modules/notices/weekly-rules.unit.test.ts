import { expect, it } from "vitest";
import { weekToSummarize } from "./weekly-rules";

const dueAt = (now: string) => weekToSummarize(new Date(now))?.from.toISOString() ?? null;

it("a week is summarized from Monday 07:00 UTC, for three days", () => {
  expect(dueAt("2026-11-23T06:59:59.999Z")).toBeNull();
  expect(weekToSummarize(new Date("2026-11-23T07:00:00Z"))).toEqual({
    from: new Date("2026-11-16T00:00:00Z"),
    to: new Date("2026-11-23T00:00:00Z"),
    at: new Date("2026-11-23T07:00:00Z"),
  });
  expect(dueAt("2026-11-26T06:59:59.999Z")).toBe("2026-11-16T00:00:00.000Z");
  expect(dueAt("2026-11-26T07:00:00Z")).toBeNull();
  expect(dueAt("2026-11-29T23:59:59Z")).toBeNull();
  expect(dueAt("2027-01-04T07:00:00Z")).toBe("2026-12-28T00:00:00.000Z");
});
