// One piece of long work, and how far it has come.
import type { Context } from "#core/context";
import { notFound } from "#core/errors";
import { findTask } from "./task-page-store";
import type { Lane, Task } from "./task-rules";

/** @throws not-found */
export async function getTask(
  ctx: Context,
  { lane, id }: { lane: Lane; id: string },
): Promise<Task> {
  const task = await findTask(ctx.db, lane, id);
  if (!task) throw notFound("task");
  return task;
}
