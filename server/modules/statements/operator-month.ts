import type { Context, Mode } from "#core/context";
import { inOrder } from "#core/money";
import { byName } from "#core/name-order";
import { listNamedAccounts } from "#domain/accounts";
import { type Month, requireMonth } from "#domain/figures";
import { type ConversionSum, findConversions } from "./conversions-store";
import { findStatementFigures, noStatementFigures, type StatementFigures } from "./figures";
import { findLotCosts, findRefundsAfterSale, findRefundsBeforeSale } from "./operator-store";
import { findSettled, notSettled, type Settled } from "./settled-store";
import { findSoldTaxes } from "./tax-store";

/** Refunds, and the tax within. */
interface Refunded {
  amount: number;
  tax: number;
}

/** A month of one account in one currency, as the operator sees it. */
export interface AccountMonth extends StatementFigures {
  accountId: string;
  name: string;
  /** Accounts' money of the month. */
  settled: Settled;
  /** Customers' money that left this currency for another or came from one. */
  conversion: Pick<ConversionSum, "converted" | "received">;
  /** Part of the refunds whose order was fulfilled before. */
  refundedAfterSale: Refunded;
  /** Refunds of any time that came before the fulfillment of the checkout orders sold. */
  refundedBeforeSale: Refunded;
  /** Tax of the checkout orders sold. */
  soldTax: number;
  /** Cost in this currency of the lots sold, as far as it is recorded. */
  cost: number;
  /** Sold kg whose lots have no recorded cost. */
  unknownKg: number;
  /** Kg sold in this currency that cost another one, or the reverse: they have no margin. */
  otherCostKg: number;
}

type Key = Pick<AccountMonth, "accountId" | "currency">;

const keyOf = ({ accountId, currency }: Key) => `${accountId} ${currency}`;

const keyed = <Row extends Key>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [keyOf(row), row]));

async function findRows(ctx: Context, period: { mode: Mode; from: Date; to: Date }) {
  const [figures, costs, after, before, settled, soldTaxes, conversions] = await Promise.all([
    findStatementFigures(ctx, { ...period, accountId: null, subaccountId: null }),
    findLotCosts(ctx.db, period),
    findRefundsAfterSale(ctx.db, period),
    findRefundsBeforeSale(ctx.db, period),
    findSettled(ctx.db, period),
    findSoldTaxes(ctx.db, period),
    findConversions(ctx.db, period),
  ]);
  const costKeys = costs.flatMap(({ accountId, costCurrency: currency }) =>
    currency === null ? [] : [{ accountId, currency }],
  );
  const keys = [...figures, ...settled, ...conversions, ...costKeys].map(
    ({ accountId, currency }) => ({ accountId, currency }),
  );
  return {
    keys: [...keyed(keys).values()],
    costs,
    figures: keyed(figures),
    after: keyed(after),
    before: keyed(before),
    settled: keyed(settled),
    soldTaxes: keyed(soldTaxes),
    conversions: keyed(conversions),
  };
}

type Costs = Awaited<ReturnType<typeof findLotCosts>>;

function costOf(costs: Costs, { accountId, currency }: Key) {
  const sum = (rows: Costs, of: "kg" | "cost") => rows.reduce((total, row) => total + row[of], 0);
  const rows = costs.filter((row) => row.accountId === accountId);
  const isSale = (row: Costs[number]) => row.currency === currency;
  const isCost = (row: Costs[number]) => row.costCurrency === currency;
  const known = rows.filter((row) => row.costCurrency !== null);
  return {
    cost: sum(rows.filter(isCost), "cost"),
    unknownKg: sum(
      rows.filter((row) => isSale(row) && row.costCurrency === null),
      "kg",
    ),
    otherCostKg: sum(
      known.filter((row) => isSale(row) !== isCost(row)),
      "kg",
    ),
  };
}

function refundedOf(row: Refunded | undefined): Refunded {
  const { amount = 0, tax = 0 } = row ?? {};
  return { amount, tax };
}

/**
 * A month of all accounts of the mode that have any figures, by name and currency.
 * @throws not-found
 */
export async function getOperatorMonth(
  ctx: Context,
  input: { mode: Mode; month?: string | undefined },
): Promise<{ month: Month; accounts: AccountMonth[] }> {
  const month = requireMonth(ctx, input.month);
  const rows = await findRows(ctx, { mode: input.mode, from: month.from, to: month.to });
  const ids = [...new Set(rows.keys.map(({ accountId }) => accountId))];
  const names = await listNamedAccounts(ctx, { ids });
  const accounts = rows.keys.map((own): AccountMonth => {
    const key = keyOf(own);
    const { converted = 0, received = 0 } = rows.conversions.get(key) ?? {};
    return {
      ...(rows.figures.get(key) ?? noStatementFigures(own.currency)),
      ...own,
      name: names.get(own.accountId)?.name ?? own.accountId,
      settled: rows.settled.get(key) ?? notSettled(),
      conversion: { converted, received },
      refundedAfterSale: refundedOf(rows.after.get(key)),
      refundedBeforeSale: refundedOf(rows.before.get(key)),
      soldTax: rows.soldTaxes.get(key)?.amount ?? 0,
      ...costOf(rows.costs, own),
    };
  });
  return { month, accounts: inOrder(accounts).sort(byName) };
}
