// The statement of issued documents, over two accounts, both modes, and the edges of a month.
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { monthOf, type Scope } from "#domain/figures";
import { issueCreditNote } from "#modules/billing/issue-credit-note";
import { billAccount, endedMonth, issue, sellOrders, setUpIssuer } from "#testing/billing";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { findBilled } from "./billed-store";

const { from, to } = monthOf(new Date("2026-05-10"));
const day = 86_400_000;

let account: Account;
let other: Account;
let portfolioId: string;

const scope = (given: Partial<Scope> = {}): Scope => ({
  ...{ accountId: account.id, subaccountId: null, mode: "test", from, to },
  ...given,
});

const ofBoth = <Row extends { accountId: string }>(rows: readonly Row[]) =>
  rows.filter(({ accountId }) => [account.id, other.id].includes(accountId));

beforeAll(async () => {
  ({ account } = await makeAccount());
  ({ account: other } = await makeAccount());
  ({ portfolioId } = await makeStock({ tonnes: 100 }));
});

describe("billed", () => {
  const issued = monthOf(endedMonth().now);
  const at = (given: Partial<Scope>) => scope({ ...issued, ...given });

  beforeAll(async () => {
    await setUpIssuer();
    for (const one of [account, other]) {
      await billAccount(one, { profile: { country_code: "DE" } });
      const ctx = contextOf({ ...one, terms: "invoice" });
      await sellOrders(ctx, { portfolioId, kg: [100] });
      const { id = "" } = (await issue(ctx)) ?? {};
      if (one === other) continue;
      const input = { invoice_id: id, reason: "Goodwill", orders: undefined };
      await database().transaction((db) =>
        issueCreditNote({ ...ctx, db, now: endedMonth().now }, input),
      );
    }
  });

  const billedOf = async (given: Scope) =>
    ofBoth(await findBilled(database(), given)).map(({ accountId: _, ...sums }) => sums);

  it("has the account's documents from the first to the last day of the month", async () => {
    const none = { creditNotes: 0, credited: 0, creditedTax: 0 };
    const invoice = { currency: "usd", invoices: 1, invoiced: 238, invoicedTax: 38 };
    const note = { creditNotes: 1, credited: 238, creditedTax: 38 };
    expect(await billedOf(at({}))).toEqual([{ ...invoice, ...note }]);
    expect(await billedOf(at({ accountId: other.id }))).toEqual([{ ...invoice, ...none }]);
    expect(await billedOf(at({ accountId: null }))).toHaveLength(2);
    expect(await billedOf(at({ accountId: null, mode: "live" }))).toEqual([]);
    expect(await billedOf(at({ mode: "live" }))).toEqual([]);
    const issuedOn = new Date(endedMonth().now.toISOString().slice(0, 10));
    const next = new Date(issuedOn.getTime() + day);
    expect(await billedOf(at({ from: issuedOn, to: next }))).toHaveLength(1);
    expect(await billedOf(at({ from: next, to: new Date(next.getTime() + day) }))).toEqual([]);
    expect(await billedOf(at({ from: new Date(issuedOn.getTime() - day), to: issuedOn }))).toEqual(
      [],
    );
  });
});
