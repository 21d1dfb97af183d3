// Ends a worker's task, in the transaction of what it did where it did something.
import type { SqlContext } from "#core/context";
import type { TaskReport, TaskState } from "./task-rules";
import { type ClaimedTask, dropFiles, endClaimed, releaseClaimed } from "./task-store";

interface EndTask {
  task: ClaimedTask;
  /** `queued`: given back, to be taken again in a moment. */
  state: TaskState;
  report?: TaskReport;
}

const AGAIN_MS = 2000;

/** False where nothing may be kept: it is another's by now, or was to stop before it was done. */
export async function endTask(
  ctx: SqlContext,
  { task, state, report = {} }: EndTask,
): Promise<boolean> {
  const { db, now } = ctx;
  if (state === "queued") {
    await releaseClaimed(db, task, new Date(now.getTime() + AGAIN_MS));
    return true;
  }
  if (!(await endClaimed(db, task, { state, now, report }))) return false;
  if (state !== "checked") await dropFiles(db, [task.id]);
  return true;
}
