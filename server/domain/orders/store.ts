import type { Sql } from "#core/db";
import type { Cursor } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import { type Order, orderColumns } from "./order";
import type { OrderTables } from "./tables";

const query = queriesOn<OrderTables & AccountTables>();

const findPublic = query("orders-find-public", (db, order: Params<{ id: string }>) =>
  db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.accountId")
    .leftJoin("subaccounts as s", (join) =>
      join.onRef("s.accountId", "=", "o.accountId").onRef("s.id", "=", "o.subaccountId"),
    )
    .select(orderColumns.map((column) => `o.${column}` as const))
    .select(["a.name as accountName", "s.name as subaccountName"])
    .where("o.id", "=", order.id)
    .where("a.resetAt", "is", null),
);

const findVersionOf = query("orders-find-version", (db, order: Params<{ id: string }>) =>
  db
    .selectFrom("orders as o")
    .innerJoin("accounts as a", "a.id", "o.accountId")
    .select(["o.state", "o.registryRevision", "o.beneficiaryName"])
    .where("o.id", "=", order.id)
    .where("a.resetAt", "is", null),
);

export async function findVersion(
  db: Sql,
  id: string,
): Promise<Pick<Order, "state" | "registryRevision" | "beneficiaryName"> | null> {
  const [version] = await findVersionOf(db, { id });
  return version ?? null;
}

/** The order of any account, with the names that its public page shows. */
export async function findNamedOrder(
  db: Sql,
  id: string,
): Promise<(Order & { accountName: string; subaccountName: string | null }) | null> {
  const [order] = await findPublic(db, { id });
  return order ?? null;
}

interface Filter {
  accountId: string;
  subaccountId: string | null;
}

type Page = { accountId: string; limit: number; subaccountId: string; cursor: string };

function pageQuery(isScoped: boolean, direction: Cursor["direction"] | "first") {
  return query(`orders-page-${direction}${isScoped ? "-scoped" : ""}`, (db, page: Params<Page>) => {
    let orders = db.selectFrom("orders").select(orderColumns);
    orders = orders.where("accountId", "=", page.accountId);
    if (isScoped) orders = orders.where("subaccountId", "=", page.subaccountId);
    if (direction !== "first") {
      // An unknown cursor makes the comparison null, and so the page empty.
      orders = orders.where("id", direction === "older" ? "<" : ">", (eb) =>
        eb
          .selectFrom("orders")
          .select("id")
          .where("accountId", "=", page.accountId)
          .where("id", "=", page.cursor),
      );
    }
    return orders.orderBy("id", direction === "newer" ? "asc" : "desc").limit(page.limit);
  });
}

const pages = {
  all: {
    first: pageQuery(false, "first"),
    older: pageQuery(false, "older"),
    newer: pageQuery(false, "newer"),
  },
  scoped: {
    first: pageQuery(true, "first"),
    older: pageQuery(true, "older"),
    newer: pageQuery(true, "newer"),
  },
};

/** Up to `limit` orders beyond the cursor, nearest first. */
export async function findOrders(
  db: Sql,
  { accountId, subaccountId }: Filter,
  cursor: Cursor | null,
  limit: number,
): Promise<Order[]> {
  const page = pages[subaccountId === null ? "all" : "scoped"][cursor?.direction ?? "first"];
  return page(db, {
    accountId,
    limit,
    subaccountId: subaccountId ?? "",
    cursor: cursor?.id ?? "",
  });
}
