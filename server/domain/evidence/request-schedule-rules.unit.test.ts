import fc from "fast-check";
import { expect, it } from "vitest";
import { nextPollAt, stepAfterAbsent } from "./request-schedule-rules";

const now = new Date("2026-11-03T12:00:00Z");
const msAfter = (at: Date) => at.getTime() - now.getTime();

it("pauses between polls double from the adapter's first, up to an hour", () => {
  const pauses = [0, 1, 2, 10, 11, 12, 1000].map((polls) =>
    msAfter(nextPollAt({ polls, firstPollMs: 2000, isSent: true, now })),
  );
  expect(pauses).toEqual([2000, 4000, 8000, 2_048_000, 3_600_000, 3_600_000, 3_600_000]);
  const unsent = nextPollAt({ polls: 1000, firstPollMs: 2000, isSent: false, now });
  expect(msAfter(unsent)).toBe(60_000);
});

it("a request is sent again, or refused, only when the first can no longer be under way", () => {
  const elapsed = fc.integer({ min: 0, max: 2_000_000 });
  const polls = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(elapsed, polls, fc.option(fc.constant("no such batch")), (ms, count, refusal) => {
      const settleMs = 900_000;
      const sentAt = new Date(now.getTime() - ms);
      const given = {
        polls: count,
        firstPollMs: 2000,
        isSent: true,
        now,
        sentAt,
        settleMs,
        refusal,
      };
      const next = stepAfterAbsent(given);
      if (ms >= settleMs) {
        expect(next).toEqual(
          refusal === null ? { step: "send" } : { step: "refuse", reason: refusal },
        );
      } else {
        expect(next.step).toBe("wait");
        if (next.step !== "wait") return;
        expect(msAfter(next.until)).toBeGreaterThan(0);
        expect(next.until.getTime()).toBeLessThanOrEqual(sentAt.getTime() + settleMs);
      }
    }),
  );
});
