import { type Context, modes } from "#core/context";
import { database } from "#core/db";
import { issueMonth, listUnbilled } from "./issue-month";
import { refreshTaxRates } from "./profiles";
import { queueReminders } from "./reminders";

const DAY_MS = 86_400_000;

/**
 * Issues a month's invoices from one day after its end on, so that the operator can do it before, and
 * reminds of overdue ones.
 */
export async function issueInvoices(ctx: Context): Promise<true> {
  const settled = { ...ctx, now: new Date(ctx.now.getTime() - DAY_MS) };
  await queueReminders(ctx, { mode: "live" });
  for (const mode of modes) {
    await refreshTaxRates(ctx, { mode });
    const due = await listUnbilled(settled, { mode });
    for (const period of new Set(due.map((each) => each.period))) {
      const { issued, blocked } = await issueMonth(ctx, { mode, period, database: database() });
      for (const { accountId, number } of issued) {
        ctx.log.info({ event: "invoice.issued", accountId, number }, "issued an invoice");
      }
      for (const { accountId, reason } of blocked) {
        ctx.log.warn(
          { event: "invoice.blocked", accountId, period, reason },
          "could not issue an invoice",
        );
      }
    }
  }
  return true;
}
