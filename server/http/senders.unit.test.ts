import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AddressLimits } from "./senders";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const KEY = "Bearer ct_test_a";

it("a key is proven for ten minutes after the API accepted it, and no other key is", () => {
  const limits = new AddressLimits(10);
  expect(limits.accountOf(KEY)).toBeUndefined();
  limits.accept(KEY, "acc_1");
  expect([limits.accountOf(KEY), limits.accountOf("Bearer ct_test_b")]).toEqual([
    "acc_1",
    undefined,
  ]);
  vi.advanceTimersByTime(599_999);
  expect(limits.accountOf(KEY)).toBe("acc_1");
  vi.advanceTimersByTime(1);
  expect(limits.accountOf(KEY)).toBeUndefined();
});

it("a key that the API rejects is no longer proven, and counts against its address", async () => {
  const limits = new AddressLimits(1);
  limits.accept(KEY, "acc_1");
  for (let refused = 0; refused < 5; refused += 1) {
    expect(await limits.admit("192.0.2.1", null)).toBeNull();
    await limits.reject(KEY, "192.0.2.1");
  }
  expect(limits.accountOf(KEY)).toBeUndefined();
  expect(await limits.admit("192.0.2.1", null)).toBeGreaterThan(0);
  expect(await limits.admit("192.0.2.2", null)).toBeNull();
});
