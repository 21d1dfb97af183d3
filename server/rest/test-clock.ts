import {
  AdvanceTestClock,
  advanceTestClock,
  getTestClock,
  TestClockResource,
  toTestClockResource,
} from "#domain/clocks";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Test clock";

export const testClockEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/test/clock",
    operationId: "getTestClock",
    tag,
    summary: "Get the test clock",
    description: "The time of your test account. Live keys get 403.",
    resource: TestClockResource,
    problems: ["forbidden"],
    run: (ctx) => getTestClock(ctx),
    present: toTestClockResource,
  }),

  endpoint({
    method: "POST",
    path: "/test/clock",
    operationId: "advanceTestClock",
    tag,
    summary: "Advance the test clock",
    description:
      "Lets time pass for your test account, and for no other: sessions and reservations expire, " +
      "cooling-off periods end, months close, and retirements fall due. The clock runs on from " +
      "the new time and cannot go back. Live keys get 403.",
    body: AdvanceTestClock,
    example: { body: { now: undefined }, resource: { state: "advancing" } },
    resource: TestClockResource,
    problems: ["conflict", "forbidden"],
    run: (ctx, { body }) => advanceTestClock(ctx, body),
    present: toTestClockResource,
  }),
];
