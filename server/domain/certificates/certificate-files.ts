// Storage of records and documents. The database stores one only while the order still has the name
// that it was made from, so that nothing written during an erasure outlives it.
import { sql } from "kysely";
import type { Db } from "#core/db";
import type { PublicOrder } from "#domain/orders";
import {
  type Files,
  files,
  type InsertFile,
  insertFileIf,
  type Records,
  records,
} from "#gateways/files";

// Waits for an erasure that has changed the order, and then finds another name. One that changes the
// order afterwards waits for the file, and deletes it.
const insertForName = insertFileIf(
  "certificates-put-file",
  ({ originId, expected }) => sql<object>`(
    SELECT 1 FROM orders
    WHERE id = ${originId} AND beneficiary_name IS NOT DISTINCT FROM ${expected}
    FOR SHARE)`,
);

type Named = Pick<PublicOrder, "id" | "beneficiary">;

function insertFor({ id: originId, beneficiary }: Named): InsertFile {
  const expected = beneficiary?.name ?? null;
  return (db, file) => insertForName(db, { ...file, originId, expected });
}

/** @throws OutdatedContent from `put` if the order has another name now */
export function recordsOf(db: Db, order: Named): Records {
  return records(db, insertFor(order));
}

/** @throws OutdatedContent from `put` if the order has another name now, but not from a bucket's */
export function documentsOf(db: Db, order: Named): Files {
  return files(db, insertFor(order));
}
