import type { Context, Mode } from "#core/context";
import { env } from "#core/env";
import { reminderFor } from "./content-rules";
import { queueReminder } from "./mails";
import { listOpenItems } from "./open-items";

/** Queues the reminders of the mode's overdue invoices that the operator's settings ask for. */
export async function queueReminders(ctx: Context, { mode }: { mode: Mode }): Promise<void> {
  const reminders = (env.CT_INVOICE_REMINDERS ?? "").split(",").filter(Boolean).map(Number);
  if (reminders.length === 0) return;
  for (const { id, billedId, overdueDays } of await listOpenItems(ctx, { mode })) {
    const day = reminderFor(overdueDays, reminders);
    if (day !== null) await queueReminder(ctx, { id, accountId: billedId, day });
  }
}
