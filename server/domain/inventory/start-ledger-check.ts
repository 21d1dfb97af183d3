// Has the whole ledger verified, beside the requests.
import type { Context, Mode } from "#core/context";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";

/** Queues a check, unless one is under way; returns its id. */
export async function startLedgerCheck(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<{ id: string }> {
  const { task } = ctx.db.prisma;
  const underWay = await task.findFirst({ where: { lane: "ledger", state: "queued" } });
  if (underWay) return { id: underWay.id };
  const id = newId("task");
  const askedBy = ctx.actor.type === "person" ? ctx.actor.id : null;
  await task.create({
    data: {
      id,
      mode,
      kind: "ledger",
      step: "check",
      state: "queued",
      fileNames: [],
      askedBy,
      createdAt: ctx.now,
    },
  });
  await recordAudit(ctx, { action: "ledger_check.started", subjectId: id });
  return { id };
}
