import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMonth } from "#domain/figures";
import { journalLines } from "./journal-lines";
import { type JournalEntry, journalAccounts, journalOf } from "./journal-rules";
import type { AccountMonth } from "./operator-month";
import { taxDue } from "./tax-rules";

const month = readMonth("2026-10");
if (!month) throw new Error("2026-10 is a month");
const amount = fc.nat(10_000_000);
const taxIn = (gross: number) => Math.round((gross * 19) / 119);
const refundOf = (gross: number) => ({ amount: gross, tax: taxIn(gross) });
const sum = fc.record({ orders: fc.nat(9), kg: fc.nat(9999), price: amount });
const taxed = fc.record({ net: amount, tax: amount });
const channels = fc.record({ api: sum, checkout: sum });
const accounts: fc.Arbitrary<AccountMonth[]> = fc.array(
  fc
    .record({
      accountId: fc.string(),
      currency: fc.constantFrom("usd", "eur", "jpy"),
      conversion: fc.record({ converted: amount, received: amount }),
      name: fc.string({ unit: "grapheme", maxLength: 80 }),
      ordered: channels,
      sold: channels,
      refunded: amount,
      earlierAmount: amount,
      ofSold: fc.double({ min: 0, max: 1, noNaN: true }),
      paid: amount,
      fee: amount,
      cost: amount,
      invoiced: taxed,
      credited: taxed,
      settled: fc.record({
        paid: amount,
        deposited: amount,
        adjusted: fc.integer({ min: -10_000_000, max: 10_000_000 }),
        fromDeposits: amount,
        toDeposits: amount,
      }),
    })
    .map(({ refunded, earlierAmount, ofSold, paid, fee, invoiced, credited, ...account }) => ({
      ...account,
      billed: {
        invoices: 1,
        invoiced: invoiced.net + invoiced.tax,
        invoicedTax: invoiced.tax,
        creditNotes: 1,
        credited: credited.net + credited.tax,
        creditedTax: credited.tax,
      },
      paid: { payments: 1, paid, refunded, lostDispute: 0, fee },
      taxes: [
        {
          ...{
            currency: account.currency,
            country: "DE",
            taxRuleId: "de",
            taxKind: "standard",
            taxName: "VAT",
          },
          ...{ taxRateBasisPoints: 1900, payments: 1, paid, refunded },
          paidTax: taxIn(paid),
          refundedTax: taxIn(refunded),
        },
      ],
      refundedAfterSale: refundOf(Math.floor(refunded * ofSold)),
      refundedBeforeSale: refundOf(earlierAmount),
      soldTax: taxIn(account.sold.checkout.price),
      unknownKg: 0,
      otherCostKg: 0,
    })),
  { maxLength: 5 },
);

/** Debits less credits. */
const balanceOf = (entries: readonly JournalEntry[], role: string) =>
  entries.reduce(
    (total, { debit, credit, amount }) =>
      total + (debit === role ? amount : 0) - (credit === role ? amount : 0),
    0,
  );
const inCurrency = <Item extends { currency: string }>(items: readonly Item[], currency: string) =>
  items.filter((item) => item.currency === currency);
const total = (all: readonly AccountMonth[], of: (account: AccountMonth) => number) =>
  all.reduce((result, account) => result + of(account), 0);

describe("a journal", () => {
  it("has each figure of the month on its account in its currency, and balances", () => {
    fc.assert(
      fc.property(accounts, fc.constantFrom("usd", "eur", "jpy"), (accountsOfAll, currency) => {
        const all = inCurrency(accountsOfAll, currency);
        const entries = inCurrency(journalOf(month, accountsOfAll), currency);
        const balance = (role: string) => balanceOf(entries, role);
        expect(0 - balance("revenue_api")).toBe(total(all, ({ sold }) => sold.api.price));
        // Owed: what was sold, with the tax that its invoices add, less credit notes and payments.
        expect(balance("receivables")).toBe(
          total(all, ({ sold, billed, settled }) => {
            const tax = billed.invoicedTax - billed.credited;
            const { paid, fromDeposits, toDeposits } = settled;
            return sold.api.price + tax - paid - fromDeposits + toDeposits;
          }),
        );
        expect(0 - balance("deposits")).toBe(
          total(all, ({ settled }) => {
            const { deposited, adjusted, fromDeposits, toDeposits } = settled;
            return deposited + adjusted - fromDeposits + toDeposits;
          }),
        );
        const money = total(all, ({ settled }) => settled.paid + settled.deposited);
        expect(balance("bank")).toBe(money);
        const tax = total(all, ({ billed }) => billed.invoicedTax - billed.creditedTax);
        expect(0 - balance("tax")).toBe(tax);
        const checkout = total(all, ({ sold, soldTax }) => sold.checkout.price - soldTax);
        expect(0 - balance("revenue_checkout")).toBe(checkout);
        const checkoutTax = total(all, ({ taxes }) => taxDue(taxes));
        expect(0 - balance("tax_checkout")).toBe(checkoutTax);
        const refunds = total(
          all,
          ({ refundedAfterSale: after, refundedBeforeSale: before }) =>
            after.amount - after.tax + before.amount - before.tax,
        );
        expect(balance("refunds")).toBe(refunds);
        // Held by providers in this currency.
        const net = total(all, ({ paid }) => paid.paid - paid.refunded - paid.fee);
        const moved = total(all, ({ conversion }) => conversion.received - conversion.converted);
        expect(balance("clearing")).toBe(net + moved);
        expect(0 - balance("settlement_differences")).toBe(moved);
        expect(balance("cost_of_credits")).toBe(total(all, ({ cost }) => cost));
        expect(journalAccounts.reduce((rest, role) => rest + balance(role), 0)).toBe(0);
        expect(new Set(entries.map(({ number }) => number)).size).toBe(entries.length);
      }),
    );
  });

  it("has a debit and an equal credit for each entry", () => {
    fc.assert(
      fc.property(accounts, (all) => {
        const entries = journalOf(month, all);
        const lines = journalLines(entries);
        expect(new Set(lines.map(({ id }) => id)).size).toBe(2 * entries.length);
        const sums = [
          lines.reduce((sum, { debitAmount }) => sum + (debitAmount ?? 0), 0),
          lines.reduce((sum, { creditAmount }) => sum + (creditAmount ?? 0), 0),
        ];
        const amount = entries.reduce((sum, { amount }) => sum + amount, 0);
        expect(sums).toEqual([amount, amount]);
      }),
    );
  });
});
