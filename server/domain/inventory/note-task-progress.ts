// Tells how far a worker has come with its task, and hears whether it is to go on.
import type { Progress, SqlContext } from "#core/context";
import { leaseFrom } from "./claim-task";
import { type ClaimedTask, noteTask } from "./task-store";

interface NoteTaskProgress {
  task: ClaimedTask;
  /** Null where there is nothing new, and the worker only says that it is there. */
  progress: Progress | null;
}

/** `lost`: another has it in hand, or has ended it, since this worker was not heard of for long. */
export async function noteTaskProgress(
  ctx: SqlContext,
  { task, progress }: NoteTaskProgress,
): Promise<"on" | "stop" | "lost"> {
  const isToStop = await noteTask(ctx.db, task, {
    leasedUntil: leaseFrom(ctx.now),
    phase: progress?.phase ?? null,
    done: progress?.done ?? null,
    total: progress?.total ?? null,
  });
  if (isToStop === null) return "lost";
  return isToStop ? "stop" : "on";
}
