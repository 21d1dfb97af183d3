// Torture of registry requests: a fake registry with faults, and kills of servers and workers.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { database, type Statement } from "#core/db";
import { makeAccount } from "#testing/factories";
import { auditDatabase, countStuck } from "#testing/torture/audit";
import { newClientRecord, postOnce, type Send } from "#testing/torture/clients";
import {
  cutConnections,
  freezeWhileUnrecorded,
  killOneWorker,
  killWorkerAt,
  startWorkers,
  stopWorkers,
  type Worker,
} from "#testing/torture/killing";
import { awaitZero, type Outcome, runConcurrently } from "#testing/torture/matching";
import { auditRegistry, countOpenRequests, requestStates } from "#testing/torture/registry-audit";
import { sampleClaims } from "#testing/torture/registry-claims";
import {
  type FakeIsometric,
  isometricEnv,
  startFaultyIsometric,
} from "#testing/torture/registry-faults";
import { openRegistryMarket } from "#testing/torture/registry-market";
import { type ApiServers, startApiServers } from "#testing/torture/servers";

export interface RegistrySize {
  orders: number;
  servers: number;
  workers: number;
  /** Number of workers, and of servers, to kill. */
  kills: number;
  /** Number of database connections to cut. */
  cuts: number;
  clients: number;
  /** Folder for log files. */
  folder: string;
}

interface Progress {
  kills: number;
  hits: number;
  cuts: number;
  admitted: number;
  over: boolean;
  faults: string[];
}

const MAX_KG = 3000;
const ACTIVITY_TIMEOUT_MS = 30_000;
/** Faults go on for this time after the last kill. */
const FAULTY_MS = 30_000;
const customers = [
  "Acme Ltd",
  "Bäckerei Müller",
  "Northwind Coffee Roasters",
  "日本サンプル株式会社",
];

const RECORDED: Statement = {
  name: "torture-recorded-retirements",
  text: `SELECT registry_reference AS reference FROM registry_retirements`,
};

/** Retirements at the registry that the till has not recorded. */
async function findUnrecorded({ books }: FakeIsometric): Promise<string[]> {
  const ids = books.retirements.map(({ id }) => id);
  const rows = await database()
    .query<{ reference: string }>(RECORDED, [])
    .catch(() => null);
  const recorded = new Set(rows?.map(({ reference }) => reference));
  return rows ? ids.filter((id) => !recorded.has(id)) : [];
}

function killWorker(
  fake: FakeIsometric,
  { workers, progress }: { workers: Worker[]; progress: Progress },
): Promise<boolean> {
  const { kills, faults } = progress;
  if (kills % 3 === 0) {
    return killOneWorker(workers, faults, ({ program }) =>
      freezeWhileUnrecorded(program, () => findUnrecorded(fake)),
    );
  }
  return killWorkerAt(workers, kills % 3 === 1 ? "requesting" : "random", faults);
}

/** Waits until requests are sent again: a killed worker's lease must end first. */
async function awaitActivity({ books }: FakeIsometric): Promise<void> {
  const before = books.retirements.length;
  const until = Date.now() + ACTIVITY_TIMEOUT_MS;
  while (books.retirements.length === before && Date.now() < until) await sleep(20);
}

/** Admits orders before each kill, so that each kill has requests to hit. */
async function killAll(
  fake: FakeIsometric,
  programs: { api: ApiServers; workers: Worker[]; progress: Progress; size: RegistrySize },
): Promise<void> {
  const { api, progress, size } = programs;
  while (progress.kills < size.kills) {
    progress.admitted = Math.ceil((size.orders * (progress.kills + 1)) / (size.kills + 1));
    await awaitActivity(fake);
    const [wasHit] = await Promise.all([killWorker(fake, programs), api.killOne()]);
    if (wasHit) progress.hits += 1;
    progress.kills += 1;
  }
  progress.admitted = size.orders;
}

/** Places all orders as they are admitted, each for one of a few beneficiaries. */
async function placeOrders(
  send: Send,
  { portfolioId, size, progress }: { portfolioId: string; size: RegistrySize; progress: Progress },
): Promise<void> {
  const { token: key } = await makeAccount();
  const record = newClientRecord();
  await runConcurrently(
    size.orders,
    async (nth) => {
      while (nth >= progress.admitted) await sleep(20);
      const beneficiary = { name: customers[randomInt(customers.length)] };
      const body = { amount_kg: randomInt(1, MAX_KG), portfolio_id: portfolioId, beneficiary };
      const reply = await postOnce(send, record, { path: "/orders", key, body });
      if (reply.status !== 201) progress.faults.push(`placing returned ${reply.status}`);
    },
    size.clients,
  );
}

async function awaitRequests(): Promise<string[]> {
  const stuck = await awaitZero(countStuck, "have not been tried");
  return [...stuck, ...(await awaitZero(countOpenRequests, "requests are open or unwritten"))];
}

/**
 * Sells credits of a registry that loses, repeats, delays and refuses requests, while servers and
 * workers are killed. At the end, what the till calls retired is retired there, once.
 */
export async function registryRequests(size: RegistrySize): Promise<Outcome> {
  const { fake, drawn } = await startFaultyIsometric();
  const { portfolioId } = await openRegistryMarket(fake, size.orders * MAX_KG);
  const progress: Progress = { kills: 0, hits: 0, cuts: 0, admitted: 0, over: false, faults: [] };
  const api = await startApiServers(size);
  const workers = await startWorkers(size, isometricEnv(fake));
  const sampling = sampleClaims(fake, progress);
  await Promise.all([
    placeOrders(api.send, { portfolioId, size, progress }),
    killAll(fake, { api, workers, progress, size }),
    cutConnections(size, progress),
  ]);
  const end = setTimeout(() => {
    drawn.isOver = true;
  }, FAULTY_MS);
  const faults = await awaitRequests();
  clearTimeout(end);
  progress.over = true;
  const claims = await sampling;
  await api.stop();
  faults.push(...(await stopWorkers(workers)), ...progress.faults, ...claims.faults);
  faults.push(...(await auditRegistry(fake)), ...(await auditDatabase()));
  if (claims.retired === 0) faults.push("no sampled certificate called anything retired");
  const summary = [
    `${size.orders} orders; ${fake.books.retirements.length} registry retirements`,
    `requests: ${await requestStates()}`,
    `${drawn.faults} faults of the registry`,
    `${progress.kills} workers and servers killed, ${progress.hits} at the worst moment`,
    `${progress.cuts} connections cut`,
    `${claims.certificates} certificates read, ${claims.retired} with retired kg`,
  ].join("; ");
  await fake.close();
  return { summary, faults };
}
