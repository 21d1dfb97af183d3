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

/** The lock that tells of the moment: all is written; or orders are taken and nothing is written. */
const signs = {
  settled: ["retirements", "RowExclusiveLock"],
  holding: ["portfolio_allocations", "AccessShareLock"],
} as const;

export interface Worker {
  name: string;
  program: Program;
}

/** Starts the product's own worker as a process that the database can tell from others. */
export async function startWorkerProcess(name: string, folder: string): Promise<Worker> {
  const url = new URL(process.env["DATABASE_URL"] ?? "");
  url.searchParams.set("application_name", name);
  const program = await startProgram({
    file: "server/work.ts",
    env: { DATABASE_URL: url.href, CT_LOG_LEVEL: "info" },
    ready: /The worker runs/,
    output: path.join(folder, `${name}.log`),
  });
  return { name, program };
}

/** Freezes the worker again and again until it stands at the wanted moment; it stays frozen. */
export async function freezeAt(worker: Worker, moment: keyof typeof signs): Promise<boolean> {
  const until = Date.now() + LOOKS_FOR_MS;
  while (Date.now() < until && !worker.program.hasEnded()) {
    process.kill(worker.program.pid, "SIGSTOP");
    // The look itself may be cut off by torture.
    const [look] = await database()
      .query<{ found: boolean }>(LOOK, [worker.name, ...signs[moment]])
      .catch(() => []);
    if (look?.found) return true;
    process.kill(worker.program.pid, "SIGCONT");
    await sleep(randomInt(1, 12));
  }
  return false;
}

/** Kills the worker with SIGKILL; true if it stood in the middle of a transaction that matched. */
export async function killInTheMiddle(worker: Worker, nth: number): Promise<boolean> {
  if (worker.program.hasEnded()) return false;
  const moment = (["settled", "holding", "random"] as const)[nth % 3] ?? "random";
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
