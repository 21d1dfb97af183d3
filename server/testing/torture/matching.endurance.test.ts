// Matching while its workers are killed and its connections are cut.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { log } from "#core/log";
import { call } from "#testing/api";
import { killedWorkers } from "#testing/torture/matching";

const folder = mkdtempSync(path.join(tmpdir(), "ct-torture-"));
// The errors that torture provokes belong to it, and are many.
const level = log.level;
log.level = "silent";
afterAll(() => {
  log.level = level;
  rmSync(folder, { recursive: true, force: true });
});

it("loses and doubles nothing when workers are killed in the middle of matching", async () => {
  const size = { orders: 200, lots: 4, workers: 2, servers: 0, kills: 3, clients: 6 };
  const { did, faults } = await killedWorkers(call, { ...size, cuts: 3, seconds: 1, folder });
  expect(faults, did).toEqual([]);
}, 600_000);
