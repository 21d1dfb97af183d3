// The statements of documents: accounts beside each other, both modes, and the edges of a month.
import { beforeAll, describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { setTerms } from "#domain/accounts";
import { createSubaccount } from "#domain/catalogue";
import { cancelCharged, makeBilledAccount, placeCharged, setUpIssuer } from "#testing/billing";
import { importFile, makeStock, matchAll, systemContext } from "#testing/factories";
import { fulfillAt } from "#testing/fulfillment-time";
import { placeOrder } from "#testing/place-order";
import { recordDeposit } from "./balances/balances";
import { findCreditableLines } from "./credit-store";
import {
  findGroups,
  findUnbilledDays,
  sumChargesOf,
  sumLines,
  takeNextSequence,
} from "./document-store";
import { getInvoiceOrderSums, listInvoiceOrders } from "./invoice-orders";
import { getInvoice, recordInvoicePayment } from "./invoices";
import { issueCreditNote } from "./issue-credit-note";
import { issueInvoice } from "./issue-invoice";
import { listUnbilled } from "./issue-month";
import { listOpenItems } from "./open-items";
import { port } from "./port";

const times = {
  before: "2026-04-30T23:59:59.999Z",
  first: "2026-05-01T00:00:00.000Z",
  last: "2026-05-31T23:59:59.999Z",
  next: "2026-06-01T00:00:00.000Z",
};
const from = new Date(times.first);
const to = new Date(times.next);
const now = new Date("2026-06-02T08:00:00Z");
/** Cents of a kg. */
const PRICE = 2;

let own: AccountContext;
let other: AccountContext;
let prepaid: AccountContext;
let portfolioId: string;
const orders: Record<string, string> = {};
const invoices: Record<string, string> = {};

const german = { profile: { country_code: "DE" } };

const issue = (ctx: AccountContext, period = "2026-05") =>
  database().transaction((db) => issueInvoice({ ...ctx, db, now }, { period }));

const credit = (ctx: AccountContext, invoiceId: string, orderId: string, amount: number) =>
  database().transaction((db) =>
    issueCreditNote(
      { ...ctx, db, now },
      {
        ...{ invoice_id: invoiceId, reason: "Goodwill" },
        orders: [{ order_id: orderId, net: amount }],
      },
    ),
  );

const payFor = (ctx: AccountContext, invoiceId: string, amount: number, reference = "bank") =>
  database().transaction((db) =>
    recordInvoicePayment(
      { ...ctx, db, now },
      { invoice_id: invoiceId, amount, reference: `${reference} ${invoiceId}` },
    ),
  );

async function makeAccounts() {
  ({ ctx: own } = await makeBilledAccount(german));
  ({ ctx: other } = await makeBilledAccount(german));
  ({ ctx: prepaid } = await makeBilledAccount(german));
}

beforeAll(async () => {
  const stock = await makeStock({ tonnes: 100 });
  ({ portfolioId } = stock);
  // Beside another portfolio, and one with the same id in the other mode.
  await makeStock();
  await importFile({ ...stock.file, mode: "live", credit_lots: [] });
  await setUpIssuer();
  await makeAccounts();
  const { id: subaccountId } = await createSubaccount(own, { name: "Oslo" });
  const charged = { before: 40, first: 10, last: 20, next: 80 };
  for (const [name, kg] of Object.entries(charged)) {
    orders[name] = await placeCharged(own, { portfolioId, kg });
  }
  orders["oslo"] = await placeCharged(own, { portfolioId, kg: 5, subaccountId });
  orders["foreign"] = await placeCharged(other, { portfolioId, kg: 7 });
  orders["deposited"] = await placeCharged(prepaid, { portfolioId, kg: 9 });
  const free = {
    ...own,
    account: { ...own.account, terms: "billed_elsewhere" as const },
    now: new Date(),
  };
  const terms = { amount_kg: 320, portfolio_id: portfolioId, subaccountId: null };
  orders["free"] = (await placeOrder(free, terms)).id;
  const id = await placeCharged(own, { portfolioId, kg: 160 });
  await cancelCharged(own, { id });
  await matchAll();
  await database().prisma.order.updateMany({
    where: { id },
    data: { createdAt: from, settledAt: from },
  });
  const of = (...names: string[]) => names.map((name) => orders[name] ?? "");
  await fulfillAt(times.before, of("before"));
  await fulfillAt(times.first, of("first", "oslo", "foreign", "deposited"));
  // On a day without charged orders.
  await fulfillAt("2026-05-15T12:00:00Z", of("free"));
  await fulfillAt(times.last, of("last"));
  await fulfillAt(times.next, of("next"));
  await placeCharged(own, { portfolioId, kg: 100_000_000 });
});

describe("before a month is issued", () => {
  const unbilled = async (mode: "test" | "live", at = now) => {
    const rows = await listUnbilled({ ...systemContext(), now: at }, { mode });
    return rows
      .filter(({ accountId }) => [own, other].some(({ account }) => account.id === accountId))
      .map(({ accountId, ...row }) => [
        accountId === own.account.id,
        row.period,
        row.orders,
        row.net,
      ]);
  };

  it("its days are those on which charged orders were fulfilled", async () => {
    const { id: accountId } = own.account;
    const days = await findUnbilledDays(database(), { accountId, from, to });
    expect(days).toEqual(["2026-05-01", "2026-05-31"]);
    const none = { accountId: "acc_none", from, to };
    expect(await findUnbilledDays(database(), none)).toEqual([]);
  });

  it("it is listed by account, once it has ended", async () => {
    expect((await unbilled("test")).sort()).toEqual(
      [
        [true, "2026-04", 1, 40 * PRICE],
        [true, "2026-05", 3, 35 * PRICE],
        [false, "2026-05", 1, 7 * PRICE],
      ].sort(),
    );
    expect(await unbilled("live")).toEqual([]);
    const may = new Date(times.last);
    expect((await unbilled("test", may)).map(([, period]) => period)).toEqual(["2026-04"]);
    const july = new Date("2026-07-01T00:00:00Z");
    expect((await unbilled("test", july)).map(([, period]) => period).sort()).toEqual([
      ...["2026-04", "2026-05", "2026-05", "2026-06"],
    ]);
  });
});

describe("an issued month", () => {
  beforeAll(async () => {
    // Paid from a deposit, so nothing is due.
    await database().transaction(async (db) => {
      const deposit = { amount: 1_000, reference: "deposit" };
      await recordDeposit({ ...prepaid, db, now }, deposit);
      const terms = { terms: "prepaid", credit_limit: null, limits: port } as const;
      await setTerms({ ...prepaid, db }, terms);
    });
    for (const [name, ctx] of Object.entries({ own, other, prepaid })) {
      invoices[name] = (await issue(ctx))?.id ?? "";
    }
  });

  const idOf = (name: string) => invoices[name] ?? "";
  const listed = async (ctx: AccountContext, name: string, page: object = {}) => {
    const { data } = await listInvoiceOrders(ctx, { id: idOf(name), limit: 10, ...page });
    return data.map(({ id }) => id);
  };

  it("has each charged order of the month once, and is not issued again", async () => {
    const names = ["first", "last", "oslo"].map((name) => orders[name] ?? "");
    expect((await listed(own, "own")).sort()).toEqual(names.sort());
    expect(await listed(other, "other")).toEqual([orders["foreign"]]);
    expect(await issue(own)).toBeNull();
    const { id: accountId } = own.account;
    expect(await findUnbilledDays(database(), { accountId, from, to })).toEqual([]);
    for (const of of [{}, { accountId }]) {
      const left = await listUnbilled({ ...systemContext(), now }, { mode: "test", ...of });
      expect(left.map((row) => [row.accountId, row.period])).toEqual([[accountId, "2026-04"]]);
    }
  });

  it("pages its orders both ways", async () => {
    const all = await listed(own, "own");
    expect(await listed(own, "own", { starting_after: all[0] })).toEqual(all.slice(1));
    expect(await listed(own, "own", { starting_after: all[2] })).toEqual([]);
    expect(await listed(own, "own", { ending_before: all[2] })).toEqual(all.slice(0, 2));
    expect(await listed(own, "own", { ending_before: all[0] })).toEqual([]);
    const sums = { orders: 3, amountKg: 35, net: 35 * PRICE };
    expect(await getInvoiceOrderSums(own, { id: idOf("own") })).toEqual(sums);
  });

  it("sums its lines by rule, and by portfolio and subaccount", async () => {
    const lines = await sumLines(database(), idOf("own"));
    expect(lines).toEqual([{ ruleId: "de-domestic", net: 35 * PRICE }]);
    const groups = await findGroups(database(), idOf("own"));
    expect(groups.map((group) => [group.subaccount, group.orders, group.amount_kg])).toEqual([
      ["Oslo", 1, 5],
      [null, 2, 30],
    ]);
    expect(await sumChargesOf(database(), idOf("other"))).toBe(17);
    // Of each order with its tax rounded up: 24, 48 and 12.
    expect(await sumChargesOf(database(), idOf("own"))).toBe(84);
  });

  it("has what is left to credit, after the credits of each order", async () => {
    const [first = "", last = ""] = [orders["first"], orders["last"]];
    await credit(own, idOf("own"), first, 7);
    await credit(own, idOf("own"), first, 5);
    await credit(own, idOf("own"), last, 1);
    const lines = await findCreditableLines(database(), idOf("own"));
    const left = new Map(lines.map(({ orderId, remaining }) => [orderId, remaining]));
    expect(left).toEqual(
      new Map([
        [first, 10 * PRICE - 12],
        [last, 20 * PRICE - 1],
        [orders["oslo"], 5 * PRICE],
      ]),
    );
    const foreign = await findCreditableLines(database(), idOf("other"));
    expect(foreign.map(({ remaining }) => remaining)).toEqual([7 * PRICE]);
  });

  it("is open by what is neither paid nor credited, and not at all when that is nothing", async () => {
    await payFor(own, idOf("own"), 3);
    const { paid, credited, openAmount, content } = await getInvoice(own, {
      id: idOf("own"),
    });
    expect([paid, openAmount]).toEqual([3, content.total - credited - 3]);
    expect(credited).toBe(15);
    const open = async (mode: "test" | "live") =>
      (await listOpenItems({ ...systemContext(), now }, { mode })).map((item) => [
        ...[item.id, item.openAmount, item.accountName],
      ]);
    const names = [own, other].map(({ account }) => account.name);
    const items = [
      [idOf("own"), openAmount, names[0]],
      [idOf("other"), 17, names[1]],
    ];
    expect((await open("test")).sort()).toEqual(items.sort());
    expect(await open("live")).toEqual([]);
    await payFor(other, idOf("other"), 17);
    expect(await open("test")).toEqual([[idOf("own"), openAmount, names[0]]]);
    expect(await getInvoice(other, { id: idOf("other") })).toMatchObject({
      ...{ paid: 17, credited: 0, openAmount: 0 },
    });
    // One cent stays open, although one that was charged for tax was given back.
    await payFor(own, idOf("own"), openAmount - 1, "second");
    expect(await open("test")).toEqual([[idOf("own"), 1, names[0]]]);
  });

  it("leaves an order that it missed to an invoice of its own, which is paid and credited alone", async () => {
    const id = await placeCharged(own, { portfolioId, kg: 300 });
    await matchAll();
    await fulfillAt(times.first, [id]);
    const missed = await issue(own);
    expect(Number(missed?.total)).toBe(300 * PRICE + 114);
    const invoiceId = missed?.id ?? "";
    expect(await sumLines(database(), invoiceId)).toMatchObject([{ net: 300 * PRICE }]);
    await payFor(own, invoiceId, 357);
    await credit(own, invoiceId, id, 300);
    const open = await listOpenItems({ ...systemContext(), now }, { mode: "test" });
    expect(open.map((item) => [item.id, item.openAmount])).toEqual([[idOf("own"), 1]]);
  });
});

it("numbers are the next of their issuer, kind and year", async () => {
  const taken: number[] = [];
  // A number without its document cannot be committed.
  const rolledBack = database().transaction(async (db) => {
    const take = async (kind: "invoice" | "credit_note", year: number, issuerId: string) => {
      taken.push(await takeNextSequence(db, { issuerId, kind, year }));
    };
    await take("invoice", 2030, "iss_one");
    await take("invoice", 2030, "iss_one");
    await take("invoice", 2031, "iss_one");
    await take("credit_note", 2030, "iss_one");
    await take("invoice", 2030, "iss_other");
    await take("invoice", 2030, "iss_one");
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  expect(taken).toEqual([1, 2, 1, 1, 1, 3]);
});
