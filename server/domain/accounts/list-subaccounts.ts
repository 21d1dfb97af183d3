// Pages through the account's subaccounts, newest first.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import type { Subaccount } from "#prisma";

/** A page of subaccounts. @throws invalid naming the cursor that is not there */
export async function listSubaccounts(
  ctx: AccountContext,
  input: PageQuery,
): Promise<Page<Subaccount>> {
  const accountId = ctx.account.id;
  const cursor = cursorOf(input);
  if (cursor) {
    const row = await ctx.db.prisma.subaccount.findFirst({ where: { accountId, id: cursor.id } });
    if (!row) throw invalid(cursor.parameter, "is not the id of a subaccount");
  }
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const rows = await ctx.db.prisma.subaccount.findMany({
    where: { accountId, ...beyond },
    ...walk,
  });
  return pageOf(rows, input.limit, cursor);
}
