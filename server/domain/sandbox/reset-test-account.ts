// A reset gives the live account another test account. Rows of a ledger can't be taken back, so the
// former account keeps them, where no request finds them.
import type { AccountContext } from "#core/context";
import { forbidden } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#domain/accounts";
import { enqueueJobs } from "#domain/queue";
import type { Account } from "#prisma";

interface Move {
  from: string;
  to: string;
}

const MAX_NAME_LENGTH = 512;

/** Waits for transactions that are writing rows of the account. */
const LOCK = {
  name: "sandbox-lock-account",
  text: `SELECT FROM accounts WHERE id = $1 AND mode = 'test' AND reset_at IS NULL FOR UPDATE`,
};

/** Returns whether the account has nothing that a reset deletes. */
async function isEmpty({ db, account }: AccountContext): Promise<boolean> {
  const { checkoutSession, event, order, stockHold, subaccount } = db.prisma;
  const query = { where: { accountId: account.id }, select: { id: true } };
  return !(
    (await order.findFirst(query)) ??
    (await checkoutSession.findFirst(query)) ??
    (await subaccount.findFirst(query)) ??
    (await event.findFirst(query)) ??
    (await stockHold.findFirst(query))
  );
}

/**
 * Frees the account's name and address. Returns the account as it was; null if another request has
 * reset it, or it is empty.
 */
async function retire(ctx: AccountContext): Promise<Account | null> {
  const { id } = ctx.account;
  const { account } = ctx.db.prisma;
  const isPresent = (await ctx.db.query(LOCK, [id])).length === 1;
  if (!isPresent || (await isEmpty(ctx))) return null;
  const before = await account.findUniqueOrThrow({ where: { id } });
  const suffix = ` (reset ${ctx.now.toISOString().slice(0, 10)})`;
  await account.updateMany({
    where: { id, mode: "test" },
    data: {
      resetAt: ctx.now,
      name: before.name.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix,
      slug: id.replaceAll("_", "-"),
      defaultPortfolioId: null,
      logoFileKey: null,
    },
  });
  return before;
}

/** Their own keys refer to the account, so the rows that others refer to are copied first. */
async function moveKeys({ db }: AccountContext, { from, to }: Move): Promise<void> {
  const { apiKey, spendingLimit } = db.prisma;
  const limits = await spendingLimit.findMany({ where: { accountId: from } });
  await spendingLimit.createMany({ data: limits.map((limit) => ({ ...limit, accountId: to })) });
  await apiKey.updateMany({ where: { accountId: from }, data: { accountId: to } });
  await spendingLimit.deleteMany({ where: { accountId: from } });
}

async function moveEndpoints({ db }: AccountContext, { from, to }: Move): Promise<void> {
  const { webhookEndpoint, webhookSecret } = db.prisma;
  // Those of a subaccount go with it.
  await webhookEndpoint.deleteMany({ where: { accountId: from, subaccountId: { not: null } } });
  const endpoints = await webhookEndpoint.findMany({ where: { accountId: from } });
  await webhookEndpoint.createMany({ data: endpoints.map((row) => ({ ...row, accountId: to })) });
  await webhookSecret.updateMany({ where: { accountId: from }, data: { accountId: to } });
  await webhookEndpoint.deleteMany({ where: { accountId: from } });
}

/** Sessions refer to the former row, which gives its address to the new one. */
async function moveLinks({ db }: AccountContext, { from, to }: Move): Promise<void> {
  const { paymentLink } = db.prisma;
  const links = await paymentLink.findMany({ where: { accountId: from } });
  for (const { id } of links) {
    const data = { state: "paused", slug: `${from}-${id}`.replaceAll("_", "-") };
    await paymentLink.updateMany({ where: { accountId: from, id }, data });
  }
  const own = links.filter(({ subaccountId }) => subaccountId === null);
  await paymentLink.createMany({ data: own.map((link) => ({ ...link, accountId: to })) });
}

async function moveChoices({ db }: AccountContext, { from, to }: Move): Promise<void> {
  const { accountBalance, accountPrice, billingProfile, brand, impactPage, portfolio } = db.prisma;
  const change = { where: { accountId: from }, data: { accountId: to } };
  await accountPrice.updateMany(change);
  await billingProfile.updateMany(change);
  await portfolio.updateMany(change);
  const own = { ...change, where: { accountId: from, subaccountId: "" } };
  await brand.updateMany(own);
  await impactPage.updateMany(own);
  const terms = await accountBalance.findUnique({ where: { accountId: from } });
  if (terms) {
    const unused = { accountId: to, balance: 0, lastSeq: null };
    await accountBalance.createMany({ data: [{ ...terms, ...unused }] });
  }
}

/**
 * Replaces the context's test account by one without orders, checkout sessions, subaccounts and
 * events. Keys, webhook endpoints, payment links, portfolios, prices, terms and looks move over; what
 * belongs to a subaccount does not. A job deletes the data of the former account. A request that is
 * under way counts as one before the reset. An empty account stays as it is.
 * @throws forbidden for a live account
 */
export async function resetTestAccount(ctx: AccountContext): Promise<void> {
  if (ctx.account.mode !== "test") {
    throw forbidden("Only test accounts can be reset", "Use a key that begins with `ct_test_`.");
  }
  const before = await retire(ctx);
  if (before === null) return;
  const move = { from: before.id, to: newId("account") };
  const { searchName: _, ...copied } = before;
  await ctx.db.prisma.account.create({ data: { ...copied, id: move.to } });
  await moveKeys(ctx, move);
  await moveEndpoints(ctx, move);
  await moveLinks(ctx, move);
  await moveChoices(ctx, move);
  // Anyone who has such a link reads the subaccounts' names.
  await ctx.db.prisma.reportLink.deleteMany({ where: { accountId: move.from } });
  for (const accountId of [before.liveAccountId, move.to]) {
    await recordAudit(ctx, { action: "account.test_data_deleted", subjectId: move.to, accountId });
  }
  const { from: id } = move;
  const job = {
    kind: "delete-test-data",
    key: id,
    payload: { accountId: id },
    accountId: id,
  } as const;
  await enqueueJobs(ctx.db, { jobs: [job], now: ctx.now });
}
