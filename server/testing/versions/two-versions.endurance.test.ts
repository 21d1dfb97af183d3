// Each recorded version runs next to the present one, or refuses to start, and the books stay
// consistent.
import "#testing/private-network";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, database } from "#core/db";
import { log } from "#core/log";
import { migrate } from "#setup/migrations";
import { call } from "#testing/api";
import { freshDatabase, type TestDatabase } from "#testing/database";
import { makeAccount, makeStock } from "#testing/factories";
import { checkBooks } from "#testing/torture/audit";
import { eventDelivery } from "#testing/torture/callbacks";
import { payingCustomers } from "#testing/torture/checkout";
import { killedWorkers } from "#testing/torture/matching";
import { killPrograms } from "#testing/torture/processes";
import { tortureFolder } from "#testing/torture/scratch-folder";
import { startApiServers } from "#testing/torture/servers";
import { readRecordedVersions, runsWithPresent, unpackVersion } from "#testing/versions/recorded";
import {
  isReady,
  type Load,
  type OldProduct,
  PLANTED,
  plantMigration,
  startLoad,
  startOldProduct,
  tablesWrittenSince,
} from "#testing/versions/upgrade";

const SOME_ORDERS = 40;
/** Longer than a program takes to notice a schema change. */
const NOTICE_MS = 5000;

const folder = tortureFolder();
process.env["CT_ALLOW_PRIVATE_NETWORK"] = "1";

const ownDatabase = process.env["DATABASE_URL"];
let fresh: TestDatabase;

beforeEach(async () => {
  fresh = await freshDatabase();
  await closeDatabase();
  process.env["DATABASE_URL"] = fresh.url;
});

afterEach(async () => {
  killPrograms();
  await closeDatabase();
  process.env["DATABASE_URL"] = ownDatabase;
  await fresh.drop();
});

/** Findings of `till check`, and acknowledged orders that are missing. */
async function findFaults({ acknowledged }: Load): Promise<string[]> {
  const { findings } = await checkBooks();
  const orders = await database().prisma.order.findMany({ select: { id: true } });
  const ids = new Set(orders.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !ids.has(id));
  return [...findings, ...lost.map((id) => `order ${id} is lost`)];
}

const countFulfilled = () => database().prisma.order.count({ where: { state: "fulfilled" } });

const versions = readRecordedVersions();
const compatible = versions.filter(runsWithPresent);
const outdated = versions.filter((version) => !runsWithPresent(version));

describe.for(outdated)("version $version, which is too old for the present schema", (recorded) => {
  it("refuses to start, and writes nothing", async () => {
    // From this mark on, the old version must not write.
    await migrate(fresh.url, log, plantMigration(folder, ""));
    const started = startOldProduct(unpackVersion(recorded), folder);
    await expect(started).rejects.toThrow(/schema is newer/);
    expect(await tablesWrittenSince(fresh.url)).toEqual([]);
  }, 120_000);
});

describe.for(compatible)("version $version", (recorded) => {
  const oldProgram = unpackVersion(recorded);

  async function startUnderLoad(): Promise<{ old: OldProduct; load: Load }> {
    const { token } = await makeAccount();
    const { portfolioId } = await makeStock({ tonnes: 1000 });
    const old = await startOldProduct(oldProgram, folder);
    const load = startLoad(old.origin, token, portfolioId);
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(SOME_ORDERS);
    return { old, load };
  }

  it("sells no credit twice next to the present one while programs are killed", async () => {
    const size = { orders: 150, lots: 3, workers: 2, servers: 2, kills: 2, clients: 4, cuts: 1 };
    const { summary, faults } = await killedWorkers(call, {
      ...size,
      seconds: 1,
      folder,
      oldProgram,
    });
    expect(faults, summary).toEqual([]);
  }, 300_000);

  it("charges no session twice next to the present one while programs are killed", async () => {
    const size = { sessions: 30, servers: 2, workers: 2, kills: 1, cuts: 1, clients: 10 };
    const how = { pollsAtOnce: true, plain: false };
    const { summary, faults } = await payingCustomers({ ...size, ...how, folder, oldProgram });
    expect(faults, summary).toEqual([]);
  }, 300_000);

  it("delivers each event next to the present one while workers are killed", async () => {
    const size = { orders: 100, workers: 2, receivers: 4, failureMs: 300, kills: 1, cuts: 1 };
    const api = await startApiServers({ servers: 2, folder, oldProgram });
    const { summary, faults } = await eventDelivery(api.send, { ...size, folder, oldProgram });
    expect(faults, summary).toEqual([]);
  }, 300_000);

  it("exits before a later migration that does not declare it, and then writes nothing", async () => {
    const { old, load } = await startUnderLoad();
    const later = plantMigration(folder, "-- Declares no older version.");
    await closeDatabase();
    expect(await migrate(fresh.url, log, later)).toEqual([PLANTED]);
    expect(await isReady(old.origin)).toBe(false);
    for (const ended of [old.server, old.worker]) {
      await expect.poll(() => ended.exitCode()).toBe(1);
      expect(ended.exitReport()).toMatch(/newer version of the app is migrating/);
    }
    await load.stop();
    await expect(startOldProduct(oldProgram, folder)).rejects.toThrow(/schema is newer/);
    expect(await tablesWrittenSince(fresh.url)).toEqual([]);
    expect(await findFaults(load)).toEqual([]);
  }, 120_000);

  it("keeps running after a later migration that declares it", async () => {
    const newest = Object.keys(recorded.migrations).sort().at(-1);
    const { old, load } = await startUnderLoad();
    const later = plantMigration(folder, `-- Runs beside: ${newest}`);
    expect(await migrate(fresh.url, log, later)).toEqual([PLANTED]);
    const before = load.acknowledged.length;
    await sleep(NOTICE_MS);
    await load.stop();
    expect(load.acknowledged.length).toBeGreaterThan(before + SOME_ORDERS);
    await expect.poll(countFulfilled).toBe(load.acknowledged.length);
    expect(await tablesWrittenSince(fresh.url)).toEqual(
      expect.arrayContaining(["orders", "events"]),
    );
    expect(await isReady(old.origin)).toBe(true);
    await Promise.all([old.server.stop(), old.worker.stop()]);
    const again = await startOldProduct(oldProgram, folder);
    await Promise.all([again.server.stop(), again.worker.stop()]);
    expect(await findFaults(load)).toEqual([]);
  }, 120_000);
});
