// Workers that are killed: at random moments, and at the worst ones, which are looked for.
import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Statement } from "#core/db";
import { database } from "#core/db";
import { type Program, startProgram } from "#testing/torture/processes";

const LOOKS_FOR_MS = 3000;

// A frozen worker's connections, and how far its transaction is: what it wrote is not committed.
const LOOK: Statement = {
  name: "torture-look",
  text: `
    SELECT EXISTS (
      SELECT FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
      WHERE a.datname = current_database() AND a.application_name = $1
        AND l.relation = $2::text::regclass AND l.mode = $3
    ) AS found`,
};

const CUT: Statement = {
  name: "torture-cut",
  text: `
    SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'
    ORDER BY random() LIMIT 1`,
};

// Charged at the provider, and we do not know it yet.
const CHARGED: Statement = {
  name: "torture-charged",
  text: `
    SELECT p.id FROM payments p
    JOIN test_provider_payments t ON t.id = p.provider_payment_id AND t.charges = 1
    WHERE p.state = 'confirming'`,
};

/**
 * The lock that tells of the moment: all is written; orders are taken and nothing is written; what
 * became of a payment is written.
 */
const signs = {
  settled: ["retirements", "RowExclusiveLock"],
  holding: ["portfolio_allocations", "AccessShareLock"],
  paying: ["payments", "RowExclusiveLock"],
} as const;

/** A moment to kill a worker at. */
export type Moment = keyof typeof signs | "random";

export interface Worker {
  name: string;
  program: Program;
  /** Starts another one like it, once it was killed. */
  startAgain(): Promise<Worker>;
}

interface WorkerOptions {
  /** For its output. */
  folder: string;
  env?: Record<string, string>;
  /** The program of a recorded version, in place of this checkout's worker. */
  version?: string | undefined;
}

/** Starts the product's own worker as a process that the database can tell from others. */
export async function startWorkerProcess(name: string, options: WorkerOptions): Promise<Worker> {
  const { folder, env, version } = options;
  const url = new URL(process.env["DATABASE_URL"] ?? "");
  url.searchParams.set("application_name", name);
  const program = await startProgram({
    file: version ?? "server/worker.ts",
    args: version === undefined ? [] : ["worker"],
    env: { DATABASE_URL: url.href, CT_LOG_LEVEL: "info", ...env },
    ready: /The worker runs/,
    output: path.join(folder, `${name}.log`),
  });
  return { name, program, startAgain: () => startWorkerProcess(name, options) };
}

/** A recorded version's program that every other server and worker of a run is of. */
export type Beside = string | undefined;

export function versionOf(nth: number, beside: Beside): string | undefined {
  return nth % 2 === 1 ? beside : undefined;
}

interface Workers {
  workers: number;
  folder: string;
  beside?: Beside;
}

export function startWorkers(
  { workers, folder, beside }: Workers,
  env: Record<string, string> = {},
): Promise<Worker[]> {
  const starting = Array.from({ length: workers }, (_, nth) =>
    startWorkerProcess(`torture-worker-${nth}`, { folder, env, version: versionOf(nth, beside) }),
  );
  return Promise.all(starting);
}

/** Stops them as an operator does; returns what went wrong with it. */
export async function stopWorkers(workers: readonly Worker[]): Promise<string[]> {
  const ends = await Promise.allSettled(workers.map(({ program }) => program.stop()));
  return ends.flatMap((end) => ("reason" in end ? [`${end.reason}`] : []));
}

/** Freezes the program again and again until it stands where it is wanted; it stays frozen. */
async function freezeWhen(program: Program, isThere: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + LOOKS_FOR_MS;
  while (Date.now() < until && !program.hasEnded()) {
    process.kill(program.pid, "SIGSTOP");
    if (await isThere()) return true;
    process.kill(program.pid, "SIGCONT");
    await sleep(randomInt(1, 12));
  }
  return false;
}

/** Freezes the worker at the wanted moment of a transaction. */
export function freezeAt(worker: Worker, moment: keyof typeof signs): Promise<boolean> {
  return freezeWhen(worker.program, async () => {
    // The look itself may be cut off by torture.
    const [look] = await database()
      .query<{ found: boolean }>(LOOK, [worker.name, ...signs[moment]])
      .catch(() => []);
    return look?.found === true;
  });
}

async function chargedUnknown(): Promise<string[]> {
  const rows = await database()
    .query<{ id: string }>(CHARGED, [])
    .catch(() => []);
  return rows.map(({ id }) => id);
}

/** Freezes the program where it has not written down what happened outside: `unknown` names it. */
async function freezeOver(program: Program, unknown: () => Promise<string[]>): Promise<boolean> {
  const before = new Set(await unknown());
  return freezeWhen(program, async () => {
    const fresh = (await unknown()).filter((id) => !before.has(id));
    if (fresh.length === 0) return false;
    // What another one is just about to write down is written a moment later.
    await sleep(60);
    const now = new Set(await unknown());
    return fresh.some((id) => now.has(id));
  });
}

/** Freezes a server between a charge at the provider and the writing down of it. */
export function freezeOverCharge(program: Program): Promise<boolean> {
  return freezeOver(program, chargedUnknown);
}

/** Freezes a worker between a receiver's answer and the writing down of it. */
export function freezeOverAnswer(
  program: Program,
  unrecorded: () => Promise<string[]>,
): Promise<boolean> {
  return freezeOver(program, unrecorded);
}

/** Kills the worker with SIGKILL; true if it stood at the wanted moment of a transaction. */
export async function killInTheMiddle(worker: Worker, moment: Moment): Promise<boolean> {
  if (worker.program.hasEnded()) return false;
  if (moment === "random") await sleep(randomInt(0, 150));
  const hit = moment !== "random" && (await freezeAt(worker, moment));
  await worker.program.kill();
  return hit;
}

/** Ends one connection to the database, whoever's it is; true if there was one. */
export async function cutOneConnection(): Promise<boolean> {
  return (
    (
      await database()
        .query(CUT, [])
        .catch(() => [])
    ).length > 0
  );
}
