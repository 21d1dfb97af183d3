// A month as double entries: one per account of the installation, currency and kind of movement.
// Details are in the statements.

import type { Currency } from "#core/money";
import type { Month } from "#domain/figures";
import type { AccountMonth } from "./operator-month";

/** Ledger accounts of the operator's books. */
export const journalAccounts = [
  /** Owed by accounts for API orders. */
  "receivables",
  /** Money at payment providers. */
  "clearing",
  /** Paid by customers for orders that are not fulfilled yet. */
  "prepayments",
  "revenue_api",
  "revenue_checkout",
  /** Refunds of fulfilled orders, which reduce revenue. */
  "refunds",
  /** Reduce the revenue of API orders. */
  "credit_notes",
  /** Tax of invoices that is owed to the tax office. */
  "tax",
  /** Tax within customers' payments that is owed to the tax office. */
  "tax_checkout",
  /** Money of accounts: payments of invoices, and deposits. */
  "bank",
  /** Paid by accounts in advance. */
  "deposits",
  /** Corrections of accounts' balances. */
  "adjustments",
  /** Of payment providers. */
  "fees",
  "cost_of_credits",
  "stock_of_credits",
  /** Between the currency in which customers paid and the one in which the provider settles. */
  "settlement_differences",
] as const;
export type JournalAccount = (typeof journalAccounts)[number];

/** An amount moved from the credited to the debited account. */
export interface JournalEntry {
  /** "2026-10-0001" */
  number: string;
  /** The month's last day, as a date. */
  date: string;
  debit: JournalAccount;
  credit: JournalAccount;
  currency: Currency;
  /** More than 0. */
  amount: number;
  text: string;
  /** Name of the account of the installation. */
  accountName: string;
}

type Movement = Pick<JournalEntry, "debit" | "credit" | "amount"> & { what: string };

type Move = (
  what: string,
  debit: JournalAccount,
  credit: JournalAccount,
  amount: number,
) => Movement;

/** An amount below zero moves back. */
const move: Move = (what, debit, credit, amount) =>
  amount < 0
    ? { what, debit: credit, credit: debit, amount: -amount }
    : { what, debit, credit, amount };

/**
 * Documents, and accounts' money. Orders are owed without tax from the day of fulfillment; their
 * invoice adds the tax.
 */
function billingOf({ billed, settled }: Pick<AccountMonth, "billed" | "settled">): Movement[] {
  const creditedNet = billed.credited - billed.creditedTax;
  const { adjusted } = settled;
  return [
    move("Tax of invoices", "receivables", "tax", billed.invoicedTax),
    move("Credit notes", "credit_notes", "receivables", creditedNet),
    move("Tax of credit notes", "tax", "receivables", billed.creditedTax),
    move("Payments of invoices", "bank", "receivables", settled.paid),
    move("Deposits", "bank", "deposits", settled.deposited),
    move("Invoices paid from deposits", "deposits", "receivables", settled.fromDeposits),
    move("Credit notes to deposits", "receivables", "deposits", settled.toDeposits),
    move("Adjustments of balances", "adjustments", "deposits", adjusted),
  ];
}

/** Money that a provider received in another currency than the customer paid stays in it. */
function conversionOf({ conversion }: Pick<AccountMonth, "conversion">): Movement[] {
  const { converted, received } = conversion;
  return [
    move("Payments settled in other currencies", "settlement_differences", "clearing", converted),
    move("Received for other currencies", "clearing", "settlement_differences", received),
  ];
}

/**
 * Customers' money. Prices include tax: it is owed from the payment on, so prepayments and revenue
 * are without it, and refunds take it back. A refund before fulfillment reduces the prepayment; once
 * the order is sold at its full price, it reduces revenue instead.
 */
function checkoutOf(account: AccountMonth): Movement[] {
  const { sold, paid, taxes, soldTax } = account;
  const { refundedAfterSale: after, refundedBeforeSale: earlier } = account;
  const sum = (key: "paidTax" | "refundedTax") => taxes.reduce((total, tax) => total + tax[key], 0);
  const amountBefore = paid.refunded - after.amount;
  const beforeTax = sum("refundedTax") - after.tax;
  const net = sold.checkout.price - soldTax;
  const earlierNet = earlier.amount - earlier.tax;
  return [
    move("Checkout orders sold", "prepayments", "revenue_checkout", net),
    move("Earlier refunds of orders sold", "refunds", "prepayments", earlierNet),
    move("Customers' payments", "clearing", "prepayments", paid.paid),
    move("Tax of customers' payments", "prepayments", "tax_checkout", sum("paidTax")),
    move("Refunds before fulfillment", "prepayments", "clearing", amountBefore),
    move("Tax of refunds before fulfillment", "tax_checkout", "prepayments", beforeTax),
    move("Refunds after fulfillment", "refunds", "clearing", after.amount),
    move("Tax of refunds after fulfillment", "tax_checkout", "refunds", after.tax),
    move("Providers' fees", "fees", "clearing", paid.fee),
    ...conversionOf(account),
  ];
}

function movementsOf(account: AccountMonth): Movement[] {
  const { sold, cost } = account;
  return [
    move("API orders sold", "receivables", "revenue_api", sold.api.price),
    ...billingOf(account),
    ...checkoutOf(account),
    move("Cost of credits sold", "cost_of_credits", "stock_of_credits", cost),
  ];
}

/** The month's entries; movements of nothing are left out. */
export function journalOf(month: Month, accounts: readonly AccountMonth[]): JournalEntry[] {
  const date = new Date(month.to.getTime() - 1).toISOString().slice(0, 10);
  return accounts
    .flatMap((account) => movementsOf(account).map((movement) => ({ ...movement, account })))
    .filter(({ amount }) => amount > 0)
    .map(({ what, account, ...movement }, index) => ({
      ...movement,
      number: `${month.key}-${String(index + 1).padStart(4, "0")}`,
      date,
      currency: account.currency,
      text: `${what} ${month.key}, ${account.name}`,
      accountName: account.name,
    }));
}
