import type { Kysely } from "kysely";
import type { AccountContext } from "#core/context";
import { type FindText, MAX_HITS, MAX_SCANNED } from "#core/find";
import { type Params, queriesOn } from "#core/query";
import type { OrderWithSubaccount } from "./order";
import { toFilter } from "./order-filters";
import { findOrdersBy } from "./search-orders";
import { readOrderSearch } from "./search-rules";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables>();

interface Scan {
  accountId: string;
  subaccountId: string | null;
  skipped: number;
}

const scanStartIn = (db: Kysely<OrderTables>, scan: Params<Scan>, isLimited: boolean) =>
  db
    .selectFrom("orders")
    .select("id")
    .where("accountId", "=", scan.accountId)
    .$if(isLimited, (orders) => orders.where("subaccountId", "=", scan.subaccountId))
    .orderBy("id", "desc")
    .offset(scan.skipped)
    .limit(1);

const findScanStart = query("orders-find-scan-start", (db, scan: Params<Scan>) =>
  scanStartIn(db, scan, false),
);
const findScanStartOfSubaccount = query(
  "orders-find-scan-start-of-subaccount",
  (db, scan: Params<Scan>) => scanStartIn(db, scan, true),
);

/** The newest orders with this id, number or session; for other text, of the latest ones only. */
export async function findOrders(
  ctx: AccountContext,
  { text, subaccountId }: FindText,
): Promise<OrderWithSubaccount[]> {
  const scan = { accountId: ctx.account.id, subaccountId, skipped: MAX_SCANNED - 1 };
  const findStart = subaccountId === null ? findScanStart : findScanStartOfSubaccount;
  const isText = readOrderSearch(text).by === "text";
  const [start] = isText ? await findStart(ctx.db, scan) : [];
  return findOrdersBy(ctx.db, {
    ...toFilter(ctx, { search: text, ...(subaccountId && { subaccount_id: subaccountId }) }),
    sort: "placed.desc",
    fromId: start?.id ?? null,
    beyond: null,
    isBackwards: false,
    limit: MAX_HITS,
  });
}
