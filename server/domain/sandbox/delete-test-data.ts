// Deletes the data of a test account that was reset, a few hundred rows per transaction. Its books stay,
// without names and texts: fulfilled orders with their credits, payments, invoices and the balance.
import type { AccountContext } from "#core/context";
import type { Database } from "#core/db";
import type { CreditOrder } from "#domain/checkout";
import { cancelPlacedOrder } from "#domain/orders";
import { removeFiles } from "#gateways/files";

const BATCH = 500;

/** Up to a batch of rows `t` of the account, if it is a test account that was reset. */
const rows = (table: string, columns: string, condition: string) => `
  SELECT ${columns} FROM accounts a JOIN ${table} t ON t.account_id = a.id
  WHERE a.id = $1 AND a.mode = 'test' AND a.reset_at IS NOT NULL AND ${condition}
  LIMIT ${BATCH}`;

/** Changes or deletes such rows. */
function ofRows(verb: string, condition = "true"): string {
  const [, table = ""] = /^(?:DELETE FROM|UPDATE) (\w+)/.exec(verb) ?? [];
  return `${verb} WHERE ctid = ANY (ARRAY(${rows(table, "t.ctid", condition)})) RETURNING 1`;
}

/** No row of the table refers to `t`. */
const unused = (from: string, column: string) => `NOT EXISTS (
  SELECT ${from} x WHERE x.account_id = t.account_id AND x.${column} = t.id)`;

const isUnusedOrder = [
  unused("FROM account_ledger", "order_id"),
  unused("FROM invoice_lines", "order_id"),
  unused("FROM stock_holds", "order_id"),
  unused("FROM checkout_sessions", "order_id"),
].join(" AND ");

/** In an order that foreign keys allow. Each runs until it finds no more rows. */
const atOnce = [
  ofRows(
    "UPDATE deliveries SET state = 'cancelled', next_attempt_at = NULL",
    "t.state = 'pending'",
  ),
  ofRows("DELETE FROM idempotency_keys"),
  ofRows("DELETE FROM sale_document_counters"),
  ofRows("DELETE FROM sale_documents"),
  // The log goes on in the present account.
  ofRows(`UPDATE audit_entries SET account_id = (
    SELECT present.id FROM accounts former
    JOIN accounts present ON present.live_account_id = former.live_account_id
    WHERE former.id = audit_entries.account_id AND present.reset_at IS NULL)`),
  ofRows(
    "UPDATE stock_holds SET expires_at = now()",
    "t.kind = 'reservation' AND t.state = 'held' AND t.expires_at > now()",
  ),
  ofRows(
    "DELETE FROM checkout_sessions",
    `t.order_id IS NULL AND NOT t.paying AND ${unused("FROM payments", "checkout_session_id")}
     AND ${unused("FROM orders", "checkout_session_id")}
     AND ${unused("FROM stock_holds", "checkout_session_id")}`,
  ),
  ofRows(
    `UPDATE checkout_sessions SET customer_email = NULL, beneficiary_name = NULL,
       beneficiary_message = NULL, beneficiary_url = NULL, description = NULL, metadata = NULL,
       callback_url = NULL, payment_link_id = NULL, buyer_name = NULL, buyer_address = NULL,
       buyer_vat_id = NULL`,
    `num_nonnulls(t.customer_email, t.beneficiary_name, t.description, t.metadata, t.callback_url,
       t.payment_link_id, t.buyer_name, t.buyer_address, t.buyer_vat_id) > 0`,
  ),
  ofRows(
    `UPDATE orders SET beneficiary_name = NULL, beneficiary_message = NULL, beneficiary_url = NULL,
       description = NULL, metadata = NULL, callback_url = NULL, callback_events = '{}'`,
    "num_nonnulls(t.beneficiary_name, t.description, t.metadata, t.callback_url) > 0",
  ),
  ofRows("DELETE FROM brands"),
  ofRows("DELETE FROM impact_pages"),
  ofRows("DELETE FROM former_subaccount_slugs"),
];

/** Worker and requests under way may still write about these. */
const afterwards = [
  ofRows("DELETE FROM delivery_attempts"),
  ofRows("DELETE FROM deliveries", "t.state <> 'pending'"),
  // In one statement, because foreign keys bind the order's state and the cancellation to each other.
  `WITH cancelled AS (
     ${rows("orders", "t.account_id, t.id", `t.state = 'cancelled' AND ${isUnusedOrder}`)}
   ), reasons AS (
     DELETE FROM order_cancellations r USING cancelled
     WHERE r.account_id = cancelled.account_id AND r.order_id = cancelled.id
   )
   DELETE FROM orders o USING cancelled
   WHERE o.account_id = cancelled.account_id AND o.id = cancelled.id RETURNING 1`,
  ofRows(
    "DELETE FROM events",
    `${unused("FROM deliveries", "event_id")} AND NOT (
       t.type IN ('order.fulfilled', 'order.cancelled') AND EXISTS (
         SELECT FROM orders x WHERE x.account_id = t.account_id AND x.id = t.subject_id))`,
  ),
  ofRows("UPDATE events SET payload = NULL", "t.subject_type = 'order' AND t.payload IS NOT NULL"),
  ofRows("DELETE FROM payment_links", unused("FROM checkout_sessions", "payment_link_id")),
  ofRows(
    "DELETE FROM subaccounts",
    `${unused("FROM orders", "subaccount_id")} AND ${unused("FROM checkout_sessions", "subaccount_id")}
     AND ${unused("FROM payment_links", "subaccount_id")} AND NOT EXISTS (
       SELECT FROM memberships x
       WHERE x.subaccount_account_id = t.account_id AND x.subaccount_id = t.id)`,
  ),
  ofRows(
    `UPDATE subaccounts SET name = 'Deleted subaccount', email = NULL, reference = NULL,
       slug = NULL, logo_file_key = NULL, default_portfolio_id = NULL`,
    "t.name <> 'Deleted subaccount'",
  ),
];

type Input = AccountContext & { database: Database; credit: CreditOrder };

async function runAll({ account, database, progress }: Input, statements: readonly string[]) {
  let done = 0;
  for (const text of statements) {
    let count = BATCH;
    while (count === BATCH) {
      await progress?.({ phase: "Deleting test data", done, total: done });
      const changed = await database.sqlTransaction((db) =>
        db.query({ name: "", text }, [account.id]),
      );
      count = changed.length;
      done += count;
    }
  }
}

/** Orders of a checkout wait for their payment, which goes on. */
async function cancelOrders(ctx: Input): Promise<void> {
  const where = { accountId: ctx.account.id, mode: "test", state: "placed", channel: "api" };
  const placed = await ctx.db.prisma.order.findMany({ where, orderBy: { id: "asc" } });
  for (const { id, subaccountId } of placed) {
    const order = { id, subaccountId, state: "placed", callbackUrl: null } as const;
    await ctx.database.transaction(async (db) => {
      const inside = { ...ctx, db };
      const isCancelled = await cancelPlacedOrder(inside, { order, reason: "requested" });
      if (isCancelled) await ctx.credit(inside, order);
    });
  }
}

/** Certificates in a bucket stay in it until its owner deletes them. */
async function removeCertificates(ctx: Input): Promise<void> {
  let after = "";
  for (;;) {
    const orders = await ctx.db.prisma.order.findMany({
      where: { accountId: ctx.account.id, state: "fulfilled", id: { gt: after } },
      select: { id: true },
      orderBy: { id: "asc" },
      take: BATCH,
    });
    for (const { id } of orders) await removeFiles(ctx.db, `certificates/${id}/`);
    const last = orders.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/**
 * Deletes what nothing under way can still write to. With `isQuiet`, that is everything but the
 * books. Runs transactions of its own.
 */
export async function deleteTestData(ctx: Input, { isQuiet }: { isQuiet: boolean }): Promise<void> {
  await cancelOrders(ctx);
  await runAll(ctx, atOnce);
  if (!isQuiet) return;
  await removeCertificates(ctx);
  await runAll(ctx, afterwards);
}
