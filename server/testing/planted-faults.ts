// Plants rows that the database itself would refuse, to see that a check reports them: drops
// constraints in a transaction that is rolled back.
import { expect } from "vitest";
import type { Context } from "#core/context";
import { type Db, database } from "#core/db";
import { systemContext } from "#testing/factories";

/** Columns of a lot that have no default, beyond those of its serials. */
export const placeColumns = "registry, unit_kg, root_lot_id, line_start_kg";

class RolledBack extends Error {}

/** Drops the table's CHECKs and unique keys. */
async function dropConstraints(db: Db, table: string): Promise<void> {
  const constraints = await db.prisma.$queryRawUnsafe<{ name: string }[]>(
    `SELECT quote_ident(conname) AS name FROM pg_constraint
     WHERE conrelid = '${table}'::regclass AND contype IN ('c', 'u')`,
  );
  for (const { name } of constraints) {
    await db.prisma.$executeRawUnsafe(`ALTER TABLE ${table} DROP CONSTRAINT ${name} CASCADE`);
  }
  const indexes = await db.prisma.$queryRawUnsafe<{ name: string }[]>(
    `SELECT quote_ident(c.relname) AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = '${table}'::regclass AND i.indisunique AND NOT i.indisprimary`,
  );
  for (const { name } of indexes) await db.prisma.$executeRawUnsafe(`DROP INDEX ${name}`);
}

export interface Planting {
  /** Tables whose own constraints are dropped. */
  dropped: readonly string[];
  /** SQL with $name in place of each name. */
  statements: readonly string[];
  names: Readonly<Record<string, string>>;
}

/** Plants the fault, runs `check` on it, and rolls back. */
export async function withPlanted<T>(
  { dropped, statements, names }: Planting,
  check: (ctx: Context) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  const work = async (db: Db) => {
    for (const table of dropped) await dropConstraints(db, table);
    // Foreign keys are triggers, which a replica doesn't run.
    await db.prisma.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
    for (const statement of statements) {
      const sql = statement.replace(/\$(\w+)/g, (_, name: string) => `'${names[name]}'`);
      expect(await db.prisma.$executeRawUnsafe(sql)).toBeGreaterThan(0);
    }
    results.push(await check({ ...systemContext(), db }));
    throw new RolledBack();
  };
  await expect(database().transaction(work)).rejects.toThrow(RolledBack);
  return results[0] as T;
}
