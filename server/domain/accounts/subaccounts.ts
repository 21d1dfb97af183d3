import type { AccountContext } from "#core/context";
import { violatedForeignKey } from "#core/db-errors";
import { conflict, forbidden, invalid, notFound, Problem } from "#core/errors";
import { newId } from "#core/id";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#core/record-audit";
import { containing } from "#core/text";
import { type EventType, emitEvents } from "#domain/events";
import type { Prisma, Subaccount } from "#prisma";
import { toSubaccountResource } from "./resource";
import type { ListSubaccounts, UpdateSubaccount } from "./schema";
import type { AccountTables } from "./tables";

type SubaccountEventType = EventType & `subaccount.${string}`;

const query = queriesOn<AccountTables>();

// Blocks new orders and sessions of the subaccount until the transaction ends: their foreign keys
// wait.
const lockRow = query(
  "accounts-lock-subaccount",
  (db, subaccount: Params<{ accountId: string; id: string }>) =>
    db
      .selectFrom("subaccounts")
      .select("name")
      .where("accountId", "=", subaccount.accountId)
      .where("id", "=", subaccount.id)
      .forUpdate(),
);

/** Locks the subaccount and returns its name, or null if it doesn't exist. */
async function lockSubaccount(ctx: AccountContext, id: string): Promise<string | null> {
  const [row] = await lockRow(ctx.db, { accountId: ctx.account.id, id });
  return row?.name ?? null;
}

/** Emits an event that carries the subaccount in its current or last state. */
export async function emitSubaccountEvent(
  ctx: AccountContext,
  { type, subaccount }: { type: SubaccountEventType; subaccount: Subaccount },
): Promise<void> {
  const { id, accountId } = subaccount;
  const payload = toSubaccountResource(subaccount);
  await emitEvents(ctx, [{ accountId, type, subjectId: id, subaccountId: id, payload }]);
}

/** Creates a subaccount whose default portfolio the caller has checked. */
export async function insertSubaccount(
  ctx: AccountContext,
  input: UpdateSubaccount & { logoFileKey?: string | null },
): Promise<Subaccount> {
  const { id: accountId, mode } = ctx.account;
  const defaultPortfolioId = input.default_portfolio_id ?? null;
  const subaccount = await ctx.db.prisma.subaccount.create({
    data: {
      accountId,
      mode,
      id: newId("subaccount"),
      name: input.name,
      email: input.email ?? null,
      defaultPortfolioId,
      logoFileKey: input.logoFileKey ?? null,
      createdAt: ctx.now,
    },
  });
  await emitSubaccountEvent(ctx, { type: "subaccount.created", subaccount });
  await recordAudit(ctx, {
    action: "subaccount.created",
    subjectId: subaccount.id,
    data: { name: input.name },
  });
  return subaccount;
}

/**
 * Replaces everything but the logo, with a default portfolio that the caller has checked. Fields
 * left out are removed.
 * @throws not-found
 */
export async function replaceSubaccount(
  ctx: AccountContext,
  input: UpdateSubaccount & { id: string },
): Promise<Subaccount> {
  const { id } = await getSubaccount(ctx, input);
  const defaultPortfolioId = input.default_portfolio_id ?? null;
  const [updated] = await ctx.db.prisma.subaccount.updateManyAndReturn({
    where: { accountId: ctx.account.id, id },
    data: { name: input.name, email: input.email ?? null, defaultPortfolioId },
  });
  if (!updated) throw notFound("subaccount");
  await emitSubaccountEvent(ctx, { type: "subaccount.updated", subaccount: updated });
  await recordAudit(ctx, {
    action: "subaccount.updated",
    subjectId: id,
    data: { name: input.name },
  });
  return updated;
}

/** @throws not-found; forbidden if it has orders, conflict if it has checkout sessions */
export async function deleteSubaccount(ctx: AccountContext, input: { id: string }): Promise<void> {
  const { id } = input;
  const name = await lockSubaccount(ctx, id);
  if (name === null) throw notFound("subaccount");
  const subaccount = await getSubaccount(ctx, input);
  try {
    await ctx.db.prisma.subaccount.deleteMany({ where: { accountId: ctx.account.id, id } });
  } catch (error) {
    const constraint = violatedForeignKey(error);
    if (constraint === null) throw error;
    if (constraint.startsWith("orders_")) throw forbidden("Cannot delete subaccount with orders");
    throw constraint.startsWith("memberships_")
      ? conflict("Cannot delete subaccount while members are limited to it")
      : conflict("Cannot delete subaccount with checkout sessions");
  }
  await emitSubaccountEvent(ctx, { type: "subaccount.deleted", subaccount });
  await recordAudit(ctx, { action: "subaccount.deleted", subjectId: id, data: { name } });
}

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

function matchesSearch(search: string): Prisma.SubaccountWhereInput {
  const contains = containing(search);
  return { OR: [{ name: contains }, { email: contains }, { id: search }] };
}

/**
 * `search` matches part of the name or email address, or a whole id.
 * @throws invalid naming an unknown cursor
 */
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
    where: { AND: [{ accountId }, beyond, input.search ? matchesSearch(input.search) : {}] },
    ...walk,
  });
  return pageOf(rows, input.limit, cursor);
}
