// Torture of registry requests: a fake registry with faults, and kills of servers and workers.
import { randomInt } from "node:crypto";
import { makeAccount } from "#testing/factories";
import { auditRegistry, countOpenRequests, requestStates } from "#testing/torture/registry-audit";
import { sampleClaims } from "#testing/torture/registry-claims";
import {
  type FakeIsometric,
  isometricEnv,
  startFaultyIsometric,
} from "#testing/torture/registry-faults";
import { openRegistryMarket } from "#testing/torture/registry-market";
import { newClientRecord, postOnce } from "#testing/world/clients";
import { Installation, type InstallationSize } from "#testing/world/installation";
import { auditDatabase, countStuck } from "#testing/world/judge";
import { beforeRecording, inTransaction } from "#testing/world/killing";
import { awaitZero, type Outcome, runConcurrently, waitUntil } from "#testing/world/run";
import { select } from "#testing/world/sql";

export interface RegistrySize extends InstallationSize {
  orders: number;
  clients: number;
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

const RECORDED = "SELECT registry_reference AS reference FROM registry_retirements";

/** Retirements at the registry that the till has not recorded. */
async function listUnrecorded({ books }: FakeIsometric): Promise<string[]> {
  const ids = books.retirements.map(({ id }) => id);
  const rows = await select<{ reference: string }>(RECORDED).catch(() => null);
  const recorded = new Set(rows?.map(({ reference }) => reference));
  return rows ? ids.filter((id) => !recorded.has(id)) : [];
}

/** Kills once requests are sent again: a killed worker's lease must end first. */
function killAll(till: Installation, fake: FakeIsometric, size: RegistrySize): Promise<void> {
  const retirements = () => fake.books.retirements.length;
  const unrecorded = beforeRecording(() => listUnrecorded(fake));
  const moments = [unrecorded, inTransaction("requesting"), undefined];
  return till.killAll(size.orders, async (round) => {
    const before = retirements();
    const how = { timeoutMs: ACTIVITY_TIMEOUT_MS, pauseMs: 20 };
    await waitUntil(() => retirements() > before, how);
    return { worker: moments[round % moments.length] };
  });
}

/** Places all orders as they are admitted, each for one of a few beneficiaries. */
async function placeOrders(
  till: Installation,
  { key, portfolioId, size }: { key: string; portfolioId: string; size: RegistrySize },
): Promise<string[]> {
  const record = newClientRecord();
  await runConcurrently(
    size.orders,
    async (nth) => {
      await till.admit(nth);
      const beneficiary = { name: customers[randomInt(customers.length)] };
      const body = { amount_kg: randomInt(1, MAX_KG), portfolio_id: portfolioId, beneficiary };
      const reply = await postOnce(till.send, record, { path: "/orders", key, body });
      if (reply.status !== 201) record.faults.push(`placing returned ${reply.status}`);
    },
    size.clients,
  );
  return record.faults;
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
  const { token: key } = await makeAccount();
  const till = await Installation.start(size, isometricEnv(fake));
  const sampling = sampleClaims(fake, till);
  const [refused] = await Promise.all([
    placeOrders(till, { key, portfolioId, size }),
    killAll(till, fake, size),
    till.cutConnections(),
  ]);
  const end = setTimeout(() => {
    drawn.isOver = true;
  }, FAULTY_MS);
  const faults = [...refused, ...(await awaitRequests())];
  clearTimeout(end);
  till.isOver = true;
  const claims = await sampling;
  faults.push(...(await till.stop()), ...claims.faults);
  faults.push(...(await auditRegistry(fake)), ...(await auditDatabase()));
  if (claims.retired === 0) faults.push("no sampled certificate called anything retired");
  const { kills, workerHits, cuts } = till.counts;
  const summary = [
    `${size.orders} orders; ${fake.books.retirements.length} registry retirements`,
    `requests: ${await requestStates()}`,
    `${drawn.faults} faults of the registry`,
    `${kills} workers and servers killed, ${workerHits} at the worst moment`,
    `${cuts} connections cut`,
    `${claims.certificates} certificates read, ${claims.retired} with retired kg`,
  ].join("; ");
  await fake.close();
  return { summary, faults };
}
