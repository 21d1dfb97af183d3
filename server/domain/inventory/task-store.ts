// The SQL of the tasks: a queue in which each is in one worker's hand, as long as it says so.
import { type Backlog, LOST_MS } from "#core/backlog";
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { Cursor } from "#core/page";
import type { Task, TaskKind, TaskReport, TaskState, TaskStep } from "./task-rules";

const IDLE: Statement = {
  name: "",
  text: "SELECT set_config('idle_in_transaction_session_timeout', '120000', true)",
};

/** Lets this transaction think between its statements for as long as a large file takes to read. */
export async function waitPatiently(sql: Sql): Promise<void> {
  await sql.query(IDLE, []);
}

const COLUMNS = `
  t.id, t.mode, t.kind, t.step, t.state, t.file_names AS "fileNames", t.asked_by AS "askedBy",
  p.name AS "askedByName", t.created_at AS "createdAt", t.started_at AS "startedAt",
  t.ended_at AS "endedAt", t.phase, t.done_rows AS "doneRows", t.total_rows AS "totalRows",
  t.stop_requested AS "stopRequested", t.runner IS NOT NULL AS "isRunning", t.report`;
const FROM = "FROM tasks t LEFT JOIN people p ON p.id = t.asked_by";

/** Imports of the mode, or the ledger's checks. */
export type Lane = Mode | "ledger";

const FIND: Statement = {
  name: "inventory-find-task",
  text: `SELECT ${COLUMNS} ${FROM} WHERE t.lane = $1 AND t.id = $2`,
};

export async function findTask(sql: Sql, lane: Lane, id: string): Promise<Task | null> {
  const [task] = await sql.query<Task>(FIND, [lane, id]);
  return task ?? null;
}

const pageStatement = (direction: Cursor["direction"]): Statement => ({
  name: `inventory-page-tasks-${direction}`,
  text: `
    SELECT ${COLUMNS} ${FROM}
    WHERE t.lane = $1 AND ($2::text IS NULL OR t.id ${direction === "older" ? "<" : ">"} $2)
    ORDER BY t.id ${direction === "older" ? "DESC" : "ASC"} LIMIT $3`,
});

/** Tasks of the lane beyond the cursor, walking away from it; the newest come first. */
export function pageTasks(
  sql: Sql,
  lane: Lane,
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<Task[]> {
  const statement = pageStatement(cursor?.direction ?? "older");
  return sql.query<Task>(statement, [lane, cursor?.id ?? null, limit]);
}

export interface ClaimedTask {
  id: string;
  mode: Mode;
  kind: TaskKind;
  step: TaskStep;
  askedBy: string | null;
  runner: string;
}

const FAIL_LOST: Statement = {
  name: "inventory-fail-lost-tasks",
  text: `
    UPDATE tasks SET state = 'failed', runner = NULL, ended_at = $1, report = $2::jsonb
    WHERE runner IS NOT NULL AND leased_until < $1 RETURNING id`,
};

/** Ends tasks whose worker has not been heard of; what it had begun was rolled back. */
export async function failLostTasks(sql: Sql, now: Date, report: TaskReport): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(FAIL_LOST, [now, JSON.stringify(report)]);
  return rows.map(({ id }) => id);
}

// A lease without a runner: not before then, because something else was in the way.
const CLAIM: Statement = {
  name: "inventory-claim-task",
  text: `
    UPDATE tasks t SET runner = $1, leased_until = $2, started_at = $3, phase = NULL,
                       done_rows = 0, total_rows = 0
    WHERE t.id = (
      SELECT next.id FROM tasks next
      WHERE next.state = 'queued' AND next.runner IS NULL
        AND (next.leased_until IS NULL OR next.leased_until < $3)
        AND NOT EXISTS (
          SELECT FROM tasks other WHERE other.lane = next.lane AND other.runner IS NOT NULL)
      ORDER BY next.id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING t.id, t.mode, t.kind, t.step, t.asked_by AS "askedBy", t.runner`,
};

export async function claimNext(
  sql: Sql,
  claim: { runner: string; leasedUntil: Date; now: Date },
): Promise<ClaimedTask | null> {
  const [task] = await sql.query<ClaimedTask>(CLAIM, [claim.runner, claim.leasedUntil, claim.now]);
  return task ?? null;
}

const PROGRESS: Statement = {
  name: "inventory-note-task",
  text: `
    UPDATE tasks SET leased_until = $3, phase = coalesce($4, phase),
           done_rows = coalesce($5, done_rows), total_rows = coalesce($6, total_rows)
    WHERE id = $1 AND runner = $2 RETURNING stop_requested`,
};

/** Whether the task is to stop; null where it is no longer this worker's. */
export async function noteTask(
  sql: Sql,
  { id, runner }: ClaimedTask,
  told: { leasedUntil: Date; phase: string | null; done: number | null; total: number | null },
): Promise<boolean | null> {
  const values = [id, runner, told.leasedUntil, told.phase, told.done, told.total];
  const [row] = await sql.query<{ stop_requested: boolean }>(PROGRESS, values);
  return row ? row.stop_requested : null;
}

// Done only where nobody asked for a stop before: with what it did, this commits, or nothing does.
const END: Statement = {
  name: "inventory-end-task",
  text: `
    UPDATE tasks SET state = $3, runner = NULL, ended_at = $4, report = $5::jsonb
    WHERE id = $1 AND runner = $2 AND NOT ($3 = 'done' AND stop_requested) RETURNING id`,
};

/** Ends this worker's task; false where it is not its own any more, or is done and was to stop. */
export async function endClaimed(
  sql: Sql,
  { id, runner }: ClaimedTask,
  end: { state: TaskState; now: Date; report: TaskReport },
): Promise<boolean> {
  const values = [id, runner, end.state, end.now, JSON.stringify(end.report)];
  return (await sql.query(END, values)).length === 1;
}

const RELEASE: Statement = {
  name: "inventory-release-task",
  text: "UPDATE tasks SET runner = NULL, leased_until = $3 WHERE id = $1 AND runner = $2",
};

/** Gives the task back to the queue, from where it is taken again then. */
export async function releaseClaimed(
  sql: Sql,
  { id, runner }: ClaimedTask,
  from: Date,
): Promise<void> {
  await sql.query(RELEASE, [id, runner, from]);
}

const STOP: Statement = {
  name: "inventory-stop-task",
  text: `
    UPDATE tasks SET stop_requested = true,
      state = CASE WHEN runner IS NULL THEN 'stopped' ELSE state END,
      ended_at = CASE WHEN runner IS NULL THEN $3 ELSE ended_at END
    WHERE lane = $1 AND id = $2 AND state IN ('queued', 'checked') RETURNING state`,
};

/** The task's state after it was asked to stop; null where it has ended. */
export async function stopUnended(
  sql: Sql,
  wanted: { lane: Lane; id: string; now: Date },
): Promise<TaskState | null> {
  const values = [wanted.lane, wanted.id, wanted.now];
  const [row] = await sql.query<{ state: TaskState }>(STOP, values);
  return row?.state ?? null;
}

const START: Statement = {
  name: "inventory-start-import",
  text: `
    UPDATE tasks SET state = 'queued', step = 'import', ended_at = NULL, leased_until = NULL
    WHERE lane = $1 AND id = $2 AND state = 'checked' RETURNING id`,
};

/** Has an import that was previewed carried out; false where there is none. */
export async function queueImport(sql: Sql, lane: Lane, id: string): Promise<boolean> {
  return (await sql.query(START, [lane, id])).length === 1;
}

const DROP_FILES: Statement = {
  name: "inventory-drop-task-files",
  text: "DELETE FROM task_files WHERE task_id = ANY ($1::text[])",
};

export async function dropFiles(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await sql.query(DROP_FILES, [ids]);
}

// One whose lane is another's waits for its turn, which may take long: that is not late.
const COUNT: Statement = {
  name: "inventory-count-tasks",
  text: `
    WITH queue AS (
      SELECT t.created_at, t.runner IS NULL AND coalesce(t.leased_until <= $1, true)
        AND NOT EXISTS (
          SELECT FROM tasks other WHERE other.lane = t.lane AND other.runner IS NOT NULL
        ) AS is_due
      FROM tasks t WHERE t.state = 'queued'
    )
    SELECT count(*) FILTER (WHERE is_due) AS due,
      min(created_at) FILTER (WHERE is_due) AS "oldestDueAt",
      count(*) FILTER (WHERE NOT is_due) AS later,
      0 AS retrying,
      (SELECT count(*) FROM tasks WHERE state = 'failed' AND ended_at > $2) AS lost
    FROM queue`,
};

/** Imports and checks that wait, and those that failed of late. */
export async function countTasks(sql: Sql, now: Date): Promise<Backlog> {
  const [counted] = await sql.query<Backlog>(COUNT, [now, new Date(now.getTime() - LOST_MS)]);
  if (!counted) throw new Error("a count has a row");
  return counted;
}
