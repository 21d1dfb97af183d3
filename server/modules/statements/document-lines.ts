// The orders of an invoice or credit note, with the credits of each.
import type { z } from "zod";
import type { AccountContext } from "#core/context";
import type { CsvPage } from "#core/csv";
import { getInvoice, listInvoiceOrders } from "#modules/billing/index";
import { type ExportInput, placeAfter } from "#trpc/csv";
import { documentLinesCsv } from "./lines-csv";
import { findSalesOfOrders, type SaleRow } from "./lines-store";

/** The share of an allocation, rounded so that the shares of an order sum to its amount. */
function shareOf(amount: number, { orderStartKg, amountKg, orderAmountKg }: SaleRow): number {
  const upTo = (kg: number) => (BigInt(amount) * BigInt(kg)) / BigInt(orderAmountKg);
  return Number(upTo(orderStartKg + amountKg) - upTo(orderStartKg));
}

/** A page of a document's orders as CSV. @throws not-found; invalid naming the cursor */
export async function getDocumentCsv(
  ctx: AccountContext,
  { id, after }: { id: string } & z.output<typeof ExportInput>,
): Promise<CsvPage> {
  const page = placeAfter(after);
  const { content } = await getInvoice(ctx, { id });
  const { data: orders, hasMore } = await listInvoiceOrders(ctx, { id, ...page });
  const sales = await findSalesOfOrders(ctx.db, {
    accountId: ctx.account.id,
    orderIds: orders.map((order) => order.id),
  });
  const byOrder = Map.groupBy(sales, ({ orderId }) => orderId);
  const data = orders.flatMap((order) =>
    (byOrder.get(order.id) ?? []).map((sale) => ({
      ...sale,
      kind: "sale" as const,
      price: shareOf(order.net, sale),
    })),
  );
  return documentLinesCsv({
    number: content.number,
    data,
    nextOrderId: hasMore ? (orders.at(-1)?.id ?? null) : null,
  });
}
