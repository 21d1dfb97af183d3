// Callbacks to unreliable receivers while workers are killed and connections are cut.
import "#testing/private-network";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { log } from "#core/log";
import { call } from "#testing/api";
import { toldOrders } from "#testing/torture/callbacks";

const folder = mkdtempSync(path.join(tmpdir(), "ct-torture-"));
// The errors that torture provokes belong to it, and are many.
const level = log.level;
log.level = "silent";
afterAll(() => {
  log.level = level;
  rmSync(folder, { recursive: true, force: true });
});

it("tells every receiver of every event, in order, whoever is killed meanwhile", async () => {
  const size = { orders: 200, workers: 1, receivers: 6, spellMs: 400, kills: 3, cuts: 2 };
  const { did, faults } = await toldOrders(call, { ...size, folder });
  expect(faults, did).toEqual([]);
}, 600_000);
