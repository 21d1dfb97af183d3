import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AddressLimits } from "./address-limits";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const KEY = "Bearer ct_test_a";

it("a key is proven for ten minutes after the API accepted it, and no other key is", () => {
  const limits = new AddressLimits(10);
  expect(limits.isProven(KEY)).toBe(false);
  limits.accept(KEY);
  expect([limits.isProven(KEY), limits.isProven("Bearer ct_test_b")]).toEqual([true, false]);
  vi.advanceTimersByTime(599_999);
  expect(limits.isProven(KEY)).toBe(true);
  vi.advanceTimersByTime(1);
  expect(limits.isProven(KEY)).toBe(false);
});

it("a key that the API rejects is no longer proven, and counts against its address", async () => {
  const limits = new AddressLimits(1);
  limits.accept(KEY);
  for (let refused = 0; refused < 5; refused += 1) {
    expect(await limits.admit("192.0.2.1", null)).toBeNull();
    await limits.reject(KEY, "192.0.2.1");
  }
  expect(limits.isProven(KEY)).toBe(false);
  expect(await limits.admit("192.0.2.1", null)).toBeGreaterThan(0);
  expect(await limits.admit("192.0.2.2", null)).toBeNull();
});
