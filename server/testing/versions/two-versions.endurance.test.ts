// Each recorded version runs next to the present one, or refuses to start, and the books stay
// consistent.
import "#testing/private-network";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closeDatabase, database } from "#core/db";
import { log } from "#core/log";
import { checkPayments } from "#domain/checkout";
import { checkLedger } from "#domain/diagnostics";
import { migrate } from "#setup/migrations";
import { call } from "#testing/api";
import { freshDatabase, type TestDatabase } from "#testing/database";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { toldOrders } from "#testing/torture/callbacks";
import { payingCustomers } from "#testing/torture/checkout";
import { killedWorkers } from "#testing/torture/matching";
import { killPrograms } from "#testing/torture/processes";
import { tortureFolder } from "#testing/torture/scratch-folder";
import { startApiServers } from "#testing/torture/servers";
import { readRecordedVersions, runsBesidePresent, unpackVersion } from "#testing/versions/recorded";
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
const LOOKS_TWICE_MS = 5000;

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
async function findFaults({ acknowledged }: Load): Promise<unknown[]> {
  const { faults } = await checkPayments(systemContext());
  const orders = await database().prisma.order.findMany({ select: { id: true } });
  const ids = new Set(orders.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !ids.has(id));
  return [...(await checkLedger(systemContext())), ...faults, ...lost.map((id) => ({ lost: id }))];
}

const countFulfilled = () => database().prisma.order.count({ where: { state: "fulfilled" } });

const versions = readRecordedVersions();
const fitting = versions.filter(runsBesidePresent);
const outdated = versions.filter((version) => !runsBesidePresent(version));

describe.for(outdated)("version $version, which the present schema has left behind", (recorded) => {
  it("refuses to start, and writes nothing", async () => {
    // From this mark on, the old version must not write.
    await migrate(fresh.url, log, plantMigration(folder, ""));
    const started = startOldProduct(unpackVersion(recorded), folder);
    await expect(started).rejects.toThrow(/schema is newer/);
    expect(await tablesWrittenSince(fresh.url)).toEqual([]);
  }, 120_000);
});

describe.for(fitting)("version $version", (recorded) => {
  const beside = unpackVersion(recorded);

  async function startUnderLoad(): Promise<{ old: OldProduct; load: Load }> {
    const { token } = await makeAccount();
    const { portfolioId } = await makeStock({ tonnes: 1000 });
    const old = await startOldProduct(beside, folder);
    const load = startLoad(old.origin, token, portfolioId);
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(SOME_ORDERS);
    return { old, load };
  }

  it("sells no credit twice beside the present one, whoever is killed meanwhile", async () => {
    const size = { orders: 150, lots: 3, workers: 2, servers: 2, kills: 2, clients: 4, cuts: 1 };
    const { did, faults } = await killedWorkers(call, { ...size, seconds: 1, folder, beside });
    expect(faults, did).toEqual([]);
  }, 300_000);

  it("charges no session twice beside the present one, whoever is killed meanwhile", async () => {
    const size = { sessions: 30, servers: 2, workers: 2, kills: 1, cuts: 1, clients: 10 };
    const how = { hurries: true, plain: false };
    const { did, faults } = await payingCustomers({ ...size, ...how, folder, beside });
    expect(faults, did).toEqual([]);
  }, 300_000);

  it("delivers each event beside the present one, whoever is killed meanwhile", async () => {
    const size = { orders: 100, workers: 2, receivers: 4, spellMs: 300, kills: 1, cuts: 1 };
    const api = await startApiServers({ servers: 2, folder, beside });
    const { did, faults } = await toldOrders(api.send, { ...size, folder, beside });
    expect(faults, did).toEqual([]);
  }, 300_000);

  it("ends before a later migration that does not declare it, and writes nothing after", async () => {
    const { old, load } = await startUnderLoad();
    const later = plantMigration(folder, "-- Says nothing of older versions.");
    await closeDatabase();
    expect(await migrate(fresh.url, log, later)).toEqual([PLANTED]);
    expect(await isReady(old.origin)).toBe(false);
    for (const ended of [old.server, old.worker]) {
      await expect.poll(() => ended.exitCode()).toBe(1);
      expect(ended.lastWords()).toMatch(/newer version of the app is migrating/);
    }
    await load.stop();
    await expect(startOldProduct(beside, folder)).rejects.toThrow(/schema is newer/);
    expect(await tablesWrittenSince(fresh.url)).toEqual([]);
    expect(await findFaults(load)).toEqual([]);
  }, 120_000);

  it("goes on beside a later migration that declares it", async () => {
    const newest = Object.keys(recorded.migrations).sort().at(-1);
    const { old, load } = await startUnderLoad();
    const later = plantMigration(folder, `-- Runs beside: ${newest}`);
    expect(await migrate(fresh.url, log, later)).toEqual([PLANTED]);
    const before = load.acknowledged.length;
    await sleep(LOOKS_TWICE_MS);
    await load.stop();
    expect(load.acknowledged.length).toBeGreaterThan(before + SOME_ORDERS);
    await expect.poll(countFulfilled).toBe(load.acknowledged.length);
    expect(await tablesWrittenSince(fresh.url)).toEqual(
      expect.arrayContaining(["orders", "events"]),
    );
    expect(await isReady(old.origin)).toBe(true);
    await Promise.all([old.server.stop(), old.worker.stop()]);
    const again = await startOldProduct(beside, folder);
    await Promise.all([again.server.stop(), again.worker.stop()]);
    expect(await findFaults(load)).toEqual([]);
  }, 120_000);
});
