// The workers of an installation, as they tell of themselves: a row each, and none is ever waited for.
import { z } from "zod";
import type { Context } from "./context";
import type { Db } from "./db";
import { type Params, pick, queriesOn } from "./query";
import type { CoreTables } from "./tables";

const query = queriesOn<CoreTables>();

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

export interface SeenWorker {
  id: string;
  startedAt: Date;
  seenAt: Date;
  isAlive: boolean;
  tasks: Record<string, TaskMark>;
}

type WorkerRow = Pick<SeenWorker, "id" | "startedAt" | "seenAt"> & {
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
export async function listWorkers(ctx: Context): Promise<SeenWorker[]> {
  const rows = await ctx.db.prisma.worker.findMany({ orderBy: { seenAt: "desc" }, take: 100 });
  return rows.map(({ id, startedAt, seenAt, endedAt, tasks }) => ({
    id,
    startedAt,
    seenAt,
    isAlive: endedAt === null && ctx.now.getTime() - seenAt.getTime() < ALIVE_MS,
    tasks: Tasks.parse(tasks),
  }));
}
