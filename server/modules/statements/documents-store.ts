// The SQL of a month's invoices and credit notes as lines of the statement.
import type { Kysely } from "kysely";
import type { Sql } from "#core/db";
import { runOnce } from "#core/query";
import type { MoneyIn, MoneyKey } from "./money-store";
import type { ReadTables } from "./tables";

export type DocumentRow = Awaited<ReturnType<typeof findDocuments>>[number];

/** Up to `limit` documents that were issued in the period, after the key, oldest first. */
export function findDocuments(
  db: Sql,
  { accountId, from, to }: MoneyIn,
  { after, limit }: { after: MoneyKey | null; limit: number },
) {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return runOnce(db, (builder: Kysely<ReadTables>) =>
    builder
      .selectFrom("invoices")
      .select(["id", "kind", "number", "createdAt as at"])
      .select(["total as amount", "tax", "currency"])
      .where("accountId", "=", accountId)
      .where("issuedOn", ">=", day(from))
      .where("issuedOn", "<", day(to))
      .$if(after !== null, (list) =>
        list.where((eb) =>
          eb(eb.refTuple("createdAt", "id"), ">", eb.tuple(after?.at ?? from, after?.id ?? "")),
        ),
      )
      .orderBy("createdAt")
      .orderBy("id")
      .limit(limit),
  );
}
