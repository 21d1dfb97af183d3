// Background work: the workers, what waits for them, and the signal that wakes them.
import { channel } from "node:diagnostics_channel";
import { z } from "zod";
import type { Context } from "./context";
import type { Db } from "./db";
import { type CoreTables, type Params, pick, queriesOn } from "./query";

const query = queriesOn<CoreTables>();

const work = channel("carbon-till.work");

/** Tells the process's worker, if it has one, to look for work now. */
export function signalWork(): void {
  work.publish({});
}

/** Calls `listener` at each signal; returns what ends that. */
export function onWork(listener: () => void): () => void {
  work.subscribe(listener);
  return () => work.unsubscribe(listener);
}

/** Counting stops here: more is "more than", and costs no more than this. */
export const COUNTED = 10_000;

export interface Backlog {
  /** Things whose time has come; at most COUNTED. */
  due: number;
  /** Since when the first of them is due. */
  oldestDueAt: Date | null;
  /** Of the due things, those that wait for somebody else's machine: no worker could do them. */
  held?: number;
  /** Things that wait for their time: an order for credits, a callback for its next attempt. */
  later: number;
  /** Those of them that failed before and are tried again. */
  retrying: number;
  /** Things that were given up within the last day. */
  lost: number;
}

/** Within this time what was given up is told of. */
export const LOST_MS = 24 * 3_600_000;

/** How often a worker says that it is there. */
export const BEAT_MS = 5_000;
/** One not seen for so long is taken for dead. */
const ALIVE_MS = 3 * BEAT_MS;
/** How long those that ended are remembered, for when their tasks were last done. */
const KEPT_MS = 7 * 24 * 3_600_000;

const moment = z.iso.datetime().nullable();

/** How one kind of work fares with a worker. */
const TaskMark = z.object({
  /** When a turn last ended well, whether or not there was anything to do. */
  doneOn: moment,
  /** When there last was something to do, and it was done. */
  workedOn: moment,
  failedOn: moment,
  failure: z.string().nullable(),
});
export type TaskMark = z.infer<typeof TaskMark>;

const Tasks = z.record(z.string(), TaskMark).catch({});

export interface WorkerStatus {
  id: string;
  startedAt: Date;
  seenAt: Date;
  isAlive: boolean;
  tasks: Record<string, TaskMark>;
}

type WorkerRow = Pick<WorkerStatus, "id" | "startedAt" | "seenAt"> & {
  endedAt: Date | null;
  tasks: string;
};

const upsert = query("workers-beat", (db, worker: Params<WorkerRow>) =>
  db
    .insertInto("workers")
    .values(pick(worker, ["id", "startedAt", "seenAt", "endedAt", "tasks"]))
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        seenAt: eb.ref("excluded.seenAt"),
        endedAt: eb.ref("excluded.endedAt"),
        tasks: eb.ref("excluded.tasks"),
      })),
    ),
);

interface Beat {
  id: string;
  startedAt: Date;
  now: Date;
  endedAt: Date | null;
  tasks: Record<string, TaskMark>;
}

/** Notes that the worker is there, and how its tasks fare. */
export async function beat(db: Db, { id, startedAt, now, endedAt, tasks }: Beat): Promise<void> {
  await upsert(db, { id, startedAt, seenAt: now, endedAt, tasks: JSON.stringify(tasks) });
}

/** Forgets the workers that have not been seen for long. */
export async function forgetWorkers(ctx: Context): Promise<void> {
  const seenAt = { lt: new Date(ctx.now.getTime() - KEPT_MS) };
  await ctx.db.prisma.worker.deleteMany({ where: { seenAt } });
}

/** All that are remembered, the one seen last first. */
export async function listWorkers(ctx: Context): Promise<WorkerStatus[]> {
  const rows = await ctx.db.prisma.worker.findMany({ orderBy: { seenAt: "desc" }, take: 100 });
  return rows.map(({ id, startedAt, seenAt, endedAt, tasks }) => ({
    id,
    startedAt,
    seenAt,
    isAlive: endedAt === null && ctx.now.getTime() - seenAt.getTime() < ALIVE_MS,
    tasks: Tasks.parse(tasks),
  }));
}
