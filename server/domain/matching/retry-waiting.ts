// Has the waiting orders tried again, though no credits have arrived.
import type { Context, Mode } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { lockCatalogue, renewStock } from "#domain/catalogue";

/** The worker looks at all of them within a moment. */
export async function retryWaiting(ctx: Context, { mode }: { mode: Mode }): Promise<void> {
  await lockCatalogue(ctx, mode);
  await renewStock(ctx, mode);
  await recordAudit(ctx, { action: "orders.retried", data: { mode } });
}
