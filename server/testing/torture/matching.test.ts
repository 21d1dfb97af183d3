// Many orders at once: no credit is sold twice, and no request makes two orders.
import { expect, it } from "vitest";
import { call } from "#testing/api";
import { halfALot, identicalRequests } from "#testing/torture/matching";

it("fills exactly 100 of 200 orders at once, from a lot for 100", async () => {
  expect((await halfALot(call, { orders: 200 })).faults).toEqual([]);
});

it("makes one order of 50 identical requests at once, and refuses a changed one", async () => {
  expect((await identicalRequests(call, { keys: 4, copies: 50 })).faults).toEqual([]);
});
