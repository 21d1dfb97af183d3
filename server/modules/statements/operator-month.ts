import type { Context, Mode } from "#core/context";
import { byName } from "#core/name-order";
import { listNamedAccounts } from "#domain/accounts";
import { type Month, requireMonth } from "#domain/figures";
import { findStatementFigures, noStatementFigures, type StatementFigures } from "./figures";
import { findLotCosts, findRefundsAfterSale, findRefundsBeforeSale } from "./operator-store";
import { findSettled, notSettled, type SettledSum } from "./settled-store";
import { findSoldTaxes } from "./tax-store";

/** Refunds, and the tax within. */
interface Refunded {
  amount: number;
  tax: number;
}

/** A month of one account, as the operator sees it. */
export interface AccountMonth extends StatementFigures {
  accountId: string;
  name: string;
  /** Accounts' money of the month. */
  settled: Omit<SettledSum, "accountId">;
  /** Part of the refunds whose order was fulfilled before. */
  refundedAfterSale: Refunded;
  /** Refunds of any time that came before the fulfillment of the checkout orders sold. */
  refundedBeforeSale: Refunded;
  /** Tax of the checkout orders sold. */
  soldTax: number;
  /** Cost of the lots sold, as far as it is recorded. */
  cost: number;
  /** Sold kg whose lots have no recorded cost. */
  unknownKg: number;
}

function refundedOf(rows: readonly (Refunded & { accountId: string })[], id: string): Refunded {
  const { amount = 0, tax = 0 } = rows.find(({ accountId }) => accountId === id) ?? {};
  return { amount, tax };
}

/** A month of all accounts of the mode that have any figures, by name. @throws not-found */
export async function getOperatorMonth(
  ctx: Context,
  input: { mode: Mode; month?: string | undefined },
): Promise<{ month: Month; accounts: AccountMonth[] }> {
  const { mode } = input;
  const month = requireMonth(ctx, input.month);
  const period = { mode, from: month.from, to: month.to };
  const [figures, costs, after, before, settled, soldTaxes] = await Promise.all([
    findStatementFigures(ctx, { ...period, accountId: null, subaccountId: null }),
    findLotCosts(ctx.db, period),
    findRefundsAfterSale(ctx.db, period),
    findRefundsBeforeSale(ctx.db, period),
    findSettled(ctx.db, period),
    findSoldTaxes(ctx.db, period),
  ]);
  const ids = [...new Set([...figures.keys(), ...settled.map(({ accountId }) => accountId)])];
  const names = await listNamedAccounts(ctx, { ids });
  const accounts = ids.map((accountId) => {
    const { accountId: _, ...money } = settled.find((it) => it.accountId === accountId) ?? {
      accountId,
      ...notSettled(),
    };
    const cost = costs.find((it) => it.accountId === accountId);
    return {
      ...(figures.get(accountId) ?? noStatementFigures()),
      settled: money,
      accountId,
      name: names.get(accountId)?.name ?? accountId,
      refundedAfterSale: refundedOf(after, accountId),
      refundedBeforeSale: refundedOf(before, accountId),
      soldTax: soldTaxes.find((it) => it.accountId === accountId)?.amount ?? 0,
      cost: cost?.cost ?? 0,
      unknownKg: cost?.unknownKg ?? 0,
    };
  });
  return { month, accounts: accounts.sort(byName) };
}
