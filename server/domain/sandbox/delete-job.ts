import { z } from "zod";
import type { Context } from "#core/context";
import type { Database } from "#core/db";
import { findAccount } from "#domain/accounts";
import type { CreditOrder } from "#domain/checkout";
import { deleteTestData } from "./delete-test-data";
import { returnStock } from "./return-stock";

export const DeleteTestData = z.object({ accountId: z.string() });

/** By then, requests and deliveries that were under way at the reset have ended. */
const UNDER_WAY_MS = 300_000;

/**
 * Deletes the data of the test account, if it was reset, and returns what it had bought to the stock.
 * Returns after how many milliseconds it must run again, or null if it is done.
 */
export async function deleteTestDataOf(
  ctx: Context,
  {
    accountId,
    database,
    credit,
  }: z.infer<typeof DeleteTestData> & { database: Database; credit: CreditOrder },
): Promise<number | null> {
  const { account: accounts } = ctx.db.prisma;
  const row = await accounts.findFirst({ where: { id: accountId, mode: "test" } });
  const account = row?.resetAt ? await findAccount(ctx, accountId) : null;
  if (!row?.resetAt || !account) return null;
  const waitMs = row.resetAt.getTime() + UNDER_WAY_MS - ctx.now.getTime();
  await deleteTestData({ ...ctx, account, database, credit }, { isQuiet: waitMs <= 0 });
  await database.transaction((db) => returnStock({ ...ctx, db }));
  return waitMs <= 0 ? null : waitMs;
}
