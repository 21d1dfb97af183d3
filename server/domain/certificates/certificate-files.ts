// Storage of records and documents. The database stores one only while the order still has the name
// that it was made from, so that nothing written during an erasure outlives it.
import { sql } from "kysely";
import type { Db } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { OrderTables, PublicOrder } from "#domain/orders";
import {
  type Files,
  type FileTables,
  files,
  type InsertFile,
  type NewFile,
  type Records,
  records,
} from "#gateways/files";

const query = queriesOn<FileTables & Pick<OrderTables, "orders">>();

interface FileOfOrder extends NewFile {
  orderId: string;
  beneficiaryName: string | null;
}

const columns = ["key", "contentType", "bytes", "sha256", "createdAt"] as const;

// Waits for an erasure that has changed the order, and then finds another name. One that changes the
// order afterwards waits for the file, and deletes it.
const insertForName = query("certificates-put-file", (db, file: Params<FileOfOrder>) =>
  db
    .insertInto("files")
    .columns(columns)
    .expression(
      db
        .selectFrom("orders")
        .select([
          sql<string>`${file.key}::text`.as("key"),
          sql<string>`${file.contentType}::text`.as("contentType"),
          sql<Buffer>`${file.bytes}::bytea`.as("bytes"),
          sql<Buffer>`${file.sha256}::bytea`.as("sha256"),
          sql<Date>`${file.createdAt}::timestamptz`.as("createdAt"),
        ])
        .where("id", "=", file.orderId)
        .where("beneficiaryName", "is not distinct from", file.beneficiaryName)
        .forShare(),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

type Named = Pick<PublicOrder, "id" | "beneficiary">;

function insertFor({ id: orderId, beneficiary }: Named): InsertFile {
  const beneficiaryName = beneficiary?.name ?? null;
  return (db, file) => insertForName(db, { ...file, orderId, beneficiaryName });
}

/** @throws OutdatedContent from `put` if the order has another name now */
export function recordsOf(db: Db, order: Named): Records {
  return records(db, insertFor(order));
}

/** @throws OutdatedContent from `put` if the order has another name now, but not from a bucket's */
export function documentsOf(db: Db, order: Named): Files {
  return files(db, insertFor(order));
}
