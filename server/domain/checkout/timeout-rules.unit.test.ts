// The timeouts of payments fit together: who waits for a call waits longer than the call may take.
import fs from "node:fs";
import { expect, it } from "vitest";
import { callLimits } from "#gateways/payments";
import {
  askAfterMs,
  CONFIRMATION_MS,
  FIRST_POLL_MS,
  LEARNT_WITHIN_MS,
  LIFETIME_MS,
  LOST_ANSWER_MS,
  POLL_LEASE_MS,
} from "./payment-rules";

const { beginMs, confirmMs, otherMs } = callLimits;
const attemptMs = beginMs + confirmMs;
const options = { asked: 0, processingPollMs: null, failure: null };

it("a payment is first polled when its attempt to pay has ended", () => {
  expect(attemptMs).toBeLessThan(FIRST_POLL_MS);
  expect(askAfterMs("confirming", options)).toBe(FIRST_POLL_MS);
});

it("a poll is over before another process may poll the same payment", () => {
  expect(beginMs + otherMs).toBeLessThan(POLL_LEASE_MS);
});

it("a lost answer is asked for before the first poll would", () => {
  expect(LOST_ANSWER_MS).toBeLessThan(FIRST_POLL_MS);
});

it("a confirmation is polled several times before it is given up, within the session's time", () => {
  expect(3 * (askAfterMs("requires_action", options) ?? Number.NaN)).toBeLessThan(CONFIRMATION_MS);
  expect(CONFIRMATION_MS).toBeLessThan(LIFETIME_MS);
  expect(LIFETIME_MS + CONFIRMATION_MS + attemptMs).toBeLessThan(LEARNT_WITHIN_MS);
});

it("the browser waits for the answer longer than an attempt to pay takes", () => {
  const script = fs.readFileSync("public/checkout.js", "utf8");
  const [, browserMs = ""] = /AbortSignal\.timeout\(([\d_]+)\)/.exec(script) ?? [];
  expect(Number(browserMs.replaceAll("_", ""))).toBeGreaterThan(attemptMs + 10_000);
});
