import type { AccountContext } from "#core/context";
import { invalid, notFound, Problem } from "#core/errors";
import { lastingCursorOf } from "#core/lasting-cursor";
import { type Page, pageOf, walkOf } from "#core/page";
import type { Subaccount } from "#prisma";
import type { ListSubaccounts } from "./schema";

/** @throws not-found */
export async function getSubaccount(
  ctx: AccountContext,
  input: { id: string },
): Promise<Subaccount> {
  const row = await ctx.db.prisma.subaccount.findFirst({
    where: { accountId: ctx.account.id, id: input.id },
  });
  if (!row) throw notFound("subaccount");
  return row;
}

/** An archived subaccount was chosen for something new. */
export function archivedSubaccount(): Problem {
  return new Problem("invalid-subaccount", {
    title: "The subaccount is archived",
    detail: "It takes no new orders. Restore it, or choose another one.",
  });
}

/** For orders that don't go through an offer. @throws invalid-subaccount, also if it is archived */
export async function requireOpenSubaccount(
  ctx: AccountContext,
  { subaccountId: id }: { subaccountId: string | null },
): Promise<void> {
  if (id === null) return;
  const row = await ctx.db.prisma.subaccount.findFirst({
    where: { accountId: ctx.account.id, id },
  });
  if (!row) throw new Problem("invalid-subaccount");
  if (row.archivedAt !== null) throw archivedSubaccount();
}

/**
 * The subaccount that the field `subaccount_id` names; null if it names none.
 * @throws invalid naming the field
 */
export async function readSubaccountField(
  ctx: AccountContext,
  input: { subaccount_id?: string | null | undefined },
): Promise<Subaccount | null> {
  const { subaccount_id: id } = input;
  if (id === null || id === undefined) return null;
  return getSubaccount(ctx, { id }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== "not-found") throw error;
    throw invalid("subaccount_id", "is not the id of a subaccount", "unknown-id");
  });
}

/**
 * The subaccount whose objects a list has, by header or filter; null for those of all.
 * @throws invalid naming the filter if it differs from the header
 */
export function subaccountOfList(input: {
  subaccountId: string | null;
  subaccount_id?: string | undefined;
}): string | null {
  const { subaccountId, subaccount_id } = input;
  if (subaccount_id === undefined) return subaccountId;
  if (subaccountId === null || subaccountId === subaccount_id) return subaccount_id;
  throw invalid("subaccount_id", "differs from the header X-Subaccount-Id", "exclusive");
}

/** A page, newest first. @throws invalid naming a malformed cursor */
export async function listSubaccounts(
  ctx: AccountContext,
  input: ListSubaccounts,
): Promise<Page<Subaccount>> {
  const accountId = ctx.account.id;
  const cursor = lastingCursorOf(input, "subaccount", "a subaccount");
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const rows = await ctx.db.prisma.subaccount.findMany({
    where: { accountId, ...(input.reference && { reference: input.reference }), ...beyond },
    ...walk,
  });
  return pageOf(rows, input.limit, cursor);
}
