import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { call } from "#testing/api";
import { contextOf, importFile, makeAccount, makeKey, makeStock } from "#testing/factories";
import { makePerson } from "#testing/people";
import { type Dashboard, dashboardOf } from "#testing/procedures";

let account: Account;
let token: string;
let stock: Awaited<ReturnType<typeof makeStock>>;
let caller: Dashboard;

beforeAll(async () => {
  const { live, test } = await makeAccount();
  account = test;
  stock = await makeStock({ tonnes: 5 });
  token = (await makeKey(test)).token;
  const admin = await makePerson({ accountId: live.id, role: "admin" });
  caller = await dashboardOf(admin, { slug: live.slug });
});

const newKey = () => randomUUID().replaceAll("-", "");
const ordersOf = () => database().prisma.order.findMany({ where: { accountId: account.id } });

function confirmed(amount_kg: number, more: object = {}) {
  const { portfolioId: portfolio_id } = stock;
  return { amount_kg, portfolio_id, confirmed_price: amount_kg * 2, key: newKey(), ...more };
}

it("quotes an amount or a budget at the price of the order, and what is in stock", async () => {
  const { portfolioId: portfolio_id } = stock;
  const quote = {
    amount_kg: 40,
    currency: "usd",
    price: 80,
    price_per_tonne: 2000,
    portfolio_id,
    portfolio_name: "Portfolio",
    available_kg: 40,
  };
  expect(await caller.orders.quote({ amount_kg: 40, portfolio_id })).toEqual(quote);
  expect(await caller.orders.quote({ total_price: 81, portfolio_id })).toEqual(quote);
  const large = await caller.orders.quote({ amount_kg: 6000, portfolio_id });
  expect(large.available_kg).toBe(5000);
  await expect(caller.orders.quote({ portfolio_id })).rejects.toMatchObject({
    cause: { errors: { amount_kg: ["is required unless you pass total_price"] } },
  });
  expect(await ordersOf()).toEqual([]);
});

it("places the order that the API would place", async () => {
  const subaccount = await createSubaccount(contextOf(account), { name: "Harbor" });
  const terms = {
    beneficiary: { name: "Ada", message: null, url: "https://ada.example" },
    description: "October",
    metadata: "invoice 7",
  };
  const { id } = await caller.orders.place(
    confirmed(7, { ...terms, subaccount_id: subaccount.id }),
  );
  const { json } = await call("POST", "/orders", {
    key: token,
    headers: { "x-subaccount-id": subaccount.id },
    body: { amount_kg: 7, portfolio_id: stock.portfolioId, ...terms },
  });
  const [own, other] = await Promise.all(
    [id, json.id as string].map((one) =>
      database().prisma.order.findFirstOrThrow({ where: { id: one } }),
    ),
  );
  const same = { id: "", queueId: "", createdAt: null };
  expect({ ...own, ...same }).toEqual({ ...other, ...same });
  const entries = await database().prisma.auditEntry.findMany({ where: { subjectId: id } });
  expect(entries.map(({ action, actorType, data }) => [action, actorType, data])).toEqual([
    ["order.placed", "person", { amount_kg: 7, price: 14, currency: "usd" }],
  ]);
});

it("orders once, however often and at once the request is repeated", async () => {
  const before = (await ordersOf()).length;
  const input = confirmed(3);
  const ids = await Promise.all([1, 2, 3, 4].map(() => caller.orders.place(input)));
  ids.push(await caller.orders.place(input));
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
  expect((await ordersOf()).length).toBe(before + 1);
  await expect(caller.orders.place({ ...input, amount_kg: 4 })).rejects.toMatchObject({
    cause: { code: "idempotency-changed-payload" },
  });
  const again = await caller.orders.place({ ...input, key: newKey() });
  expect(again.id).not.toBe(ids[0]?.id);
});

it("refuses another price than the confirmed one, but repeats an order placed before", async () => {
  const input = confirmed(10);
  const { id } = await caller.orders.place(input);
  const { file } = stock;
  const [category] = file.project_categories;
  await importFile({
    ...file,
    credit_lots: [],
    project_categories: [{ ...category, api_price_per_kg_usd_cents: 3 }],
  });
  const before = (await ordersOf()).length;
  await expect(caller.orders.place(confirmed(10))).rejects.toMatchObject({
    cause: { code: "conflict", detail: "It is $0.30 now. Check it, then order again." },
  });
  expect((await ordersOf()).length).toBe(before);
  expect(await caller.orders.place(input)).toEqual({ id });
});
