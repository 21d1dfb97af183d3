import { channel } from "node:diagnostics_channel";
import { z } from "zod";
import type { Context } from "./context";
import type { Db } from "./db";
import { type CoreTables, type Params, pick, queriesOn } from "./query";

const query = queriesOn<CoreTables>();

const work = channel("carbon-till.work");

/** Wakes the process's worker, if it has one. Only saves waiting; nothing depends on it. */
export function signalWork(): void {
  work.publish({});
}

/** Returns a function that unsubscribes. */
export function onWork(listener: () => void): () => void {
  work.subscribe(listener);
  return () => work.unsubscribe(listener);
}

/** Counting stops here, to bound its cost. */
export const MAX_COUNTED = 10_000;

export interface Backlog {
  /** At most MAX_COUNTED. */
  due: number;
  oldestDueAt: Date | null;
  /** Due, but paused because their receiver fails; no worker could process them. */
  held?: number;
  /** Not due yet, for example orders without credits or deliveries before their next attempt. */
  later: number;
  /** Those of `later` that failed before. */
  retrying: number;
  /** Given up within the last day. */
  lost: number;
}

/** The backlog of work that is only ever due, from the one row of its query. */
export function dueBacklog([row]: readonly Pick<Backlog, "due" | "oldestDueAt">[]): Backlog {
  if (!row) throw new Error("backlog query returned no row");
  return { ...row, later: 0, retrying: 0, lost: 0 };
}

export const GIVEN_UP_PERIOD_MS = 24 * 3_600_000;

export const HEARTBEAT_MS = 5_000;
/** After this time without a heartbeat, a worker counts as dead. */
const ALIVE_MS = 3 * HEARTBEAT_MS;
/** Ended workers are kept this long to show when their tasks last ran. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

const moment = z.iso.datetime().nullable();

/** Status of one kind of work in a worker. */
const TaskMark = z.object({
  /** Last successful turn, with or without work. */
  doneOn: moment,
  /** Last successful turn that had work. */
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

const upsert = query("workers-record-heartbeat", (db, worker: Params<WorkerRow>) =>
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

interface Heartbeat {
  id: string;
  startedAt: Date;
  now: Date;
  endedAt: Date | null;
  tasks: Record<string, TaskMark>;
}

/** Records that the worker is alive, and the status of its tasks. */
export async function recordHeartbeat(
  db: Db,
  { id, startedAt, now, endedAt, tasks }: Heartbeat,
): Promise<void> {
  await upsert(db, { id, startedAt, seenAt: now, endedAt, tasks: JSON.stringify(tasks) });
}

export async function forgetWorkers(ctx: Context): Promise<number> {
  const seenAt = { lt: new Date(ctx.now.getTime() - REMEMBERED_MS) };
  return (await ctx.db.prisma.worker.deleteMany({ where: { seenAt } })).count;
}

/** Most recently seen first. */
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
