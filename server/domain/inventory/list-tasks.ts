// The imports of a mode, or the ledger's checks: those under way, and all that were.
import type { Context } from "#core/context";
import { cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { pageTasks } from "./task-page-store";
import type { Lane, Task } from "./task-rules";

interface ListTasks extends PageQuery {
  lane: Lane;
}

/** The newest first. */
export async function listTasks(ctx: Context, input: ListTasks): Promise<Page<Task>> {
  const cursor = cursorOf(input);
  const rows = await pageTasks(ctx.db, input.lane, { cursor, limit: input.limit + 1 });
  return pageOf(rows, input.limit, cursor);
}
