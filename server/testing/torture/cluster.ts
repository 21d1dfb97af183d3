// An installation in production under load: its primary is killed and replaced, all programs are
// restarted one by one, and a backup is restored next to it.
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDatabase } from "#core/db";
import { makeAccount } from "#testing/factories";
import { pgbouncerVersion } from "#testing/pgbouncer";
import { auditCheckout, compareCustomers, countUnsettled } from "#testing/torture/checkout-audit";
import { newTraffic, runClients, type Traffic } from "#testing/torture/cluster-clients";
import { Cluster } from "#testing/torture/cluster-programs";
import { findPostgres } from "#testing/torture/postgres-pair";
import { auditDatabase, compareOrders, countPlaced, countStuck } from "#testing/world/judge";
import { openMarket } from "#testing/world/market";
import { awaitZero, formatCounts, type Outcome, runConcurrently } from "#testing/world/run";

interface ClusterSize {
  /** At least. */
  orders: number;
  /** Number of primaries to kill. */
  kills: number;
  /** Number of concurrent integrators. */
  clients: number;
  /** Folder for data and log files. */
  folder: string;
}

const PROJECTS = 9;
const STALL_MS = 120_000;

/** Returns what is not installed, or null if the scenario can run. */
export function missingForCluster(): string | null {
  if (!findPostgres()) return "PostgreSQL with pg_basebackup (apt-get install postgresql)";
  if (!pgbouncerVersion()) return "PgBouncer (apt-get install pgbouncer)";
  return process.platform === "linux" ? null : "Linux";
}

interface Run {
  cluster: Cluster;
  traffic: Traffic;
  /** Events for the summary. */
  lines: string[];
}

/** Waits for this many orders. @throws if clients get no more of them */
async function untilPlaced({ record }: Traffic, orders: number): Promise<void> {
  let [last, at] = [record.placed.size, Date.now()];
  while (record.placed.size < orders) {
    if (record.placed.size > last) [last, at] = [record.placed.size, Date.now()];
    if (Date.now() - at > STALL_MS) throw new Error(`no order was accepted for ${STALL_MS} ms`);
    await sleep(20);
  }
}

async function failOver({ cluster, traffic, lines }: Run): Promise<void> {
  traffic.isOutage = true;
  const [started, before] = [performance.now(), traffic.record.placed.size];
  await cluster.failOver();
  await untilPlaced(traffic, before + 1);
  // Orders that were accepted by the primary just before it died count, too.
  const recovered = traffic.record.placed.size;
  await untilPlaced(traffic, recovered + 10);
  lines.push(`after a kill orders went on within ${Math.round(performance.now() - started)} ms`);
  await cluster.rebuildReplica();
  await cluster.untilReady();
  traffic.isOutage = false;
}

async function restartAll({ cluster, traffic, lines }: Run): Promise<void> {
  const before = traffic.record.placed.size;
  await cluster.restartAll();
  lines.push(`${traffic.record.placed.size - before} orders during the rolling restart`);
}

/** Backs up under load, and restores into another database, which must be consistent. */
async function backUp({ cluster, traffic, lines }: Run): Promise<void> {
  const secret = { CT_BACKUP_PASSPHRASE: randomBytes(16).toString("hex") };
  const file = path.join(cluster.parts.folder, `${traffic.record.placed.size}.backup`);
  const before = new Set(traffic.record.placed.keys());
  await cluster.till(["backup", "--to", file], secret);
  const name = `restored_${before.size}`;
  await cluster.parts.pair.primary.run(`CREATE DATABASE ${name}`, "postgres");
  const direct = cluster.parts.pair.primary.url.replace(/till$/, name);
  const env = {
    ...secret,
    DATABASE_URL: direct,
    DATABASE_DIRECT_URL: direct,
  };
  // It ends with `till check`.
  await cluster.till(["restore", "--from", file], env);
  const rows = await cluster.parts.pair.primary.run("SELECT id FROM orders", name);
  const restored = new Set(rows.map(({ id }) => id));
  const lost = [...before].filter((id) => !restored.has(id)).length;
  if (lost > 0) cluster.faults.push(`${lost} orders placed before the backup are not in it`);
  lines.push(`${restored.size} orders restored from a backup under load`);
}

/** Interferes at equal distances while orders are placed. */
async function interfere(run: Run, size: ClusterSize): Promise<void> {
  const kills = Array.from({ length: size.kills }, () => failOver);
  const all = [...kills, restartAll, backUp];
  for (const [nth, step] of all.entries()) {
    await untilPlaced(run.traffic, (size.orders * (nth + 1)) / (all.length + 1));
    await step(run);
  }
  await untilPlaced(run.traffic, size.orders);
}

async function findFaults({ cluster, traffic }: Run, portfolioIds: string[]): Promise<string[]> {
  const faults = await awaitZero(countStuck, "have not been tried");
  faults.push(...(await awaitZero(() => countPlaced(portfolioIds), "are not fulfilled")));
  faults.push(...(await awaitZero(countUnsettled, "or payments are not settled")));
  await cluster.stopPrograms();
  await cluster.till(["check"]);
  faults.push(...cluster.faults, ...(await compareOrders(traffic.record)));
  // It repeats the faults of the clients.
  const customers = { ...traffic.record, faults: [] };
  faults.push(...(await compareCustomers(customers)), ...(await auditCheckout()));
  return [...faults, ...(await auditDatabase())];
}

async function sell(run: Run, size: ClusterSize): Promise<Outcome> {
  const { cluster, traffic } = run;
  await cluster.startPrograms();
  const market = await openMarket();
  const tonnes = 1000 + 10 * size.orders;
  await market.writeLots(Array.from({ length: 2 * PROJECTS }, () => tonnes));
  const accounts = await runConcurrently(size.clients + 1, () => makeAccount());
  const [shopKey = "", ...keys] = accounts.map(({ token }) => token);
  const { portfolioIds } = market;
  const { origin } = cluster;
  const clients = runClients({ origin, keys, shopKey, portfolioIds, orders: size.orders }, traffic);
  const disturbed = interfere(run, size).finally(() => {
    traffic.over = true;
  });
  await Promise.all([clients, disturbed]);
  const faults = await findFaults(run, portfolioIds);
  const { record, verified, verifications, refusals } = traffic;
  const summary = [
    `${record.placed.size} orders, ${record.cancelled.size} cancelled, ${record.repeats} repeats`,
    `${record.sessions.size} paid sessions`,
    `${verifications} verifications of ${verified.size} certificates`,
    `refused while a primary was down: ${formatCounts(refusals) || "nothing"}`,
    ...run.lines,
  ].join("; ");
  return { summary, faults };
}

/** Runs the scenario on servers of its own. */
export async function productionCluster(size: ClusterSize): Promise<Outcome> {
  const cluster = await Cluster.start(findPostgres() ?? "", size.folder);
  const former = process.env["DATABASE_URL"];
  await closeDatabase();
  process.env["DATABASE_URL"] = cluster.parts.pair.url;
  try {
    return await sell({ cluster, traffic: newTraffic(), lines: [] }, size);
  } finally {
    await closeDatabase();
    if (former === undefined) delete process.env["DATABASE_URL"];
    else process.env["DATABASE_URL"] = former;
    await cluster.stop();
  }
}

/** Runs the scenario in a new folder, which is left if there are faults. Ends without what it needs. */
export async function inOwnFolder(
  sizes: Omit<ClusterSize, "folder">,
  print: (text: string) => void,
): Promise<Outcome> {
  const missing = missingForCluster();
  if (missing) {
    print(`Skipped: the cluster needs ${missing}.`);
    process.exit(2);
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-cluster-"));
  process.env["CT_DATA_DIR"] = folder;
  const outcome = await productionCluster({ ...sizes, folder });
  if (outcome.faults.length === 0) fs.rmSync(folder, { recursive: true });
  else print(`Data and logs are kept in ${folder}.`);
  return outcome;
}
