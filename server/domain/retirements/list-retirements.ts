import type { AccountContext } from "#core/context";
import { invalid, Problem } from "#core/errors";
import { type Cursor, cursorOf, type Page, type PageQuery, pageOf } from "#core/page";
import {
  findRetirementRows,
  type RetirementFilter,
  type RetirementKey,
  type RetirementRow,
} from "./retirement-rows";
import type { RetirementFilters } from "./schema";

/** @throws invalid-subaccount if the account has no such subaccount */
export async function requireSubaccount(
  ctx: AccountContext,
  id: string,
): Promise<{ name: string }> {
  const where = { accountId: ctx.account.id, id };
  const subaccount = await ctx.db.prisma.subaccount.findFirst({ where, select: { name: true } });
  if (!subaccount) throw new Problem("invalid-subaccount");
  return subaccount;
}

/** Largest integer of a column. */
const MAX_INT = 2 ** 31 - 1;

/** Place of the account's retirement with this id. @throws invalid naming the parameter */
async function keyAt(ctx: AccountContext, { id, parameter }: Cursor): Promise<RetirementKey> {
  const [, orderId = "", start = ""] = /^(.+)_(0|[1-9]\d{0,9})$/.exec(id) ?? [];
  const orderStartKg = Math.min(Number(start), MAX_INT);
  const row = await ctx.db.prisma.retirement.findFirst({
    where: { accountId: ctx.account.id, orderId, orderStartKg },
    select: { retiredAt: true, orderId: true, orderStartKg: true },
  });
  if (!row) throw invalid(parameter, "is not the id of a retirement", "unknown-id");
  return row;
}

export async function filterOf(
  ctx: AccountContext,
  filters: { [Name in keyof RetirementFilters]: RetirementFilters[Name] | null },
): Promise<RetirementFilter> {
  const { from, to, subaccount_id, registry, registry_status } = filters;
  if (subaccount_id) await requireSubaccount(ctx, subaccount_id);
  return {
    accountId: ctx.account.id,
    subaccountId: subaccount_id ?? null,
    registry: registry ?? null,
    status: registry_status ?? null,
    from: from ?? null,
    to: to ?? null,
  };
}

/**
 * A page of the account's ledger allocations, newest first.
 * @throws invalid naming an unknown cursor; invalid-subaccount
 */
export async function listRetirements(
  ctx: AccountContext,
  input: PageQuery & Parameters<typeof filterOf>[1],
): Promise<Page<RetirementRow>> {
  const cursor = cursorOf(input);
  const filter = await filterOf(ctx, input);
  const rows = await findRetirementRows(ctx.db, filter, {
    beyond: cursor && (await keyAt(ctx, cursor)),
    isBackwards: cursor?.direction === "newer",
    limit: input.limit + 1,
  });
  return pageOf(rows, input.limit, cursor);
}
