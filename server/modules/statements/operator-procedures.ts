import { amountColumns, type Columns, csvPage, fields } from "#core/csv";
import { moneyOf } from "#core/money";
import { getAccount } from "#domain/accounts";
import { MonthQuery, monthKeys, sumFigures } from "#domain/figures";
import { ExportInput } from "#trpc/csv";
import { forOperator, IdInput, router } from "#trpc/procedures";
import { getDocumentCsv } from "./document-lines";
import { type JournalLine, journalLines } from "./journal-lines";
import { journalOf } from "./journal-rules";
import { type AccountTax, listMonthTaxes } from "./month-taxes";
import { type AccountMonth, getOperatorMonth } from "./operator-month";
import { toTaxRow } from "./statement-view";
import { sumTaxes, taxDue } from "./tax-rules";

const MAX_MONTHS = 36;

const revenueOf = ({ sold }: AccountMonth) => sold.api.price + sold.checkout.price;

const toLine = (row: AccountMonth) => ({
  id: `${row.accountId} ${row.currency}`,
  accountId: row.accountId,
  name: row.name,
  currency: row.currency,
  soldKg: row.sold.api.kg + row.sold.checkout.kg,
  apiPrice: row.sold.api.price,
  checkoutPrice: row.sold.checkout.price,
  billedAmount: row.billed.invoiced - row.billed.credited,
  paid: row.paid.paid,
  refunded: row.paid.refunded,
  fee: row.paid.fee,
  cost: row.cost,
  unknownKg: row.unknownKg,
  otherCostKg: row.otherCostKg,
  /** Null if the cost of some lots is not recorded, or in another currency than their sale. */
  margin: row.unknownKg + row.otherCostKg > 0 ? null : revenueOf(row) - row.cost,
});

type Line = ReturnType<typeof toLine>;

/** Sums of accounts in one currency. */
function toTotal(accounts: readonly AccountMonth[]) {
  const lines = accounts.map(toLine);
  const add = (of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  const hasMargin = lines.every(({ margin }) => margin !== null);
  return {
    billedAmount: add((line) => line.billedAmount),
    cost: add((line) => line.cost),
    unknownKg: add((line) => line.unknownKg),
    otherCostKg: add((line) => line.otherCostKg),
    margin: hasMargin ? add((line) => line.margin ?? 0) : null,
  };
}

/** One for each currency. */
const totalsOf = (accounts: readonly AccountMonth[]) =>
  sumFigures(accounts).map((figures) => ({
    ...figures,
    ...toTotal(accounts.filter(({ currency }) => currency === figures.currency)),
  }));

const startOf = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MAX_MONTHS));

export const operatorMonthsRouter = router({
  get: forOperator.input(MonthQuery).query(async ({ ctx, input }) => {
    const { mode } = ctx;
    const { month, accounts } = await getOperatorMonth(ctx, { ...input, mode });
    const taxes = await listMonthTaxes(ctx, { mode, month, accounts });
    const rowsOf = (source: AccountTax["source"]) =>
      sumTaxes(taxes.filter((tax) => tax.source === source)).map(toTaxRow);
    return {
      month: month.key,
      months: monthKeys(startOf(ctx.now), ctx.now),
      totals: totalsOf(accounts),
      accounts: accounts.map(toLine),
      taxes: { invoices: rowsOf("invoices"), checkout: rowsOf("checkout") },
    };
  }),
});

const columns: Columns<Line> = {
  account_id: (row) => row.accountId,
  account: (row) => row.name,
  sold_kg: (row) => row.soldKg,
  currency: (row) => row.currency.toUpperCase(),
  ...amountColumns("api_sold", (row: Line) => moneyOf(row, row.apiPrice)),
  ...amountColumns("checkout_sold", (row: Line) => moneyOf(row, row.checkoutPrice)),
  ...amountColumns("billed", (row: Line) => moneyOf(row, row.billedAmount)),
  ...amountColumns("customers_paid", (row: Line) => moneyOf(row, row.paid)),
  ...amountColumns("refunded", (row: Line) => moneyOf(row, row.refunded)),
  ...amountColumns("fees", (row: Line) => moneyOf(row, row.fee)),
  ...amountColumns("lot_cost", (row: Line) => moneyOf(row, row.cost)),
  kg_without_cost: (row) => row.unknownKg,
  kg_with_cost_in_another_currency: (row) => row.otherCostKg,
};

export const exportMonth = forOperator
  .input(ExportInput.extend(MonthQuery.shape))
  .query(async ({ ctx, input }) => {
    const { accounts } = await getOperatorMonth(ctx, { ...input, mode: ctx.mode });
    return csvPage({ data: accounts.map(toLine), hasMore: false }, columns);
  });

type TaxRow = AccountTax & { id: string; name: string };

const taxColumns: Columns<TaxRow> = {
  ...fields("source", "accountId"),
  account: (row) => row.name,
  buyer_country_code: (row) => row.country,
  ...fields("taxRuleId", "taxKind", "taxName"),
  tax_rate_percent: ({ taxRateBasisPoints: rate }) => (rate === null ? null : rate / 100),
  currency: (row) => row.currency.toUpperCase(),
  ...amountColumns("charged", (row: TaxRow) => moneyOf(row, row.paid)),
  ...amountColumns("charged_tax", (row: TaxRow) => moneyOf(row, row.paidTax)),
  ...amountColumns("refunded", (row: TaxRow) => moneyOf(row, row.refunded)),
  ...amountColumns("refunded_tax", (row: TaxRow) => moneyOf(row, row.refundedTax)),
  ...amountColumns("tax_to_declare", (row: TaxRow) => moneyOf(row, taxDue([row]))),
};

export const exportTaxes = forOperator
  .input(ExportInput.extend(MonthQuery.shape))
  .query(async ({ ctx, input }) => {
    const { mode } = ctx;
    const { month, accounts } = await getOperatorMonth(ctx, { ...input, mode });
    const names = new Map(accounts.map(({ accountId, name }) => [accountId, name]));
    const taxes = await listMonthTaxes(ctx, { mode, month, accounts });
    const data = taxes.map((tax) => ({
      ...tax,
      id: tax.accountId,
      name: names.get(tax.accountId) ?? tax.accountId,
    }));
    return csvPage({ data, hasMore: false }, taxColumns);
  });

const journalColumns: Columns<JournalLine> = {
  entry: ({ entry }) => entry.number,
  date: ({ entry }) => entry.date,
  account: (line) => line.account,
  account_role: (line) => line.role,
  ...amountColumns("debit", ({ entry, debitAmount }: JournalLine) =>
    debitAmount === null ? null : moneyOf(entry, debitAmount),
  ),
  ...amountColumns("credit", ({ entry, creditAmount }: JournalLine) =>
    creditAmount === null ? null : moneyOf(entry, creditAmount),
  ),
  currency: ({ entry }) => entry.currency.toUpperCase(),
  text: ({ entry }) => entry.text,
};

/** The month as double entries, one line for each side. */
export const exportJournal = forOperator
  .input(ExportInput.extend(MonthQuery.shape))
  .query(async ({ ctx, input }) => {
    const { month, accounts } = await getOperatorMonth(ctx, { ...input, mode: ctx.mode });
    const data = journalLines(journalOf(month, accounts));
    return csvPage({ data, hasMore: false }, journalColumns);
  });

/** `account` is the ID of the account in either mode, `id` that of the document. */
export const exportAccountDocument = forOperator
  .input(ExportInput.extend({ id: IdInput.shape.id, account: IdInput.shape.id }))
  .query(async ({ ctx, input: { account: id, ...input } }) => {
    const account = (await getAccount(ctx, { id }))[ctx.mode];
    return getDocumentCsv({ ...ctx, account }, input);
  });
