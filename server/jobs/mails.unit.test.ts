import { expect, it } from "vitest";
import { mailWaitMs } from "./mails";

it("waits 2 s at first, then longer, and at most 5 minutes", () => {
  expect([0, 1999, 10_000, 299_000, 1e9].map(mailWaitMs)).toEqual([
    2000, 2000, 10_000, 299_000, 300_000,
  ]);
});
