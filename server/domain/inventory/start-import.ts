// Has an import carried out that was looked through.
import type { Context, Mode } from "#core/context";
import { invalid } from "#core/errors";
import { recordAudit } from "#domain/accounts";
import { queueImport } from "./task-store";

/** Queues it; what it does is one transaction. @throws invalid where there is no preview of it */
export async function startImport(
  ctx: Context,
  { mode, id }: { mode: Mode; id: string },
): Promise<void> {
  if (!(await queueImport(ctx.db, mode, id))) {
    throw invalid("id", "is no import that waits to be carried out");
  }
  await recordAudit(ctx, { action: "import.started", subjectId: id, data: { mode } });
}
