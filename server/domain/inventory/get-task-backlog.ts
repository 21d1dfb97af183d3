// Which imports and checks of the ledger are to be done.
import type { Backlog } from "#core/backlog";
import type { SqlContext } from "#core/context";
import { countTasks } from "./task-store";

/** Of both modes. */
export function getTaskBacklog(ctx: SqlContext): Promise<Backlog> {
  return countTasks(ctx.db, ctx.now);
}
