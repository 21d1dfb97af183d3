import type { AccountTerms, Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import type { Currency } from "#core/money";
import { byName } from "#core/name-order";
import { findAccount } from "#domain/accounts";
import { getInvoicePdf } from "./stored-pdfs";

export interface BilledAccount {
  /** Id of the live account, by which the dashboard knows it. */
  id: string;
  name: string;
  terms: AccountTerms | null;
  currency: Currency;
  balance: number;
  creditLimit: number | null;
}

/** Accounts that have terms or a balance in the mode, by name. */
export async function listBilledAccounts(
  ctx: Context,
  { mode }: { mode: Mode },
): Promise<BilledAccount[]> {
  const { account, accountBalance } = ctx.db.prisma;
  const balances = await accountBalance.findMany({ where: { mode } });
  const byId = new Map(balances.map((balance) => [balance.accountId, balance]));
  const hasBalance = { id: { in: [...byId.keys()] } };
  const accounts = await account.findMany({
    where: { mode, resetAt: null, OR: [hasBalance, { terms: "billed_elsewhere" }] },
    orderBy: { id: "asc" },
  });
  return accounts.sort(byName).map(({ id, liveAccountId, name, terms, currency }) => {
    const balance = byId.get(id);
    const limit = balance?.creditLimit ?? null;
    return {
      id: liveAccountId ?? id,
      name,
      terms: terms as AccountTerms | null,
      currency,
      balance: Number(balance?.balance ?? 0n),
      creditLimit: limit === null ? null : Number(limit),
    };
  });
}

/** The PDF of a document of any account, for operators. @throws not-found */
export async function findPdfOfAny(ctx: Context, { id, mode }: { id: string; mode: Mode }) {
  const row = await ctx.db.prisma.invoice.findFirst({ where: { id, mode } });
  const account = row && (await findAccount(ctx, row.accountId));
  if (!account) throw notFound("invoice");
  return getInvoicePdf({ ...ctx, account }, { id });
}
