import { sql } from "kysely";
import type { AccountContext } from "#core/context";
import { isDuplicate, isUniqueViolation, violatedForeignKey } from "#core/db-errors";
import { changesOf } from "#core/edits";
import { conflict, forbidden, invalid, notFound } from "#core/errors";
import { newId } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { recordAudit, recordAudits } from "#core/record-audit";
import { type EventType, emitEvents } from "#domain/events";
import type { Subaccount } from "#prisma";
import { toSubaccountResource } from "./resource";
import type { CreateSubaccount, UpdateSubaccount, UpdateSubaccounts } from "./schema";
import { getSubaccount } from "./subaccount-queries";
import {
  groupsOf,
  isChange,
  isFreed,
  keepFormerSlugs,
  type SubaccountUpdate,
  slugsOf,
} from "./subaccount-updates";
import type { AccountTables } from "./tables";

type SubaccountEventType = EventType & `subaccount.${string}`;

const query = queriesOn<AccountTables>();

// Sorted, so two writers of the same subaccounts cannot deadlock.
const lockRows = query(
  "accounts-lock-subaccounts",
  (db, of: Params<{ accountId: string; ids: string[] }>) =>
    db
      .selectFrom("subaccounts")
      .selectAll()
      .where("accountId", "=", of.accountId)
      .where("id", "=", sql<string>`any (${of.ids}::text[])`)
      .orderBy("id")
      .forNoKeyUpdate(),
);

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

/** Locks the account's subaccounts of these ids. Unknown ids are left out. */
export function lockSubaccounts(
  ctx: AccountContext,
  { ids }: { ids: readonly string[] },
): Promise<Subaccount[]> {
  return lockRows(ctx.db, { accountId: ctx.account.id, ids: [...ids] });
}

async function emitSubaccountEvents(
  ctx: AccountContext,
  type: SubaccountEventType,
  subaccounts: readonly Subaccount[],
): Promise<void> {
  await emitEvents(
    ctx,
    subaccounts.map((subaccount) => {
      const { id, accountId } = subaccount;
      const payload = toSubaccountResource(subaccount);
      return { accountId, type, subjectId: id, subaccountId: id, payload };
    }),
  );
}

/** Emits an event that carries the subaccount in its current or last state. */
export function emitSubaccountEvent(
  ctx: AccountContext,
  { type, subaccount }: { type: SubaccountEventType; subaccount: Subaccount },
): Promise<void> {
  return emitSubaccountEvents(ctx, type, [subaccount]);
}

async function withUniqueNames<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const name = isDuplicate(error, "slug") ? "slug" : "reference";
    throw conflict(`Another subaccount has this ${name}`);
  }
}

export type NewSubaccount = Omit<CreateSubaccount, "logo_url"> & { logoFileKey?: string | null };

/**
 * Creates subaccounts whose default portfolios the caller has checked.
 * @throws conflict if another subaccount has the reference or slug
 */
export async function insertSubaccounts(
  ctx: AccountContext,
  inputs: readonly NewSubaccount[],
): Promise<Subaccount[]> {
  const { id: accountId, mode } = ctx.account;
  const created = await withUniqueNames(() =>
    ctx.db.prisma.subaccount.createManyAndReturn({
      data: inputs.map((input) => ({
        accountId,
        mode,
        id: newId("subaccount"),
        name: input.name,
        email: input.email ?? null,
        reference: input.reference ?? null,
        slug: input.slug ?? null,
        defaultPortfolioId: input.default_portfolio_id ?? null,
        logoFileKey: input.logoFileKey ?? null,
        createdAt: ctx.now,
      })),
    }),
  );
  await emitSubaccountEvents(ctx, "subaccount.created", created);
  await recordAudits(
    ctx,
    created.map(({ id, name }) => ({
      action: "subaccount.created",
      subjectId: id,
      data: { name },
    })),
  );
  return created;
}

/** Like `insertSubaccounts`, for one. */
export async function insertSubaccount(
  ctx: AccountContext,
  input: NewSubaccount,
): Promise<Subaccount> {
  const [created] = await insertSubaccounts(ctx, [input]);
  if (!created) throw new Error("the subaccount was not created");
  return created;
}

const actionOf = ({ before, data: { archivedAt } }: SubaccountUpdate) => {
  if (archivedAt === undefined || (archivedAt === null) === (before.archivedAt === null)) {
    return "subaccount.updated";
  }
  return archivedAt === null ? "subaccount.restored" : "subaccount.archived";
};

const editOf = ({ before, data }: SubaccountUpdate) => ({
  thing: "the subaccount" as const,
  before: { ...toSubaccountResource(before) },
  after: { ...toSubaccountResource({ ...before, ...data }) },
});

/**
 * Writes subaccounts that the caller has locked, with default portfolios that it has checked.
 * @throws conflict if another subaccount has the reference or slug
 */
export async function writeSubaccounts(
  ctx: AccountContext,
  updates: readonly SubaccountUpdate[],
): Promise<Subaccount[]> {
  const written: Subaccount[] = [];
  const accountId = ctx.account.id;
  const changes = new Map(updates.map((update) => [update, changesOf(ctx, editOf(update))]));
  // Unique references and slugs may move from one subaccount to another.
  for (const field of ["reference", "slug"] as const) {
    const id = { in: updates.filter((it) => isFreed(it, field)).map(({ before }) => before.id) };
    const data = { [field]: null };
    await ctx.db.prisma.subaccount.updateMany({ where: { accountId, id }, data });
  }
  await withUniqueNames(async () => {
    await keepFormerSlugs(ctx, updates);
    for (const { ids, data } of groupsOf(updates)) {
      const where = { accountId, id: { in: ids } };
      written.push(...(await ctx.db.prisma.subaccount.updateManyAndReturn({ where, data })));
    }
  });
  await emitSubaccountEvents(ctx, "subaccount.updated", written);
  await recordAudits(
    ctx,
    updates.map((update) => ({
      action: actionOf(update),
      subjectId: update.before.id,
      data: { name: update.data.name ?? update.before.name, ...slugsOf(update) },
      changes: changes.get(update) ?? {},
    })),
  );
  return written;
}

const archivedAtOf = (ctx: AccountContext, before: Subaccount, archived: boolean) =>
  archived ? (before.archivedAt ?? ctx.now) : null;

/**
 * Replaces everything but the logo, with a default portfolio that the caller has checked. An email
 * address or portfolio left out is removed; a reference, slug or archived state left out stays.
 * @throws not-found; conflict if another subaccount has the reference or slug
 */
export async function replaceSubaccount(
  ctx: AccountContext,
  input: UpdateSubaccount & { id: string },
): Promise<Subaccount> {
  const { id, name, email = null, reference, slug, archived } = input;
  const [before] = await lockSubaccounts(ctx, { ids: [id] });
  if (!before) throw notFound("subaccount");
  const defaultPortfolioId = input.default_portfolio_id ?? null;
  const data = {
    name,
    email,
    defaultPortfolioId,
    ...(reference !== undefined && { reference }),
    ...(slug !== undefined && { slug }),
    ...(archived !== undefined && { archivedAt: archivedAtOf(ctx, before, archived) }),
  };
  const [updated] = await writeSubaccounts(ctx, [{ before, data }]);
  if (!updated) throw notFound("subaccount");
  return updated;
}

/**
 * Sets the default portfolio, which the caller has checked, or archives or restores: all of the
 * subaccounts or none. Returns those that it changed.
 * @throws invalid `ids` if one is not a subaccount of the account
 */
export async function updateSubaccountsOfIds(
  ctx: AccountContext,
  input: UpdateSubaccounts,
): Promise<Subaccount[]> {
  const { default_portfolio_id: defaultPortfolioId, archived } = input;
  const ids = [...new Set(input.ids)];
  const rows = await lockSubaccounts(ctx, { ids });
  if (rows.length < ids.length) {
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    throw invalid(
      "ids",
      `has ids of no subaccount: ${unknown.slice(0, 3).join(", ")}`,
      "unknown-id",
    );
  }
  const updates = rows.map((before) => ({
    before,
    data: {
      ...(defaultPortfolioId !== undefined && { defaultPortfolioId }),
      ...(archived !== undefined && { archivedAt: archivedAtOf(ctx, before, archived) }),
    },
  }));
  return writeSubaccounts(ctx, updates.filter(isChange));
}

/** @throws not-found; forbidden if it has orders, conflict if it has sessions or links */
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
    if (constraint.startsWith("memberships_")) {
      throw conflict("Cannot delete subaccount while members are limited to it");
    }
    const what = constraint.startsWith("payment_links_") ? "payment links" : "checkout sessions";
    throw conflict(`Cannot delete subaccount with ${what}`);
  }
  await emitSubaccountEvent(ctx, { type: "subaccount.deleted", subaccount });
  await recordAudit(ctx, { action: "subaccount.deleted", subjectId: id, data: { name } });
}
