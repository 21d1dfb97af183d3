// Every timeout that spans a call is longer than the call's own limit.
import fs from "node:fs";
import { expect, it } from "vitest";
import { SESSION_LIFETIME_MS } from "#checkout/sessions/rules";
import { callLimits } from "#gateways/payments";
import { OUTCOME_KNOWN_WITHIN_MS } from "./check-payments";
import { MAX_CONFIRMATION_MS } from "./polls";
import { FIRST_POLL_MS, LOST_RESPONSE_POLL_MS, nextPollAfterMs, POLL_LEASE_MS } from "./rules";

const { beginMs, confirmMs, otherMs } = callLimits;
const attemptMs = beginMs + confirmMs;
const options = { polls: 0, processingPollMs: null, failure: null, refunding: 0 };

it("a payment is first polled after its attempt has ended", () => {
  expect(attemptMs).toBeLessThan(FIRST_POLL_MS);
  expect(nextPollAfterMs("confirming", options)).toBe(FIRST_POLL_MS);
});

it("a poll ends before its lease does", () => {
  expect(beginMs + otherMs).toBeLessThan(POLL_LEASE_MS);
  // A refund that the provider forgot is read, the payment is read, the refund sent, the payment read.
  expect(4 * otherMs).toBeLessThan(POLL_LEASE_MS);
});

it("a lost response is polled before the first regular poll", () => {
  expect(LOST_RESPONSE_POLL_MS).toBeLessThan(FIRST_POLL_MS);
});

it("a confirmation is polled several times before it is cancelled, within the session's lifetime", () => {
  expect(3 * (nextPollAfterMs("requires_action", options) ?? Number.NaN)).toBeLessThan(
    MAX_CONFIRMATION_MS,
  );
  expect(MAX_CONFIRMATION_MS).toBeLessThan(SESSION_LIFETIME_MS);
  expect(SESSION_LIFETIME_MS + MAX_CONFIRMATION_MS + attemptMs).toBeLessThan(
    OUTCOME_KNOWN_WITHIN_MS,
  );
});

it("the browser waits longer than an attempt to pay takes", () => {
  const script = fs.readFileSync("public/checkout.js", "utf8");
  const [, browserMs = ""] = /AbortSignal\.timeout\(([\d_]+)\)/.exec(script) ?? [];
  expect(Number(browserMs.replaceAll("_", ""))).toBeGreaterThan(attemptMs + 10_000);
});
