// Stops long work: what it had begun is rolled back.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import type { Lane, TaskState } from "./task-rules";
import { dropFiles, stopUnended } from "./task-store";

/** At once where nobody has it in hand, else within a moment. @throws invalid where it has ended */
export async function stopTask(
  ctx: Context,
  { lane, id }: { lane: Lane; id: string },
): Promise<{ state: TaskState }> {
  const state = await stopUnended(ctx.db, { lane, id, now: ctx.now });
  if (state === null) throw invalid("id", "is nothing that can be stopped any more");
  if (state === "stopped") await dropFiles(ctx.db, [id]);
  await recordAudit(ctx, { action: "task.stopped", subjectId: id });
  return { state };
}
