import { type Columns, csvPage, fields } from "#core/csv";
import { usDollars } from "#core/money";
import { getAccount } from "#domain/accounts";
import { MonthQuery, monthKeys, sumFigures } from "#domain/figures";
import { ExportInput } from "#trpc/csv";
import { forOperator, IdInput, router } from "#trpc/procedures";
import { getDocumentCsv } from "./document-lines";
import { type JournalLine, journalLines } from "./journal-lines";
import { journalOf } from "./journal-rules";
import { type AccountTax, listMonthTaxes } from "./month-taxes";
import { getOperatorMonth } from "./operator-month";
import { toTaxRow } from "./statement-view";
import { sumTaxes, taxDue } from "./tax-rules";

const MAX_MONTHS = 36;

type Row = Awaited<ReturnType<typeof getOperatorMonth>>["accounts"][number];

const revenueOf = ({ sold }: Pick<Row, "sold">) => sold.api.price + sold.checkout.price;

const toLine = (row: Row) => ({
  id: row.accountId,
  name: row.name,
  soldKg: row.sold.api.kg + row.sold.checkout.kg,
  apiPrice: row.sold.api.price,
  checkoutPrice: row.sold.checkout.price,
  billedAmount: row.billed.invoiced - row.billed.credited,
  paid: row.paid.paid,
  refunded: row.paid.refunded,
  cost: row.cost,
  unknownKg: row.unknownKg,
  /** Null if the cost of some lots is not recorded. */
  margin: row.unknownKg > 0 ? null : revenueOf(row) - row.cost,
});

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
      total: sumFigures(accounts),
      accounts: accounts.map(toLine),
      taxes: { invoices: rowsOf("invoices"), checkout: rowsOf("checkout") },
    };
  }),
});

const columns: Columns<ReturnType<typeof toLine>> = {
  account_id: (row) => row.id,
  account: (row) => row.name,
  sold_kg: (row) => row.soldKg,
  currency: () => "USD",
  api_sold_usd: (row) => usDollars(row.apiPrice),
  checkout_sold_usd: (row) => usDollars(row.checkoutPrice),
  billed_usd: (row) => usDollars(row.billedAmount),
  customers_paid_usd: (row) => usDollars(row.paid),
  refunded_usd: (row) => usDollars(row.refunded),
  lot_cost_usd: (row) => usDollars(row.cost),
  kg_without_cost: (row) => row.unknownKg,
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
  currency: () => "USD",
  charged_usd: (row) => usDollars(row.paid),
  charged_tax_usd: (row) => usDollars(row.paidTax),
  refunded_usd: (row) => usDollars(row.refunded),
  refunded_tax_usd: (row) => usDollars(row.refundedTax),
  tax_to_declare_usd: (row) => usDollars(taxDue([row])),
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
  debit: ({ debitAmount }) => debitAmount && usDollars(debitAmount),
  credit: ({ creditAmount }) => creditAmount && usDollars(creditAmount),
  currency: () => "USD",
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
