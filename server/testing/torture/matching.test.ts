// Ordering and matching under torture, small enough for every run of the tests.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { log } from "#core/log";
import { call } from "#testing/api";
import { halfALot, identicalRequests, killedWorkers } from "#testing/torture/matching";

const folder = mkdtempSync(path.join(tmpdir(), "ct-torture-"));
// The errors that torture provokes belong to it, and are many.
const level = log.level;
log.level = "silent";
afterAll(() => {
  log.level = level;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("ordering and matching under torture", () => {
  it("fills exactly 100 of 200 orders at once, from a lot for 100", async () => {
    expect((await halfALot(call, { orders: 200 })).faults).toEqual([]);
  });

  it("makes one order of 50 identical requests at once, and refuses a changed one", async () => {
    expect((await identicalRequests(call, { keys: 4, copies: 50 })).faults).toEqual([]);
  });

  it("loses and doubles nothing when workers are killed in the middle of matching", async () => {
    const size = { orders: 150, lots: 4, workers: 2, servers: 0, kills: 2, clients: 6 };
    const outcome = await killedWorkers(call, { ...size, cuts: 3, seconds: 1, folder });
    expect(outcome.faults).toEqual([]);
  }, 120_000);
});
