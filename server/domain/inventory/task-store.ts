// The SQL of the tasks: a queue in which each is in one worker's hand, as long as it says so.
import { type Expression, type Kysely, type Selectable, sql } from "kysely";
import { type Backlog, LOST_MS } from "#core/backlog";
import type { Sql } from "#core/db";
import { type Params, queriesOn, runOnce } from "#core/query";
import type { InventoryTables } from "./tables";
import type { Lane, TaskReport, TaskState } from "./task-rules";

const query = queriesOn<InventoryTables>();

/** Lets this transaction think between its statements for as long as a large file takes to read. */
export async function waitPatiently(db: Sql): Promise<void> {
  await runOnce(db, (builder) =>
    builder.selectNoFrom(
      sql`set_config('idle_in_transaction_session_timeout', '120000', true)`.as("value"),
    ),
  );
}

interface TaskKey {
  lane: Lane;
  id: string;
}

export type ClaimedTask = Pick<
  Selectable<InventoryTables["tasks"]>,
  "id" | "mode" | "kind" | "step" | "askedBy"
> & { runner: string };

const failLost = query(
  "inventory-fail-lost-tasks",
  (db, lost: Params<{ now: Date; report: string }>) =>
    db
      .updateTable("tasks")
      .set({
        state: "failed",
        runner: null,
        endedAt: lost.now,
        report: sql<TaskReport>`${lost.report}::jsonb`,
      })
      .where("runner", "is not", null)
      .where("leasedUntil", "<", lost.now)
      .returning("id"),
);

/** Ends tasks whose worker has not been heard of; what it had begun was rolled back. */
export async function failLostTasks(db: Sql, now: Date, report: TaskReport): Promise<string[]> {
  const failed = await failLost(db, { now, report: JSON.stringify(report) });
  return failed.map(({ id }) => id);
}

/** The tasks of a lane that workers have in hand. */
const inHandOf = (db: Kysely<InventoryTables>, lane: Expression<string | null>) =>
  db
    .selectFrom("tasks as other")
    .select("other.id")
    .where("other.lane", "=", lane)
    .where("other.runner", "is not", null);

interface Claim {
  runner: string;
  leasedUntil: Date;
  now: Date;
}

// A lease without a runner: not before then, because something else was in the way.
const claim = query("inventory-claim-task", (db, by: Params<Claim>) =>
  db
    .updateTable("tasks as t")
    .set({
      runner: by.runner,
      leasedUntil: by.leasedUntil,
      startedAt: by.now,
      phase: null,
      doneRows: 0,
      totalRows: 0,
    })
    .where("t.id", "=", (from) =>
      from
        .selectFrom("tasks as next")
        .select("next.id")
        .where("next.state", "=", "queued")
        .where("next.runner", "is", null)
        .where((eb) =>
          eb.or([eb("next.leasedUntil", "is", null), eb("next.leasedUntil", "<", by.now)]),
        )
        .where((eb) => eb.not(eb.exists(inHandOf(db, eb.ref("next.lane")))))
        .orderBy("next.id")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["t.id", "t.mode", "t.kind", "t.step", "t.askedBy"])
    .returning(sql<string>`t.runner`.as("runner")),
);

export async function claimNext(db: Sql, by: Claim): Promise<ClaimedTask | null> {
  const [task] = await claim(db, by);
  return task ?? null;
}

/** A task in a worker's hand. */
type Held = Pick<ClaimedTask, "id" | "runner">;

interface Progress {
  leasedUntil: Date;
  phase: string | null;
  done: number | null;
  total: number | null;
}

const note = query("inventory-note-task", (db, task: Params<Held & Progress>) =>
  db
    .updateTable("tasks")
    .set((eb) => ({
      leasedUntil: task.leasedUntil,
      phase: eb.fn.coalesce(task.phase, "phase"),
      doneRows: eb.fn.coalesce(task.done, "doneRows"),
      totalRows: eb.fn.coalesce(task.total, "totalRows"),
    }))
    .where("id", "=", task.id)
    .where("runner", "=", task.runner)
    .returning("stopRequested"),
);

/** Whether the task is to stop; null where it is no longer this worker's. */
export async function noteTask(
  db: Sql,
  { id, runner }: ClaimedTask,
  progress: Progress,
): Promise<boolean | null> {
  const [task] = await note(db, { id, runner, ...progress });
  return task ? task.stopRequested : null;
}

// Done only where nobody asked for a stop before: with what it did, this commits, or nothing does.
const end = query(
  "inventory-end-task",
  (db, task: Params<Held & { state: TaskState; now: Date; report: string }>) =>
    db
      .updateTable("tasks")
      .set({
        state: task.state,
        runner: null,
        endedAt: task.now,
        report: sql<TaskReport>`${task.report}::jsonb`,
      })
      .where("id", "=", task.id)
      .where("runner", "=", task.runner)
      .where((eb) => eb.not(eb.and([eb(task.state, "=", "done"), eb("stopRequested", "=", true)])))
      .returning("id"),
);

/** Ends this worker's task; false where it is not its own any more, or is done and was to stop. */
export async function endClaimed(
  db: Sql,
  { id, runner }: ClaimedTask,
  { state, now, report }: { state: TaskState; now: Date; report: TaskReport },
): Promise<boolean> {
  const ended = await end(db, { id, runner, state, now, report: JSON.stringify(report) });
  return ended.length === 1;
}

const releaseTask = query("inventory-release-task", (db, task: Params<Held & { from: Date }>) =>
  db
    .updateTable("tasks")
    .set({ runner: null, leasedUntil: task.from })
    .where("id", "=", task.id)
    .where("runner", "=", task.runner),
);

/** Gives the task back to the queue, from where it is taken again then. */
export async function releaseClaimed(
  db: Sql,
  { id, runner }: ClaimedTask,
  from: Date,
): Promise<void> {
  await releaseTask(db, { id, runner, from });
}

const stop = query("inventory-stop-task", (db, task: Params<TaskKey & { now: Date }>) =>
  db
    .updateTable("tasks")
    .set({
      stopRequested: true,
      state: sql<TaskState>`CASE WHEN runner IS NULL THEN 'stopped' ELSE state END`,
      endedAt: sql<Date | null>`CASE WHEN runner IS NULL THEN ${task.now} ELSE ended_at END`,
    })
    .where("lane", "=", task.lane)
    .where("id", "=", task.id)
    .where("state", "in", ["queued", "checked"])
    .returning("state"),
);

/** The task's state after it was asked to stop; null where it has ended. */
export async function stopUnended(
  db: Sql,
  task: TaskKey & { now: Date },
): Promise<TaskState | null> {
  const [stopped] = await stop(db, task);
  return stopped?.state ?? null;
}

const start = query("inventory-start-import", (db, task: Params<TaskKey>) =>
  db
    .updateTable("tasks")
    .set({ state: "queued", step: "import", endedAt: null, leasedUntil: null })
    .where("lane", "=", task.lane)
    .where("id", "=", task.id)
    .where("state", "=", "checked")
    .returning("id"),
);

/** Has an import that was previewed carried out; false where there is none. */
export async function queueImport(db: Sql, lane: Lane, id: string): Promise<boolean> {
  return (await start(db, { lane, id })).length === 1;
}

const deleteFiles = query(
  "inventory-drop-task-files",
  (db, of: Params<{ ids: readonly string[] }>) =>
    db.deleteFrom("taskFiles").where("taskId", "=", sql<string>`any (${of.ids}::text[])`),
);

export async function dropFiles(db: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteFiles(db, { ids });
}

// One whose lane is another's waits for its turn, which may take long: that is not late.
const count = query("inventory-count-tasks", (db, at: Params<{ now: Date; lostSince: Date }>) =>
  db
    .with("queue", (qb) =>
      qb
        .selectFrom("tasks as t")
        .select((eb) => [
          "t.createdAt",
          eb
            .and([
              eb("t.runner", "is", null),
              sql<boolean>`coalesce(t.leased_until <= ${at.now}, true)`,
              eb.not(eb.exists(inHandOf(db, eb.ref("t.lane")))),
            ])
            .as("isDue"),
        ])
        .where("t.state", "=", "queued"),
    )
    .selectFrom("queue")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("isDue", "=", true).as("due"),
      eb.fn.min<Date | null>("createdAt").filterWhere("isDue", "=", true).as("oldestDueAt"),
      eb.fn.countAll<number>().filterWhere("isDue", "=", false).as("later"),
      sql<number>`0`.as("retrying"),
      eb
        .selectFrom("tasks")
        .select(eb.fn.countAll<number>().as("count"))
        .where("state", "=", "failed")
        .where("endedAt", ">", at.lostSince)
        .$asScalar()
        .$notNull()
        .as("lost"),
    ]),
);

/** Imports and checks that wait, and those that failed of late. */
export async function countTasks(db: Sql, now: Date): Promise<Backlog> {
  const [counted] = await count(db, { now, lostSince: new Date(now.getTime() - LOST_MS) });
  if (!counted) throw new Error("a count has a row");
  return counted;
}
