import { database } from "#core/db";
import { rebuildTotals } from "#domain/diagnostics";
import { systemContext } from "#testing/factories";

/** Makes the orders look as if they had been fulfilled at this time, and rebuilds the totals. */
export async function fulfillAt(time: string, orderIds: readonly string[]): Promise<void> {
  const at = new Date(time);
  await database().transaction(async (db) => {
    for (const id of orderIds) {
      await db.prisma.$executeRaw`
        UPDATE orders SET settled_at = ${at}::timestamptz,
               created_at = least(created_at, ${at}::timestamptz)
        WHERE id = ${id} AND state = 'fulfilled'`;
      await db.prisma.$executeRaw`
        UPDATE retirements SET retired_at = ${at}::timestamptz WHERE order_id = ${id}`;
    }
  });
  await rebuildTotals(systemContext(), { dryRun: false, database: database() });
}
