// A backup of a million fulfilled orders, its restore and `till check`, each run as operators do.
import fs from "node:fs";
import path from "node:path";
import { database } from "#core/db";
import { withClient } from "#core/db-client";
import { recomputeTotals, seedHistory } from "#testing/bench/history";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { openShop, settleTables } from "#testing/bench/seed";
import type { Environment } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";
import { runNode } from "#testing/runners";

const ORDERS = 1_000_000;
const SECRET = "a passphrase for the bench";
const RESTORED = "till_bench_restored";
const HOUR_MS = 3_600_000;

async function seed(): Promise<void> {
  const { wideId } = await openShop(1);
  const { account } = await makeAccount();
  const year = { from: new Date(Date.now() - 365 * 24 * HOUR_MS), to: new Date() };
  const of = { accountId: account.id, portfolioId: wideId, count: ORDERS, projectsPerOrder: 2 };
  await seedHistory({ ...of, ...year });
  await recomputeTotals();
  await settleTables();
}

/** Runs a command of `till` and measures it, with the start of its process. */
async function time(label: string, args: readonly string[], url: string): Promise<Line> {
  const env = { CT_BACKUP_PASSPHRASE: SECRET, DATABASE_URL: url };
  const started = performance.now();
  const till = ["--import", "tsx", "server/till.ts", ...args];
  const { code, output } = await runNode(till, { quiet: true, env });
  const figure = `${formatNumber((performance.now() - started) / 1000)} s`;
  if (code !== 0) throw new Error(`till ${args[0]} exited with ${code}: ${output}`);
  return { label, figure };
}

async function databaseSize(url: string): Promise<string> {
  const sql = "SELECT pg_database_size(current_database())::float8 AS bytes";
  const rows = await withClient(url, async (client) => (await client.query(sql)).rows);
  return `${formatNumber(rows[0].bytes / 1e6)} MB`;
}

/** Measures backup, restore and check of a million orders. */
export async function benchRestore({ url, folder }: Environment): Promise<Section[]> {
  await seed();
  const file = path.join(folder, "bench.backup");
  const target = url.replace(/\/[^/?]+(?=\?|$)/, `/${RESTORED}`);
  const drop = `DROP DATABASE IF EXISTS ${RESTORED} WITH (FORCE)`;
  const execute = (sql: string) => withClient(url, (client) => client.query(sql));
  const retirements = await database().prisma.retirement.count();
  const size = { label: "database", figure: await databaseSize(url) };
  const backup = await time("backup", ["backup", "--to", file], url);
  const bytes = {
    label: "file of the backup",
    figure: `${formatNumber(fs.statSync(file).size / 1e6)} MB`,
  };
  const verify = await time("verification of the file", ["backup", "--verify", file], url);
  await execute(drop);
  await execute(`CREATE DATABASE ${RESTORED}`);
  const restore = await time(
    "restore, which ends with a check",
    ["restore", "--from", file],
    target,
  );
  const check = await time("check", ["check"], target);
  const after = { label: "restored database", figure: await databaseSize(target) };
  await execute(drop);
  const title = `Backup and restore of ${formatNumber(ORDERS)} orders with ${formatNumber(retirements)} retirements`;
  return [{ title, lines: [size, backup, bytes, verify, restore, check, after] }];
}
