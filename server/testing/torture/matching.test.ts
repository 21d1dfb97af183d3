import { expect, it } from "vitest";
import { call } from "#testing/api";
import { halfALot, identicalRequests } from "#testing/torture/matching";

it("fulfills exactly 100 of 200 concurrent orders from a lot for 100", async () => {
  expect((await halfALot(call, { orders: 200 })).faults).toEqual([]);
});

it("creates one order for 50 identical concurrent requests, and refuses a different one", async () => {
  expect((await identicalRequests(call, { keys: 4, copies: 50 })).faults).toEqual([]);
});
