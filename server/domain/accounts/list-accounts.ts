// Pages through the organisations of an installation, searched by what people call them.
import type { Context } from "#core/context";
import { invalid } from "#core/errors";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import { containing } from "#core/text";
import type { Account, Prisma } from "#prisma";
import type { ListAccounts } from "./schema";

/** Accounts whose name or slug has the text, or one of whose members' addresses has it. */
async function conditionOf(ctx: Context, search: string): Promise<Prisma.AccountWhereInput> {
  const contains = containing(search);
  const { person, membership } = ctx.db.prisma;
  const people = await person.findMany({ where: { email: contains }, select: { id: true } });
  const memberships = await membership.findMany({
    where: { personId: { in: people.map(({ id }) => id) } },
  });
  const ids = memberships.map(({ accountId }) => accountId);
  return { OR: [{ name: contains }, { slug: contains }, { id: search }, { id: { in: ids } }] };
}

export interface ListedAccount extends Account {
  /** Of its test twin. */
  testId: string;
}

/** A page of live accounts, the newest first. @throws invalid naming the cursor that is not there */
export async function listAccounts(
  ctx: Context,
  input: ListAccounts,
): Promise<Page<ListedAccount>> {
  const { account } = ctx.db.prisma;
  const cursor = cursorOf(input);
  if (cursor && !(await account.findFirst({ where: { id: cursor.id, mode: "live" } }))) {
    throw invalid(cursor.parameter, "is not the id of a live account", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const search = input.search ? await conditionOf(ctx, input.search) : {};
  const rows = await account.findMany({
    where: { AND: [{ mode: "live" }, search, beyond] },
    ...walk,
  });
  const { data, hasMore } = pageOf(rows, input.limit, cursor);
  const twins = await account.findMany({
    where: { liveAccountId: { in: data.map(({ id }) => id) } },
  });
  const testIds = new Map(twins.map((twin) => [twin.liveAccountId, twin.id]));
  return { data: data.map((row) => ({ ...row, testId: testIds.get(row.id) ?? "" })), hasMore };
}
