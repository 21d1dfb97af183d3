import { expect, it } from "vitest";
import { problemOf, UNCONFIRMED_MS } from "./request-problem-rules";

const now = new Date("2026-11-23T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const request = { adapter: "isometric", state: "sent", error: null, sentAt: now } as const;
const manual = { ...request, adapter: "manual" } as const;

it("a request waits for a person when it was refused, its outcome is unknown, or it fails", () => {
  const problems = [
    request,
    { ...request, state: "written" as const, sentAt: null },
    { ...request, state: "confirmed" as const, error: "earlier" },
    { ...request, state: "refused" as const, error: "no such organization" },
    { ...request, state: "unknown" as const },
    { ...request, error: "unavailable" },
    { ...request, state: "written" as const, error: "unavailable" },
  ].map((one) => problemOf(one, now));
  expect(problems).toEqual([null, null, null, "refused", "unknown", "failing", "failing"]);
});

it("a request made by hand waits for a person when no export has confirmed it for two weeks", () => {
  const problems = [
    { ...manual, sentAt: ago(UNCONFIRMED_MS) },
    { ...manual, sentAt: ago(UNCONFIRMED_MS + 1) },
    { ...manual, state: "written" as const, sentAt: null },
    { ...manual, state: "refused" as const, error: "returned", sentAt: ago(UNCONFIRMED_MS + 1) },
  ].map((one) => problemOf(one, now));
  expect(problems).toEqual([null, "unconfirmed", null, null]);
});
