// Kills workers and cuts connections, at random moments or at the worst ones.
import { randomInt } from "node:crypto";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { database, type Statement } from "#core/db";
import { type Program, startProgram } from "#testing/torture/processes";

const SEARCH_MS = 3000;

// True if the worker holds the lock, so that its transaction has come this far.
const HOLDS_LOCK: Statement = {
  name: "torture-holds-lock",
  text: `
    SELECT EXISTS (
      SELECT FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
      WHERE a.datname = current_database() AND a.application_name = $1
        AND l.relation = $2::text::regclass AND l.mode = $3
    ) AS "holdsLock"`,
};

const CUT: Statement = {
  name: "torture-cut",
  text: `
    SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND backend_type = 'client backend'
    ORDER BY random() LIMIT 1`,
};

// Charged by the provider, but not yet recorded as paid.
const CHARGED: Statement = {
  name: "torture-charged",
  text: `
    SELECT p.id FROM payments p
    JOIN test_provider_payments t ON t.id = p.provider_payment_id AND t.charges = 1
    WHERE p.state = 'confirming'`,
};

/**
 * A table lock that is held at each moment: all rows are written; orders are claimed and nothing is
 * written; a payment's new state is written; a registry request is.
 */
const locks = {
  settled: ["retirements", "RowExclusiveLock"],
  claimed: ["portfolio_allocations", "AccessShareLock"],
  paying: ["payments", "RowExclusiveLock"],
  requesting: ["registry_requests", "RowExclusiveLock"],
} as const;

export type Moment = keyof typeof locks | "random";

export interface Worker {
  name: string;
  program: Program;
  /** Starts a replacement for a killed worker. */
  startAgain(): Promise<Worker>;
}

interface WorkerOptions {
  /** Folder for log files. */
  folder: string;
  env?: Record<string, string>;
}

/** Starts a worker process with its own application name in the database. */
export async function startWorkerProcess(name: string, options: WorkerOptions): Promise<Worker> {
  const { folder, env } = options;
  const url = new URL(process.env["DATABASE_URL"] ?? "");
  url.searchParams.set("application_name", name);
  const program = await startProgram({
    file: "server/worker.ts",
    env: { DATABASE_URL: url.href, CT_LOG_LEVEL: "info", ...env },
    ready: /The worker is running/,
    output: path.join(folder, `${name}.log`),
  });
  return { name, program, startAgain: () => startWorkerProcess(name, options) };
}

interface Workers {
  workers: number;
  folder: string;
}

export function startWorkers(
  { workers, folder }: Workers,
  env: Record<string, string> = {},
): Promise<Worker[]> {
  const starting = Array.from({ length: workers }, (_, nth) =>
    startWorkerProcess(`torture-worker-${nth}`, { folder, env }),
  );
  return Promise.all(starting);
}

/** Stops the workers with SIGTERM. Returns the errors. */
export async function stopWorkers(workers: readonly Worker[]): Promise<string[]> {
  const ends = await Promise.allSettled(workers.map(({ program }) => program.stop()));
  return ends.flatMap((end) => ("reason" in end ? [`${end.reason}`] : []));
}

/** Freezes and resumes the program until the condition holds, then leaves it frozen. */
async function freezeWhen(program: Program, isReached: () => Promise<boolean>): Promise<boolean> {
  const until = Date.now() + SEARCH_MS;
  while (Date.now() < until && !program.hasEnded()) {
    process.kill(program.pid, "SIGSTOP");
    if (await isReached()) return true;
    process.kill(program.pid, "SIGCONT");
    await sleep(randomInt(1, 12));
  }
  return false;
}

/** Freezes the worker at a moment of a transaction. */
export function freezeAt(worker: Worker, moment: keyof typeof locks): Promise<boolean> {
  return freezeWhen(worker.program, async () => {
    // This query's own connection may be cut.
    const [row] = await database()
      .query<{ holdsLock: boolean }>(HOLDS_LOCK, [worker.name, ...locks[moment]])
      .catch(() => []);
    return row?.holdsLock === true;
  });
}

async function chargedUnknown(): Promise<string[]> {
  const rows = await database()
    .query<{ id: string }>(CHARGED, [])
    .catch(() => []);
  return rows.map(({ id }) => id);
}

/** Freezes the program between an external effect and its recording; `unknown` lists such effects. */
export async function freezeWhileUnrecorded(
  program: Program,
  unknown: () => Promise<string[]>,
): Promise<boolean> {
  const before = new Set(await unknown());
  return freezeWhen(program, async () => {
    const fresh = (await unknown()).filter((id) => !before.has(id));
    if (fresh.length === 0) return false;
    // Another program may be about to record it.
    await sleep(60);
    const now = new Set(await unknown());
    return fresh.some((id) => now.has(id));
  });
}

/** Freezes a server between a charge by the provider and its recording. */
export function freezeAfterCharge(program: Program): Promise<boolean> {
  return freezeWhileUnrecorded(program, chargedUnknown);
}

/**
 * Freezes a random worker, kills it with SIGKILL and replaces it; without `freeze`, kills it at a
 * random moment. Returns what `freeze` returned. A worker that ended by itself is a fault.
 */
export async function killOneWorker(
  workers: Worker[],
  faults: string[],
  freeze?: (worker: Worker) => Promise<boolean>,
): Promise<boolean> {
  const place = randomInt(workers.length);
  const worker = workers[place];
  if (!worker) throw new Error("there is no worker to kill");
  if (!freeze) await sleep(randomInt(0, 150));
  const wasHit = !worker.program.hasEnded() && ((await freeze?.(worker)) ?? false);
  await worker.program.kill();
  if (!worker.program.wasKilled()) faults.push(worker.program.exitReport());
  workers[place] = await worker.startAgain();
  return wasHit;
}

/** Kills a worker at a moment of a transaction. Returns true if it was hit there. */
export function killWorkerAt(
  workers: Worker[],
  moment: Moment,
  faults: string[],
): Promise<boolean> {
  if (moment === "random") return killOneWorker(workers, faults);
  return killOneWorker(workers, faults, (worker) => freezeAt(worker, moment));
}

/** Cuts random database connections, until all cuts are made or the run is over. */
export async function cutConnections(
  { cuts }: { cuts: number },
  progress: { cuts: number; over: boolean },
): Promise<void> {
  while (progress.cuts < cuts && !progress.over) {
    await sleep(randomInt(20, 600));
    const cut = await database()
      .query(CUT, [])
      .catch(() => []);
    if (cut.length > 0) progress.cuts += 1;
  }
}
