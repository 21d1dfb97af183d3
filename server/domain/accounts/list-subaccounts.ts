// Pages through the account's subaccounts, newest first.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import { containing } from "#core/text";
import type { Prisma, Subaccount } from "#prisma";
import type { ListSubaccounts } from "./schema";

function isCalled(search: string): Prisma.SubaccountWhereInput {
  const contains = containing(search);
  return { OR: [{ name: contains }, { email: contains }, { id: search }] };
}

/** A page of subaccounts; `search` is a part of a name or e-mail, or an id. @throws invalid naming the cursor that is not there */
export async function listSubaccounts(
  ctx: AccountContext,
  input: ListSubaccounts,
): Promise<Page<Subaccount>> {
  const accountId = ctx.account.id;
  const cursor = cursorOf(input);
  if (cursor) {
    const row = await ctx.db.prisma.subaccount.findFirst({ where: { accountId, id: cursor.id } });
    if (!row) throw invalid(cursor.parameter, "is not the id of a subaccount", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const rows = await ctx.db.prisma.subaccount.findMany({
    where: { AND: [{ accountId }, beyond, input.search ? isCalled(input.search) : {}] },
    ...walk,
  });
  return pageOf(rows, input.limit, cursor);
}
