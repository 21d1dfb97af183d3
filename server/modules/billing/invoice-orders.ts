// The orders of an issued document.
import { type SqlBool, sql } from "kysely";
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import type { OrderTables } from "#domain/orders";
import { getInvoice } from "./invoices";
import type { BillingTables } from "./tables";

const query = queriesOn<BillingTables & OrderTables & AccountTables & CatalogueTables>();

interface Lines {
  accountId: string;
  invoiceId: string;
}

interface Walk extends Lines {
  /** Orders placed before or after this one; null for the first page. */
  olderThan: string | null;
  newerThan: string | null;
  limit: number;
}

const isBeyond = ({ olderThan, newerThan }: Params<Walk>) => sql<SqlBool>`
  (${olderThan}::text IS NULL OR l.order_id < ${olderThan})
  AND (${newerThan}::text IS NULL OR l.order_id > ${newerThan})`;

const linesOf = (name: string, direction: "asc" | "desc") =>
  query(name, (db, walk: Params<Walk>) =>
    db
      .selectFrom("invoiceLines as l")
      .innerJoin("orders as o", (join) =>
        join.onRef("o.accountId", "=", "l.accountId").onRef("o.id", "=", "l.orderId"),
      )
      .innerJoin("portfolios as p", (join) =>
        join.onRef("p.mode", "=", "o.mode").onRef("p.id", "=", "o.portfolioId"),
      )
      .leftJoin("subaccounts as s", (join) =>
        join.onRef("s.accountId", "=", "o.accountId").onRef("s.id", "=", "o.subaccountId"),
      )
      .select(["l.orderId as id", "l.net", "o.amountKg", "o.price", "l.currency"])
      .select(["p.name as portfolio", "s.name as subaccount"])
      .select(sql<string>`l.supplied_on::text`.as("suppliedOn"))
      .where("l.accountId", "=", walk.accountId)
      .where("l.invoiceId", "=", walk.invoiceId)
      .where(isBeyond(walk))
      .orderBy("l.orderId", direction)
      .limit(walk.limit),
  );
const findNewestFirst = linesOf("billing-invoice-orders-desc", "desc");
const findOldestFirst = linesOf("billing-invoice-orders-asc", "asc");

export type InvoiceOrder = Awaited<ReturnType<typeof findNewestFirst>>[number];

const sum = query("billing-sum-invoice-orders", (db, of: Params<Lines>) =>
  db
    .selectFrom("invoiceLines as l")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.accountId", "=", "l.accountId").onRef("o.id", "=", "l.orderId"),
    )
    .select([
      sql<number>`count(*)::int`.as("orders"),
      sql<number>`coalesce(sum(o.amount_kg), 0)::bigint`.as("amountKg"),
      sql<number>`coalesce(sum(l.net), 0)::bigint`.as("net"),
    ])
    .where("l.accountId", "=", of.accountId)
    .where("l.invoiceId", "=", of.invoiceId),
);

/** Count and sums of a document's orders; the net amount is the document's. @throws not-found */
export async function getInvoiceOrderSums(ctx: AccountContext, { id }: { id: string }) {
  await getInvoice(ctx, { id });
  const [sums] = await sum(ctx.db, { accountId: ctx.account.id, invoiceId: id });
  return sums ?? { orders: 0, amountKg: 0, net: 0 };
}

/** A page of a document's orders, newest first. @throws not-found; invalid naming the cursor */
export async function listInvoiceOrders(
  ctx: AccountContext,
  { id, ...page }: { id: string } & PageQuery,
): Promise<Page<InvoiceOrder>> {
  await getInvoice(ctx, { id });
  const accountId = ctx.account.id;
  const cursor = cursorOf(page);
  if (cursor) {
    const where = { accountId, invoiceId: id, orderId: cursor.id };
    const line = await ctx.db.prisma.invoiceLine.findFirst({ where });
    if (!line) throw invalid(cursor.parameter, "is not an order of this document", "unknown-id");
  }
  const isNewer = cursor?.direction === "newer";
  const rows = await (isNewer ? findOldestFirst : findNewestFirst)(ctx.db, {
    ...{ accountId, invoiceId: id, limit: page.limit + 1 },
    olderThan: cursor && !isNewer ? cursor.id : null,
    newerThan: cursor && isNewer ? cursor.id : null,
  });
  return pageOf(rows, page.limit, cursor);
}
