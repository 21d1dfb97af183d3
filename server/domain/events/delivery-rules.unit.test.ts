import fc from "fast-check";
import { expect, it } from "vitest";
import {
  bodyText,
  deliveryTimes,
  eventStateOf,
  isSuccess,
  MAX_STORED_BODY_BYTES,
  outcomeOf,
  retryDelaysMs,
} from "./delivery-rules";

const chance = fc.double({ min: 0, max: 0.999_999, noNaN: true });

it("waits 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h between its ten attempts", () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];
  expect(retryDelaysMs).toEqual(minutes.map((count) => Math.round(count * 60_000)));
});

it("retries a failure after its delay plus up to a tenth, and ends after the last", () => {
  const failure = fc.option(fc.integer({ min: 300, max: 599 }).filter((it) => it !== 410));
  fc.assert(
    fc.property(failure, fc.integer({ min: 0, max: 20 }), chance, (status, failed, luck) => {
      const outcome = outcomeOf(status, failed, luck);
      const delayMs = retryDelaysMs[failed];
      if (delayMs === undefined) return outcome.state === "failed";
      if (outcome.state !== "pending") return false;
      return outcome.delayMs >= delayMs && outcome.delayMs <= delayMs * 1.1 + 1;
    }),
  );
});

it("treats any 2xx as success and 410 as final, at any attempt", () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 299 }), fc.nat(20), chance, (status, failed, luck) => {
      expect(outcomeOf(status, failed, luck)).toEqual({ state: "delivered" });
      expect(outcomeOf(410, failed, luck)).toEqual({ state: "failed" });
    }),
  );
});

it("treats no response, and any status below 200 or from 300, as a failure", () => {
  const statuses = [null, 100, 199, 200, 299, 300, 500];
  expect(statuses.filter(isSuccess)).toEqual([200, 299]);
});

it("stores at most 4 kB of any response as text that the database accepts", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3 * MAX_STORED_BODY_BYTES }), (bytes) => {
      const text = bodyText(bytes);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_STORED_BODY_BYTES);
      expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
    }),
  );
  const euro = Buffer.from("€".repeat(MAX_STORED_BODY_BYTES));
  expect(bodyText(euro)).toBe("€".repeat(Math.floor(MAX_STORED_BODY_BYTES / 3)));
  expect(bodyText(Buffer.from([0x6f, 0xff, 0x00, 0x6b]))).toBe("ok");
});

it("leases a delivery for longer than the attempt and its recording can take", () => {
  const { attemptMs, recordPausesMs, leaseMs } = deliveryTimes;
  const pausesMs = recordPausesMs.reduce((sum, pauseMs) => sum + pauseMs, 0);
  // Each try to record can take a while.
  const triesMs = (recordPausesMs.length + 1) * 2000;
  expect(attemptMs + pausesMs + triesMs).toBeLessThan(leaseMs);
});

it("reports an event as pending, else failed, else delivered, in any order of its deliveries", () => {
  expect(eventStateOf([])).toBe("none");
  expect(eventStateOf(["delivered", "delivered"])).toBe("delivered");
  expect(eventStateOf(["delivered", "failed"])).toBe("failed");
  expect(eventStateOf(["failed", "pending", "delivered"])).toBe("pending");
});
