// Reads one organisation: its live account with its test twin.
import type { Account, Context } from "#core/context";
import { notFound } from "#core/errors";
import { toAccount } from "./to-account";

/** By the live account's id. @throws not-found */
export async function getAccount(
  ctx: Context,
  { id }: { id: string },
): Promise<{ live: Account; test: Account }> {
  const rows = await ctx.db.prisma.account.findMany({
    where: { OR: [{ id, mode: "live" }, { liveAccountId: id }] },
  });
  const [live, test] = ["live", "test"].map((mode) => rows.find((row) => row.mode === mode));
  if (!live || !test) throw notFound("account");
  return { live: toAccount(live), test: toAccount(test) };
}
