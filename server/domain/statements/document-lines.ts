// The orders of an invoice or credit note, with the credits of each.
import type { AccountContext } from "#core/context";
import type { PageQuery } from "#core/page";
import { getInvoice, listInvoiceOrders } from "#modules/billing/index";
import { findSalesOfOrders, type SaleRow } from "./lines-store";

/** An allocation of an order, with its share of what the document bills or credits of the order. */
export type DocumentLine = SaleRow & { kind: "sale" };

/** The share of an allocation, rounded so that the shares of an order sum to its amount. */
function shareOf(cents: number, { orderStartKg, amountKg, orderAmountKg }: SaleRow): number {
  const upTo = (kg: number) => (BigInt(cents) * BigInt(kg)) / BigInt(orderAmountKg);
  return Number(upTo(orderStartKg + amountKg) - upTo(orderStartKg));
}

/** Lines of a page of a document's orders. @throws not-found; invalid naming the cursor */
export async function listDocumentLines(
  ctx: AccountContext,
  { id, ...page }: { id: string } & PageQuery,
) {
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
      priceCents: shareOf(order.netUsdCents, sale),
    })),
  );
  return {
    number: content.number,
    data,
    nextOrderId: hasMore ? (orders.at(-1)?.id ?? null) : null,
  };
}
