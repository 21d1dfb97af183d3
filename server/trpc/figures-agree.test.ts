// One data set, and every screen, endpoint and export that shows what was sold, paid or retired.
import { parse } from "csv-parse/sync";
import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { csvLine } from "#core/csv";
import { findImpactSummary } from "#domain/impact";
import { isUsed } from "#modules";
import { call } from "#testing/api";
import { systemContext } from "#testing/factories";
import { makePerson } from "#testing/people";
import { dashboardOf, trpcContextOf } from "#testing/procedures";
import {
  API_PRICE,
  all,
  CHECKOUT_PRICE,
  type Figures,
  makeSalesMonth,
  own,
} from "#testing/sales-month";
import { exportsRouter } from "./exports";
import { createCallerFactory } from "./procedures";

const now = new Date().toISOString().slice(0, 10);
const month = now.slice(0, 7);
type Screen = Partial<Figures>;

let account: Account;
let slug: string;
let token: string;
let oslo: string;
let operator: { email: string };
let member: { email: string };

const exportsCaller = createCallerFactory(exportsRouter);
const asMember = () => dashboardOf(member, { slug });
const asOperator = () => dashboardOf(operator, { slug });

beforeAll(async () => {
  const { holder, subaccountId } = await makeSalesMonth();
  ({ token, test: account } = holder);
  ({ slug } = holder.live);
  oslo = subaccountId;
  operator = await makePerson({ isOperator: true });
  member = await makePerson({ accountId: holder.live.id, role: "viewer" });
});

type Row = Record<string, string>;

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await call("GET", path, { key: token, headers });
  expect([response.status, response.text]).toEqual([200, response.text]);
  return response;
};

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const amount = (rows: readonly Row[], column: string) =>
  sum(rows, (row) => Math.round(Number(row[column]) * 100));

type Exports = Record<string, (input: object) => Promise<{ head: string[]; rows: never[][] }>>;

/** Rows of one of the dashboard's exports. */
async function rowsOf(who: { email: string }, name: string): Promise<Row[]> {
  const caller = exportsCaller(await trpcContextOf(who, { slug })) as unknown as Exports;
  const { head, rows } = (await caller[name]?.({})) ?? { head: [], rows: [] };
  return parse([head, ...rows].map(csvLine).join(""), { columns: true });
}

function ofChannels(orders: readonly { channel: string | null; kg: number; amount: number }[]) {
  const of = (name: string) => orders.filter(({ channel }) => channel === name);
  const [api, checkout] = [of("api"), of("checkout")];
  return {
    ...{ apiKg: sum(api, ({ kg }) => kg), apiPrice: sum(api, (it) => it.amount) },
    ...{
      checkoutKg: sum(checkout, ({ kg }) => kg),
      checkoutPrice: sum(checkout, (it) => it.amount),
    },
  };
}

interface Sum {
  kg: number;
  price: number;
}
const ofSold = ({ api, checkout }: { api: Sum; checkout: Sum }) =>
  ofChannels([
    { channel: "api", kg: api.kg, amount: api.price },
    { channel: "checkout", kg: checkout.kg, amount: checkout.price },
  ]);

const statements: Record<string, () => Promise<Screen>> = {
  "GET /statements/{month}": async () => {
    const { json } = await get(`/statements/${month}`);
    const { api, checkout } = json.sold;
    const money = json.customers_paid;
    return {
      ...{ apiKg: api.amount_kg, apiPrice: api.price_usd_cents },
      ...{ checkoutKg: checkout.amount_kg, checkoutPrice: checkout.price_usd_cents },
      ...{ paid: money.paid_usd_cents, refunded: money.refunded_usd_cents },
      ...{ net: money.net_usd_cents, retiredKg: json.registry_retired_kg },
    };
  },
  "the groups of a statement": async () => {
    const { groups } = (await get(`/statements/${month}`)).json;
    type Group = { channel: string; amount_kg: number; price_usd_cents: number };
    const parts = groups.map((group: Group) => ({
      ...{ channel: group.channel, kg: group.amount_kg, amount: group.price_usd_cents },
    }));
    return ofChannels(parts);
  },
  "a statement's CSV": async () => {
    const { text } = await get(`/statements/${month}`, { accept: "text/csv" });
    const rows = parse(text, { columns: true }) as Row[];
    return {
      ...{
        apiPrice: amount(rows, "api_sold"),
        checkoutPrice: amount(rows, "checkout_sold"),
      },
      ...{ soldKg: amount(rows, "amount_kg") / 100, paid: amount(rows, "customers_paid") },
      ...{ refunded: amount(rows, "refunded") },
      retiredKg: amount(rows, "registry_retired_kg") / 100,
    };
  },
  "the operator's month, by account": async () => {
    const { accounts } = await (await asOperator()).operatorMonths.get({});
    const row = accounts.find(({ accountId }) => accountId === account.id);
    if (!row) throw new Error("the account is missing");
    const { soldKg, apiPrice, checkoutPrice, refunded } = row;
    return { soldKg, apiPrice, checkoutPrice, paid: row.paid, refunded };
  },
};

const screens: Record<string, () => Promise<Screen>> = {
  "the overview's history of months": async () => {
    const { months } = await (await asMember()).overview.history();
    const latest = months.at(-1);
    if (!latest) throw new Error("no months");
    return { ...ofSold(latest), net: latest.paid };
  },
  "the overview's history of days": async () => {
    const { days } = await (await asMember()).overview.history();
    const parts = days.map((day) => ({ ...ofSold(day), net: day.paid }));
    const keys = ["apiKg", "apiPrice", "checkoutKg", "checkoutPrice", "net"] as const;
    return Object.fromEntries(keys.map((key) => [key, sum(parts, (part) => part[key])]));
  },
  "the overview's total": async () => {
    const { soldKg, retiredKg, categories } = await (await asMember()).overview.impact();
    expect(sum(categories, ({ kg }) => kg)).toBe(soldKg);
    return { soldKg, retiredKg };
  },
  "GET /impact/data": async () => {
    const { json } = await get("/impact/data");
    return { soldKg: json.total_offset_kgs, retiredKg: json.registry_retired_kgs };
  },
  "the public impact page": async () => {
    const path = "/impact/hosted-page-config";
    await call("PUT", path, { key: token, body: { enabled: true } });
    const summary = await findImpactSummary(systemContext(), account.slug);
    const sums = summary?.sums;
    return { soldKg: sums?.kg ?? 0, retiredKg: sums?.registryRetiredKg ?? 0 };
  },
  "the list of orders": async () => {
    const rows = await rowsOf(member, "orders");
    const sold = rows.filter((row) => row["fulfilled_on"]?.startsWith(month));
    return ofChannels(
      sold.map((row) => ({
        channel: row["channel"] ?? null,
        kg: Number(row["amount_kg"]),
        amount: Math.round(Number(row["price"]) * 100),
      })),
    );
  },
  "the list of payments": async () => {
    const rows = await rowsOf(member, "payments");
    return { paid: amount(rows, "paid"), refunded: amount(rows, "refunded") };
  },
  "the operator's list of payments": async () => {
    const { data } = await (await asOperator()).operatorPayments.list({});
    return {
      paid: sum(data, (row) => row.amount),
      refunded: sum(data, (row) => row.refunded),
    };
  },
  "GET /retirements": async () => {
    const { json } = await get("/retirements?limit=100");
    type Part = { amount_kg: number; registry_retired_kg: number };
    return {
      soldKg: sum(json.data as Part[], (part) => part.amount_kg),
      retiredKg: sum(json.data as Part[], (part) => part.registry_retired_kg),
    };
  },
  ...(isUsed("statements") && statements),
  ...(isUsed("disclosures") && {
    "the yearly disclosure": async () => {
      const { totals } = await (await asMember()).disclosures.summary({});
      return { retiredKg: totals.find(({ group }) => group === "retired")?.kg ?? 0 };
    },
  }),
  "the operator's accounts": async () => {
    const { data } = await (await asOperator()).operatorAccounts.list({ search: account.name });
    const [row] = data.filter((one) => one.slug === slug);
    return { soldKg: row?.soldKg ?? 0, retiredKg: row?.retiredKg ?? 0 };
  },
};

it.each(Object.entries(screens))("%s has the account's figures", async (_, read) => {
  const screen = await read();
  expect(Object.keys(screen)).not.toEqual([]);
  expect({ ...own, ...screen }).toEqual(own);
});

const months: Record<string, () => Promise<Screen>> = {
  "the operator's month": async () => {
    const { totals } = await (await asOperator()).operatorMonths.get({});
    expect(totals).toHaveLength(1);
    return totals
      .map(({ sold, paid: { paid, refunded } }) => ({ ...ofSold(sold), paid, refunded }))
      .reduce((only) => only);
  },
  "the operator's month as CSV": async () => {
    const rows = await rowsOf(operator, "month");
    return {
      ...{
        apiPrice: amount(rows, "api_sold"),
        checkoutPrice: amount(rows, "checkout_sold"),
      },
      ...{ paid: amount(rows, "customers_paid"), soldKg: amount(rows, "sold_kg") / 100 },
      refunded: amount(rows, "refunded"),
    };
  },
  "the journal": async () => {
    const rows = await rowsOf(operator, "journal");
    const moved = (side: "debit" | "credit", role: string) =>
      amount(
        rows.filter((row) => row["account_role"] === role),
        side,
      );
    const byEntry = [...Map.groupBy(rows, (row) => row["entry"]).values()];
    const back = byEntry.filter((entry) => {
      const roleOf = (side: string) => entry.find((row) => row[side])?.["account_role"] ?? "";
      return (
        ["prepayments", "refunds"].includes(roleOf("debit")) && roleOf("credit") === "clearing"
      );
    });
    return {
      ...{ apiPrice: moved("credit", "revenue_api"), paid: moved("debit", "clearing") },
      checkoutPrice: moved("credit", "revenue_checkout"),
      refunded: amount(back.flat(), "debit"),
    };
  },
};

const totals: Record<string, () => Promise<Screen>> = {
  "the operator's overview": async () => {
    const { sums, accounts } = await (await asOperator()).operatorOverview.month();
    expect([accounts, sums.length]).toEqual([2, 1]);
    return sums
      .map(({ sold, paid }) => ({ ...ofSold(sold), net: paid.paid - paid.refunded }))
      .reduce((only) => only);
  },
  ...(isUsed("statements") && months),
};

it.each(Object.entries(totals))("%s has the figures of all accounts", async (_, read) => {
  const screen = await read();
  expect(Object.keys(screen)).not.toEqual([]);
  expect({ ...all, ...screen }).toEqual(all);
});

it("a subaccount's screens have its part", async () => {
  const row = await (await asMember()).subaccounts.get({ id: oslo });
  expect(row).toMatchObject({
    ...{ fulfilled_kg: 150, orders: 2, spend: 100 * API_PRICE },
    ...{ checkout_sales: 50 * CHECKOUT_PRICE, last_order_on: now },
  });
  const impact = (await get("/impact/data", { "x-subaccount-id": oslo })).json;
  expect([impact.total_offset_kgs, impact.registry_retired_kgs]).toEqual([150, 100]);
});
