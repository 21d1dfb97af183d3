// Paying while servers and workers are killed and connections are cut.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { log } from "#core/log";
import { payingCustomers } from "#testing/torture/checkout";

const folder = mkdtempSync(path.join(tmpdir(), "ct-torture-"));
// The errors that torture provokes belong to it, and are many.
const level = log.level;
log.level = "silent";
afterAll(() => {
  log.level = level;
  rmSync(folder, { recursive: true, force: true });
});

it("charges each session once and makes one order of it, whoever is killed meanwhile", async () => {
  const size = { sessions: 40, servers: 2, workers: 1, kills: 2, cuts: 3, clients: 20 };
  const { did, faults } = await payingCustomers({ ...size, folder, hurries: true, plain: false });
  expect(faults, did).toEqual([]);
}, 600_000);
