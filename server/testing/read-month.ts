// A month's books as every reader gets them, and their sums against the present state of the account.
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { requireMonth } from "#domain/figures";
import { taxInGross } from "#domain/tax";
import { type JournalLine, journalLines } from "#modules/statements/journal-lines";
import { journalOf } from "#modules/statements/journal-rules";
import { toStatementLineResource } from "#modules/statements/line-resource";
import { listStatementLines } from "#modules/statements/lines";
import { linesCsv } from "#modules/statements/lines-csv";
import { getOperatorMonth } from "#modules/statements/operator-month";
import { toStatementResource } from "#modules/statements/resource";
import { getStatement } from "#modules/statements/statement";
import { toStatementView } from "#modules/statements/statement-view";

async function booksOf(ctx: AccountContext, key: string) {
  const month = requireMonth(ctx, key);
  const statement = await getStatement(ctx, { month: key });
  const page = await listStatementLines(ctx, { month, limit: 500 });
  const { accounts } = await getOperatorMonth(ctx, { mode: ctx.account.mode, month: key });
  const own = accounts.filter(({ accountId }) => accountId === ctx.account.id);
  return { statement, page, journal: journalLines(journalOf(month, own)) };
}

/** Statement as JSON and on its page, lines and journal; without the time at which they were read. */
export async function readMonth(ctx: AccountContext, key: string): Promise<string> {
  const { statement, page, journal } = await booksOf(ctx, key);
  const { created_on: _, ...resource } = toStatementResource(statement);
  const { createdOn: _on, created: _at, ...view } = toStatementView(statement);
  const lines = page.data.map(toStatementLineResource);
  const journalText = journal.map(({ id, debitAmount, creditAmount }) => [
    id,
    debitAmount,
    creditAmount,
  ]);
  return JSON.stringify([resource, view, lines, linesCsv(page), journalText], null, 1);
}

const add = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);

/** Debits less credits of money at providers. */
const clearing = (journal: readonly JournalLine[]) =>
  add(
    journal
      .filter(({ role }) => role === "clearing")
      .map(({ debitAmount, creditAmount }) => (debitAmount ?? 0) - (creditAmount ?? 0)),
  );

/** The state of the account now, that all its months have to add up to. */
async function presentOf({ account }: AccountContext, rate: number) {
  const { order, payment, paymentDispute, refund } = database().prisma;
  const where = { accountId: account.id };
  const refunds = await refund.findMany({ where: { ...where, state: "succeeded" } });
  const lost = await paymentDispute.findMany({ where: { ...where, state: "lost" } });
  const paid = await payment.findMany({ where: { ...where, paidAt: { not: null } } });
  const backOf = (paymentId: string) =>
    add(
      [...refunds, ...lost]
        .filter((one) => one.paymentId === paymentId)
        .map(({ amount }) => Number(amount)),
    );
  return {
    orders: await order.count({ where: { ...where, state: { not: "cancelled" } } }),
    refunded: add(paid.map(({ id }) => backOf(id))),
    lost: add(lost.map(({ amount }) => Number(amount))),
    refundedTax: add(paid.map(({ id }) => taxInGross(backOf(id), rate))),
    fees: add(paid.map(({ fee }) => Number(fee ?? 0))),
    clearing: add(
      paid.map(({ id, amount, fee }) => Number(amount) - backOf(id) - Number(fee ?? 0)),
    ),
  };
}

/** Compares the sums of these months with the present, and lines and statement with each other. */
export async function totalsOf(ctx: AccountContext, keys: readonly string[], rate: number) {
  const months = [];
  for (const key of keys) months.push(await booksOf(ctx, key));
  const resources = months.map(({ statement }) => toStatementResource(statement));
  const sums = {
    orders: add(resources.map(({ ordered: { api, checkout } }) => api.orders + checkout.orders)),
    refunded: add(resources.map(({ customers_paid: own }) => own.refunded)),
    lost: add(resources.map(({ customers_paid: own }) => own.lost_disputes)),
    refundedTax: add(
      resources.flatMap(({ customers_paid: own }) =>
        own.taxes.map(({ refunded_tax: amount }) => amount),
      ),
    ),
    fees: add(resources.map(({ customers_paid: own }) => own.fees)),
    clearing: clearing(months.flatMap(({ journal }) => journal)),
  };
  const present = await presentOf(ctx, rate);
  const wrong = JSON.stringify(sums) === JSON.stringify(present) ? [] : [{ sums, present }];
  const differing = months.filter(({ statement, page }) => {
    const lines = page.data.map(toStatementLineResource);
    const refunds = lines.filter(({ kind }) => kind === "refund");
    return add(refunds.map(({ amount }) => amount)) !== statement.figures.paid.refunded;
  });
  return [
    ...wrong.map((one) => `months do not add up: ${JSON.stringify(one)}`),
    ...differing.map(
      ({ statement }) => `lines differ from the statement of ${statement.month.key}`,
    ),
  ];
}
