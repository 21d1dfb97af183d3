// The PDF of a document is rendered once, and stored with its digest in the database.

import type { AccountContext, Context } from "#core/context";
import { sha256 } from "#core/crypto";
import { files, type StoredFile } from "#gateways/files";
import { getInvoice } from "./invoices";
import type { InvoiceContent } from "./schema";

const keyOf = (id: string) => `invoices/${id}.pdf`;
const digestOf = (bytes: Uint8Array) => sha256(bytes).toString("hex");

/**
 * The PDF of a document. The first one that is rendered is stored and stays, also after an update
 * that changes the layout.
 * @throws not-found
 */
export async function getInvoicePdf(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<{ bytes: Uint8Array; name: string; sha256: string }> {
  const { content } = await getInvoice(ctx, { id });
  const stored = (await files(ctx.db).find(keyOf(id))) ?? (await renderAndStore(ctx, id, content));
  const digest = digestOf(stored.bytes);
  await ctx.db.prisma.invoicePdf.createMany({
    data: { invoiceId: id, sha256: digest, createdAt: ctx.now },
    skipDuplicates: true,
  });
  return { bytes: stored.bytes, name: `${content.number}.pdf`, sha256: digest };
}

async function renderAndStore(
  ctx: Context,
  id: string,
  content: InvoiceContent,
): Promise<StoredFile> {
  // Imported on demand, so that processes that only serve stored documents do not load it.
  const { renderInvoicePdf } = await import("./invoice-pdf");
  const bytes = await renderInvoicePdf(content);
  return files(ctx.db).put(keyOf(id), { contentType: "application/pdf", bytes });
}

const PAGE = 200;

interface ChangedPdf {
  invoice_id: string;
  sha256: string;
  /** Null if the file is missing. */
  stored_sha256: string | null;
}

/** PDFs that are not those that were stored first. */
export async function findChangedPdfs(ctx: Context): Promise<ChangedPdf[]> {
  const changed: ChangedPdf[] = [];
  let after = "";
  for (;;) {
    const rows = await ctx.db.prisma.invoicePdf.findMany({
      where: { invoiceId: { gt: after } },
      orderBy: { invoiceId: "asc" },
      take: PAGE,
    });
    for (const { invoiceId, sha256: digest } of rows) {
      const file = await files(ctx.db).find(keyOf(invoiceId));
      const stored = file && digestOf(file.bytes);
      if (stored !== digest) {
        changed.push({ invoice_id: invoiceId, sha256: digest, stored_sha256: stored });
      }
      after = invoiceId;
    }
    if (rows.length < PAGE) return changed;
  }
}
