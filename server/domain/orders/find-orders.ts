import type { AccountContext } from "#core/context";
import { MAX_HITS, MAX_SCANNED } from "#core/find";
import { type Params, queriesOn } from "#core/query";
import { toFilter } from "./order-filters";
import type { OrderWithSubaccount } from "./rules";
import { findOrdersBy } from "./search-orders";
import { readOrderSearch } from "./search-rules";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

const findScanStart = query(
  "orders-find-scan-start",
  (db, scan: Params<{ accountId: string; skipped: number }>) =>
    db
      .selectFrom("orders")
      .select("id")
      .where("accountId", "=", scan.accountId)
      .orderBy("id", "desc")
      .offset(scan.skipped)
      .limit(1),
);

/** The newest orders with this id, number or session; for other text, of the latest ones only. */
export async function findOrders(
  ctx: AccountContext,
  text: string,
): Promise<OrderWithSubaccount[]> {
  const accountId = ctx.account.id;
  const isText = readOrderSearch(text).by === "text";
  const [start] = isText
    ? await findScanStart(ctx.db, { accountId, skipped: MAX_SCANNED - 1 })
    : [];
  return findOrdersBy(ctx.db, {
    ...toFilter(ctx, { search: text }),
    sort: "placed.desc",
    fromId: start?.id ?? null,
    beyond: null,
    isBackwards: false,
    limit: MAX_HITS,
  });
}
