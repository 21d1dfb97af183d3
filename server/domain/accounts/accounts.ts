import type { Account, AccountContext, AccountTerms, Context, Mode } from "#core/context";
import { isUniqueViolation } from "#core/db-errors";
import { changesOf } from "#core/edits";
import { env } from "#core/env";
import { invalid, notFound, type Problem } from "#core/errors";
import { newId } from "#core/id";
import type { Currency } from "#core/money";
import { named } from "#core/name-order";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#core/record-audit";
import { containing } from "#core/text";
import { currencyCode } from "#core/typed-money";
import type { Account as AccountRow, Prisma } from "#prisma";
import { isAllowedSlug, slugFrom } from "./rules";
import { type ListAccounts, slugRule, type UpdateAccount } from "./schema";
import type { AccountTables } from "./tables";

const query = queriesOn<AccountTables>();

const lock = query("accounts-lock", (db, account: Params<{ id: string }>) =>
  db.selectFrom("accounts").select("id").where("id", "=", account.id).forNoKeyUpdate(),
);

/**
 * Locks the account until the transaction ends, for rules over several rows such as a limit.
 * Placing orders doesn't wait for this lock: their foreign keys need a weaker one.
 */
export async function lockAccount(ctx: AccountContext): Promise<void> {
  await lock(ctx.db, { id: ctx.account.id });
}

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    mode: row.mode as Mode,
    currency: row.currency,
    name: row.name,
    slug: row.slug,
    defaultPortfolioId: row.defaultPortfolioId,
    logoFileKey: row.logoFileKey,
    createdAt: row.createdAt,
    terms: row.terms as AccountTerms | null,
    suspensionReason: row.suspensionReason,
  };
}

/** The present test account of the live account: former ones were reset. */
function findTestAccount({ db }: Pick<Context, "db">, liveAccountId: string) {
  return db.prisma.account.findFirst({ where: { liveAccountId, resetAt: null } });
}

/** Returns whether it is a test account that was replaced by another. */
export async function wasReset({ db }: Pick<Context, "db">, id: string): Promise<boolean> {
  return (await db.prisma.account.count({ where: { id, resetAt: { not: null } } })) > 0;
}

/** The account itself or its counterpart, whichever has this mode. @throws not-found */
export async function accountInMode(
  ctx: Context,
  input: { account: Account; mode: Mode },
): Promise<Account> {
  const { account, mode } = input;
  if (account.mode === mode) return account;
  const own = await ctx.db.prisma.account.findUnique({ where: { id: account.id } });
  const row =
    mode === "test"
      ? await findTestAccount(ctx, account.id)
      : own?.liveAccountId
        ? await ctx.db.prisma.account.findUnique({ where: { id: own.liveAccountId } })
        : null;
  if (!row) throw notFound("account");
  return toAccount(row);
}

/** Slugs that the dashboard uses itself. */
const RESERVED = ["operator", "operator-test"];

function takenSlug(slug: string): Problem {
  return invalid("slug", `"${slug}" is taken by another account`);
}

/**
 * The live account gets the slug, its test account the slug with "-test".
 * @throws invalid `slug`
 */
async function requireFreeSlug(
  ctx: Context,
  { slug, liveId }: { slug: string; liveId: string | null },
): Promise<void> {
  if (!isAllowedSlug(slug)) throw invalid("slug", slugRule);
  if (RESERVED.includes(slug)) throw invalid("slug", `"${slug}" is taken by the operator`);
  const slugs = [slug, `${slug}-test`];
  const sameSlug = await ctx.db.prisma.account.findMany({ where: { slug: { in: slugs } } });
  const taken = sameSlug.find(({ id, liveAccountId }) => (liveAccountId ?? id) !== liveId);
  if (taken) throw takenSlug(taken.slug);
}

interface CreateAccount {
  name: string;
  /** Lower-case letters, digits and single hyphens. Default: made from the name. */
  slug?: string | undefined;
  /** Default: `CT_CURRENCY`. */
  currency?: Currency | undefined;
}

/** Creates a live account and its test account. @throws invalid `slug`, `name` or `currency` */
export async function createAccount(
  ctx: Context,
  input: CreateAccount,
): Promise<{ live: Account; test: Account }> {
  const name = input.name.trim();
  if (name === "" || name.length > 512) throw invalid("name", "must have 1 to 512 characters");
  const slug = input.slug ?? slugFrom(name);
  await requireFreeSlug(ctx, { slug, liveId: null });
  const currency = input.currency ?? env.CT_CURRENCY;
  const { error } = currencyCode.safeParse(currency);
  if (error) throw invalid("currency", error.issues[0]?.message ?? "");
  const common = { name, currency, createdAt: ctx.now };
  try {
    const live = await ctx.db.prisma.account.create({
      data: { ...common, id: newId("account"), mode: "live", slug },
    });
    const test = await ctx.db.prisma.account.create({
      data: {
        ...common,
        id: newId("account"),
        mode: "test",
        slug: `${slug}-test`,
        liveAccountId: live.id,
      },
    });
    await recordAudit(ctx, { action: "account.created", subjectId: live.id, accountId: live.id });
    return { live: toAccount(live), test: toAccount(test) };
  } catch (error) {
    if (isUniqueViolation(error)) throw takenSlug(slug);
    throw error;
  }
}

/**
 * Renames the context's account and its counterpart. Addresses with the former slug stop working,
 * such as the impact page.
 * @throws not-found; invalid `slug` if another account uses it
 */
export async function updateAccount(ctx: AccountContext, input: UpdateAccount): Promise<Account> {
  const { name, slug } = input;
  const { id } = ctx.account;
  const { account } = ctx.db.prisma;
  await lockAccount(ctx);
  const before = await account.findUnique({ where: { id } });
  if (!before) throw notFound("account");
  const changes = changesOf(ctx, { thing: "the account", before: { ...before }, after: input });
  const liveId = before.liveAccountId ?? id;
  await requireFreeSlug(ctx, { slug, liveId });
  const testAccount = await findTestAccount(ctx, liveId);
  const updates: Parameters<typeof account.update>[0][] = [
    { where: { id: liveId }, data: { name, slug } },
    { where: { id: testAccount?.id ?? "" }, data: { name, slug: `${slug}-test` } },
  ];
  // Slugs are unique: if the live account takes the test account's slug, the test account changes
  // first.
  if (testAccount?.slug === slug) updates.reverse();
  try {
    for (const update of updates) await account.update(update);
  } catch (error) {
    if (isUniqueViolation(error)) throw takenSlug(slug);
    throw error;
  }
  await recordAudit(ctx, {
    action: "account.updated",
    subjectId: id,
    data: { name, slug },
    changes,
  });
  const after = await account.findUnique({ where: { id } });
  if (!after) throw notFound("account");
  return toAccount(after);
}

/** By the live account's id. @throws not-found */
export async function getAccount(
  ctx: Context,
  { id }: { id: string },
): Promise<{ live: Account; test: Account }> {
  const rows = await ctx.db.prisma.account.findMany({
    where: {
      OR: [
        { id, mode: "live" },
        { liveAccountId: id, resetAt: null },
      ],
    },
  });
  const [live, test] = ["live", "test"].map((mode) => rows.find((row) => row.mode === mode));
  if (!live || !test) throw notFound("account");
  return { live: toAccount(live), test: toAccount(test) };
}

export async function findAccount(ctx: Context, idOrSlug: string): Promise<Account | null> {
  const row = await ctx.db.prisma.account.findFirst({
    where: { OR: [{ id: idOrSlug }, { slug: idOrSlug }] },
  });
  return row && toAccount(row);
}

/** Accounts with the text in their name, slug, or a member's email address. */
async function conditionOf(ctx: Context, search: string): Promise<Prisma.AccountWhereInput> {
  const contains = containing(search);
  const { person, membership } = ctx.db.prisma;
  const people = await person.findMany({ where: { email: contains }, select: { id: true } });
  const memberships = await membership.findMany({
    where: { personId: { in: people.map(({ id }) => id) } },
  });
  const ids = memberships.map(({ accountId }) => accountId);
  return {
    OR: [{ searchName: named(search) }, { slug: contains }, { id: search }, { id: { in: ids } }],
  };
}

export interface ListedAccount extends AccountRow {
  testId: string;
}

/** A page of live accounts, newest first. @throws invalid naming an unknown cursor */
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
  const testAccounts = await account.findMany({
    where: { liveAccountId: { in: data.map(({ id }) => id) }, resetAt: null },
  });
  const testIds = new Map(
    testAccounts.map((testAccount) => [testAccount.liveAccountId, testAccount.id]),
  );
  return { data: data.map((row) => ({ ...row, testId: testIds.get(row.id) ?? "" })), hasMore };
}

/** Accounts by id. Unknown ids are left out. */
export async function listNamedAccounts(
  ctx: Context,
  input: { ids: readonly string[] },
): Promise<Map<string, Pick<AccountRow, "id" | "name" | "mode" | "liveAccountId">>> {
  const rows = await ctx.db.prisma.account.findMany({
    where: { id: { in: [...input.ids] } },
    select: { id: true, name: true, mode: true, liveAccountId: true },
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Sets the portfolio of orders that name none; null means the catalogue's default. The caller has
 * checked that the account may use it.
 */
export async function setDefaultPortfolio(
  ctx: AccountContext,
  { id }: { id: string | null },
): Promise<void> {
  await ctx.db.prisma.account.update({
    where: { id: ctx.account.id },
    data: { defaultPortfolioId: id },
  });
  await recordAudit(ctx, {
    action: "account.default_portfolio_set",
    subjectId: ctx.account.id,
    data: { portfolio_id: id },
  });
}
