import type { Account, Context, Mode } from "#core/context";
import { type Columns, csvPage, fields } from "#core/csv";
import { orderNumber } from "#core/id";
import {
  accountInMode,
  findSuspension,
  getAccount,
  getStockTerms,
  ListAccounts,
  type ListedAccount,
  listAccounts,
  listApiKeys,
  reopenAccount,
  SetStockTerms,
  SetTerms,
  SuspendAccount,
  setStockTerms,
  setTerms,
  suspendAccount,
} from "#domain/accounts";
import { listAccountPrices, SetAccountPrices, setAccountPrices } from "#domain/catalogue";
import { listRetiredOfAccounts } from "#domain/impact";
import { listAccountActivity, listOrders } from "#domain/orders";
import {
  InviteFirstOwner,
  inviteFirstOwner,
  listTeam,
  OpenAccount,
  openAccount,
  resetSecondFactor,
} from "#domain/people";
import { billing } from "#modules";
import { ExportInput, placeAfter } from "./csv";
import { forOperator, forProvenOperator, IdInput, Opened, router } from "./procedures";

const LATEST_ORDERS = 5;
const time = (at: Date | null | undefined) => at?.toISOString() ?? null;

/** Sold and retired credits and orders in the mode, by account id. */
async function figuresOf(ctx: Context, mode: Mode, accountIds: string[]) {
  const [sold, activities] = await Promise.all([
    listRetiredOfAccounts(ctx, { accountIds }),
    listAccountActivity(ctx, { accountIds, mode }),
  ]);
  return (id: string) => {
    const figures = sold.find(({ accountId }) => accountId === id);
    const activity = activities.find(({ accountId }) => accountId === id);
    return {
      soldKg: figures?.kg ?? 0,
      retiredKg: figures?.registryRetiredKg ?? 0,
      waiting: activity?.waiting ?? 0,
      latestOn: time(activity?.latestAt),
    };
  };
}

async function toRows(ctx: Context & { mode: Mode }, accounts: ListedAccount[]) {
  const idOf = ({ id, testId }: ListedAccount) => (ctx.mode === "live" ? id : testId);
  const figures = await figuresOf(ctx, ctx.mode, accounts.map(idOf));
  return accounts.map((account) => ({
    id: account.id,
    name: account.name,
    slug: account.slug,
    createdOn: account.createdAt.toISOString(),
    isSuspended: account.suspendedAt !== null,
    terms: account.terms,
    ...figures(idOf(account)),
  }));
}

/** The live or test account as operators see it, without anything secret. */
async function toModeDetails(ctx: Context, account: Account) {
  const accountCtx = { ...ctx, account };
  const [figures, keys, orders] = await Promise.all([
    figuresOf(ctx, account.mode, [account.id]),
    listApiKeys(accountCtx),
    listOrders(accountCtx, { limit: LATEST_ORDERS, subaccountId: null }),
  ]);
  return {
    id: account.id,
    slug: account.slug,
    mode: account.mode,
    currency: account.currency,
    defaultPortfolioId: account.defaultPortfolioId,
    terms: account.terms,
    ...figures(account.id),
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      lastUsedOn: time(key.lastUsedAt),
      isValid: key.isValid,
    })),
    orders: orders.data.map(({ price, currency, ...order }) => ({
      id: order.id,
      orderNumber: orderNumber(order.id),
      state: order.state,
      amountKg: order.amountKg,
      price,
      currency,
      createdOn: order.createdAt.toISOString(),
    })),
  };
}

/** The context of the account, in the mode that the operator sees. */
async function inMode<Ctx extends Context & { mode: Mode }>(ctx: Ctx, { id }: { id: string }) {
  const { live } = await getAccount(ctx, { id });
  const account = await accountInMode(ctx, { account: live, mode: ctx.mode });
  return { ...ctx, account };
}

export const operatorAccountsRouter = router({
  list: forOperator.input(ListAccounts).query(async ({ ctx, input }) => {
    const { data, hasMore } = await listAccounts(ctx, input);
    return { data: await toRows(ctx, data), has_more: hasMore };
  }),

  get: forOperator.input(IdInput).query(async ({ ctx, input }) => {
    const { live, test } = await getAccount(ctx, input);
    const { members, invitations } = await listTeam({ ...ctx, account: live });
    const suspension = await findSuspension({ ...ctx, account: live });
    return {
      id: live.id,
      name: live.name,
      slug: live.slug,
      createdOn: live.createdAt.toISOString(),
      stockTerms: await getStockTerms({ ...ctx, account: live }),
      suspension: suspension && { on: suspension.at.toISOString(), reason: suspension.reason },
      members: members.map(({ personId: id, name, email, role }) => ({ id, name, email, role })),
      invitations: invitations.map(({ email, role, expiresAt }) => ({
        email,
        role,
        expiresOn: expiresAt.toISOString(),
      })),
      modes: [await toModeDetails(ctx, live), await toModeDetails(ctx, test)],
    };
  }),

  create: forProvenOperator.input(OpenAccount).mutation(async ({ ctx, input }) => {
    const account = await openAccount(ctx, input);
    const { terms, credit_limit } = input;
    await setTerms({ ...ctx, account }, { terms, credit_limit, limits: billing });
    const { id, slug } = account;
    return { id, slug };
  }),

  /** Terms on which the account pays for API orders in the operator's mode. */
  setTerms: forProvenOperator
    .input(SetTerms.extend({ ...IdInput.shape, opened: Opened }))
    .mutation(async ({ ctx, input: { id, opened, ...terms } }) => {
      await setTerms({ ...(await inMode(ctx, { id })), opened }, { ...terms, limits: billing });
    }),

  /** Terms on which the account, live and test, may sell scarce stock. */
  setStockTerms: forProvenOperator
    .input(SetStockTerms.extend({ ...IdInput.shape, opened: Opened }))
    .mutation(async ({ ctx, input: { id, opened, ...input } }) => {
      const { live } = await getAccount(ctx, { id });
      const { back_order_days: backOrderDays, hold_share_percent: holdSharePercent } = input;
      await setStockTerms({ ...ctx, account: live, opened }, { backOrderDays, holdSharePercent });
    }),

  /** Prices of each offered portfolio for the account in the operator's mode, per tonne. */
  prices: forOperator.input(IdInput).query(async ({ ctx, input }) => {
    const rows = await listAccountPrices(await inMode(ctx, input));
    return rows.map(({ changedAt, ...row }) => ({ ...row, changedOn: time(changedAt) }));
  }),

  setPrices: forProvenOperator
    .input(SetAccountPrices.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, ...prices } }) => {
      await setAccountPrices(await inMode(ctx, { id }), prices);
    }),

  suspend: forProvenOperator
    .input(SuspendAccount.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, reason } }) => {
      const { live } = await getAccount(ctx, { id });
      await suspendAccount({ ...ctx, account: live }, { reason });
    }),

  reopen: forProvenOperator.input(IdInput).mutation(async ({ ctx, input }) => {
    const { live } = await getAccount(ctx, input);
    await reopenAccount({ ...ctx, account: live });
  }),

  /** For a member who lost theirs. */
  resetSecondFactor: forProvenOperator.input(IdInput).mutation(async ({ ctx, input: { id } }) => {
    await resetSecondFactor(ctx, { person: id });
  }),

  inviteOwner: forProvenOperator
    .input(InviteFirstOwner.extend(IdInput.shape))
    .mutation(async ({ ctx, input: { id, email } }) => {
      const { live } = await getAccount(ctx, { id });
      await inviteFirstOwner({ ...ctx, account: live }, { email });
    }),
});

const columns: Columns<Awaited<ReturnType<typeof toRows>>[number]> = {
  ...fields("id", "name", "slug", "createdOn"),
  state: (account) => (account.isSuspended ? "suspended" : "active"),
  ...fields("terms", "soldKg", "retiredKg"),
  orders_waiting: (account) => account.waiting,
  latest_order_on: (account) => account.latestOn,
};

export const exportAccounts = forOperator
  .input(ExportInput.extend({ search: ListAccounts.shape.search }))
  .query(async ({ ctx, input: { after, search } }) => {
    const { data, hasMore } = await listAccounts(ctx, { ...placeAfter(after), search });
    return csvPage({ data: await toRows(ctx, data), hasMore }, columns);
  });
