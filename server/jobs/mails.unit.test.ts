import { expect, it } from "vitest";
import { mailWaitMs } from "./mails";

it("looks again after 2 s, later less often, and at least every 5 minutes", () => {
  expect([0, 1999, 10_000, 299_000, 1e9].map(mailWaitMs)).toEqual([
    2000, 2000, 10_000, 299_000, 300_000,
  ]);
});
