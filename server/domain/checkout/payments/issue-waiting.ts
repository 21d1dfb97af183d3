import { documentMail } from "#checkout/mails/mails";
import type { DocumentKind } from "#checkout/tables";
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { queueMails } from "#domain/queue";
import type { SaleDocument } from "#prisma";
import { issueDocument, listWaiting, reasonToWait } from "./sale-documents";

const PAGE = 200;

async function issueOne(
  ctx: Context,
  { database, row }: { database: Database; row: SaleDocument },
): Promise<string | null> {
  return database.transaction(async (db) => {
    const waitsFor = await issueDocument({ ...ctx, db }, row);
    if (waitsFor === null) await queueMails(db, { mails: [documentMail(row)], now: ctx.now });
    return waitsFor;
  });
}

/** Tries each document that waits, and mails those that it issues. Counts the others by reason. */
export async function issueWaitingDocuments(
  ctx: Context,
  { database }: { database: Database },
): Promise<{ issued: number; waiting: Map<string, number> }> {
  let issued = 0;
  const waiting = new Map<string, number>();
  for (const kind of ["invoice", "credit_note"] satisfies DocumentKind[]) {
    let rows: SaleDocument[] = [];
    do {
      const after = rows.at(-1)?.id ?? "";
      rows = await listWaiting({ ...ctx, db: database }, { kind, after, limit: PAGE });
      for (const row of rows) {
        const waitsFor = await issueOne(ctx, { database, row });
        if (waitsFor === null) issued += 1;
        else waiting.set(waitsFor, (waiting.get(waitsFor) ?? 0) + 1);
      }
    } while (rows.length === PAGE);
  }
  return { issued, waiting };
}

/** The first invoices that wait, counted by the reason. */
export async function countWaitingInvoices(ctx: Context): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const row of await listWaiting(ctx, { kind: "invoice", after: "", limit: PAGE })) {
    const reason = await reasonToWait(ctx, row);
    if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return counts;
}
