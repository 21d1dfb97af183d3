import { beforeEach, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { newId } from "#core/id";
import { billAccount, endedMonth, issue, sellOrders, setUpIssuer } from "#testing/billing";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { check, choose, noticesFor } from "#testing/notices";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { makeSale } from "#testing/sale";

const DAY_MS = 86_400_000;
const place = (account: Account, order: Parameters<typeof placeOrder>[1]) =>
  placeOrder(contextOf(account), order);

let live: Account;
let owner: { id: string };
let operator: { id: string };

beforeEach(async () => {
  ({ live } = await makeAccount("write", "live"));
  owner = await makePerson({ accountId: live.id });
  operator = await makePerson({ isOperator: true });
});

async function makeSubaccount(name: string, role: "admin" | "viewer") {
  const id = newId("subaccount");
  const { prisma } = database();
  const row = { accountId: live.id, mode: "live", id, name, createdAt: new Date() };
  await prisma.subaccount.create({ data: row });
  const person = await makePerson({ accountId: live.id, role });
  await prisma.membership.updateMany({
    where: { personId: person.id },
    data: { subaccountAccountId: live.id, subaccountId: id },
  });
  return { id, person };
}

describe("orders that wait", () => {
  const kinds = ["orders_waiting" as const];

  it("are reported to the account and to operators until credits come", async () => {
    const stranger = await makePerson({ accountId: (await makeAccount()).live.id });
    const { portfolioId } = await makeStock({ mode: "live", tonnes: 1 });
    await place(live, { portfolio_id: portfolioId, amount_kg: 3000, subaccountId: null });
    await check({ kinds });
    expect(await noticesFor(owner), "not tried yet").toEqual([]);
    await matchAll();
    await check({ kinds });
    const [mail] = await noticesFor(owner);
    expect(mail?.notices[0]?.text).toMatch(/^1 order \(3 t CO₂e\) waits because/);
    expect((await noticesFor(operator))[0]).toMatchObject({ scope: "operator", count: 1 });
    expect(await noticesFor(stranger)).toEqual([]);
    const { prisma } = database();
    await prisma.order.updateMany({ where: { state: "placed" }, data: { triedStockVersion: 0 } });
    await check({ kinds });
    expect(await prisma.openNotice.count({ where: { kind: "orders_waiting" } })).toBe(0);
  });

  it("are reported to people who are limited to the subaccount, and to no other ones", async () => {
    const one = await makeSubaccount("One", "admin");
    const other = await makeSubaccount("Other", "admin");
    const { portfolioId } = await makeStock({ mode: "live", tonnes: 1 });
    const order = { portfolio_id: portfolioId, amount_kg: 2000 };
    await place(live, { ...order, subaccountId: null });
    await place(live, { ...order, subaccountId: one.id });
    await matchAll();
    await check({ kinds });
    const textOf = async (person: { id: string }) =>
      (await noticesFor(person)).map(({ notices }) => notices[0]?.text.slice(0, 16));
    expect(await textOf(one.person)).toEqual(["1 order (2 t CO₂"]);
    expect(await textOf(other.person)).toEqual([]);
    expect(await textOf(owner)).toEqual(["2 orders (4 t CO"]);
  });
});

it("low stock is reported by the days that each operator chose", async () => {
  const kinds = ["stock_low" as const];
  const patient = await makePerson({ isOperator: true });
  const barred = await makePerson({ isOperator: true, withoutSecondFactor: true });
  await choose(patient, { scope: "operator", kind: "stock_low", isOn: true, days: 2 });
  const { portfolioId } = await makeStock({ mode: "live", tonnes: 100 });
  await place(live, { portfolio_id: portfolioId, amount_kg: 70_000, subaccountId: null });
  await matchAll();
  // 30 t are left, and 70 t were sold in 30 days: 12 days.
  await check({ kinds });
  const about = async (person: { id: string }) =>
    (await noticesFor(person)).flatMap(({ notices }) => notices.map(({ text }) => text));
  expect(await about(operator)).toEqual([
    expect.stringMatching(/^a has 30 t left: about 12 days at the rate/),
  ]);
  expect(await about(patient)).toEqual([]);
  await place(live, { portfolio_id: portfolioId, amount_kg: 28_000, subaccountId: null });
  await matchAll();
  await check({ kinds });
  expect(await about(patient)).toHaveLength(1);
  expect(await about(operator)).toHaveLength(1);
  expect(await about(barred)).toEqual([]);
});

describe("a failing receiver", () => {
  const kinds = ["callback_failing" as const];

  async function fail(failedAttempts: number) {
    await database().prisma.delivery.updateMany({
      where: { accountId: live.id },
      data: { failedAttempts },
    });
    await check({ kinds });
    return noticesFor(owner);
  }

  it("is reported at its third failure, until it accepts an event", async () => {
    const { portfolioId } = await makeStock({ mode: "live" });
    const callbackUrl = "https://shop.example/hook";
    const order = { portfolio_id: portfolioId, amount_kg: 10, subaccountId: null };
    await place(live, { ...order, notification_config: { url: callbackUrl } });
    await matchAll();
    expect(await fail(0)).toEqual([]);
    expect(await fail(2)).toEqual([]);
    const [mail] = await fail(3);
    expect(mail?.notices[0]?.text).toMatch(
      /^Deliveries to shop\.example.* failed 3 times in a row, and 1 event waits\./,
    );
    expect(await fail(1), "it still fails").toHaveLength(1);
    await database().prisma.delivery.updateMany({
      where: { accountId: live.id },
      data: { state: "delivered", nextAttemptAt: null },
    });
    await check({ kinds });
    await database().prisma.delivery.updateMany({
      where: { accountId: live.id },
      data: { state: "pending", nextAttemptAt: new Date() },
    });
    expect(await fail(3)).toHaveLength(2);
  });
});

it("an invoice is reported to people who had chosen it when it was issued", async () => {
  const kinds = ["invoice_issued" as const];
  await setUpIssuer("live");
  await billAccount(live);
  const ctx = contextOf({ ...live, terms: "invoice" });
  const { portfolioId } = await makeStock({ mode: "live" });
  await check({ kinds });
  const choice = { scope: live.id, kind: "invoice_issued", isOn: true } as const;
  await choose(owner, choice);
  await sellOrders(ctx, { portfolioId, kg: [100] });
  await issue(ctx);
  const { now } = endedMonth();
  const late = await makePerson({ accountId: live.id });
  await choose(late, { ...choice, now: new Date(now.getTime() + 1000) });
  await check({ kinds });
  await check({ kinds });
  const [mail, ...others] = await noticesFor(owner);
  expect(mail?.notices[0]).toMatchObject({ to: expect.stringMatching(/^\/billing\/inv_/) });
  expect(others).toEqual([]);
  expect(await noticesFor(late)).toEqual([]);
});

it("an import is reported to operators who chose it, when it has ended", async () => {
  const kinds = ["import_done" as const];
  await check({ kinds });
  await choose(operator, { scope: "operator", kind: "import_done", isOn: true });
  const id = newId("task");
  const payload = { mode: "live", kind: "verra", step: "import", fileNames: ["export.csv"] };
  const times = { createdAt: new Date(), runAt: new Date() };
  const job = { id, kind: "import", key: id, payload, exclusive: "import-live", ...times };
  await database().prisma.job.create({ data: job });
  await check({ kinds });
  expect(await noticesFor(operator)).toEqual([]);
  await database().prisma.job.update({
    where: { id },
    data: { state: "done", endedAt: new Date() },
  });
  await check({ kinds });
  await check({ kinds });
  expect(await noticesFor(operator)).toMatchObject([{ notices: [{ to: `/import?run=${id}` }] }]);
  expect(await noticesFor(owner)).toEqual([]);
});

it("a payment is reported when its refund does not go through for days", async () => {
  const kinds = ["payment_stuck" as const];
  const finance = await makePerson({ accountId: live.id, role: "finance" });
  const developer = await makePerson({ accountId: live.id, role: "developer" });
  const { portfolioId } = await makeStock({ mode: "live" });
  const { id } = await makeSale({ account: live, portfolioId, kinds: [] });
  await check({ kinds });
  expect(await noticesFor(finance)).toEqual([]);
  await database().prisma.payment.updateMany({
    where: { checkoutSessionId: id },
    data: { refunding: 8750, polls: 60, nextPollAt: new Date(), state: "refunding" },
  });
  await check({ kinds });
  expect(await noticesFor(finance)).toMatchObject([{ notices: [{ to: `/checkout/${id}` }] }]);
  expect(await noticesFor(developer)).toEqual([]);
});

it("the week's summary is mailed once, on Monday, for what the person may see", async () => {
  const kinds = ["weekly_summary" as const];
  const { id: subaccountId, person: limited } = await makeSubaccount("One", "viewer");
  const { portfolioId } = await makeStock({ mode: "live" });
  const order = { portfolio_id: portfolioId, amount_kg: 1500 };
  await place(live, { ...order, subaccountId: null });
  await place(live, { ...order, subaccountId });
  await matchAll();
  const choice = { scope: live.id, kind: "weekly_summary", isOn: true } as const;
  await choose(owner, choice);
  await choose(limited, choice);
  const unasked = await makePerson({ accountId: live.id });
  await check({ kinds });
  // The first Monday that lies ahead of the orders' day.
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const days = (8 - new Date().getUTCDay()) % 7 || 7;
  const at = (hours: number) => new Date(today + days * DAY_MS + hours * 3_600_000);
  await check({ kinds, now: at(6.9) });
  expect(await noticesFor(owner)).toEqual([]);
  for (const hours of [7, 7.1, 20]) await check({ kinds, now: at(hours) });
  const openings = async (person: { id: string }) =>
    (await noticesFor(person)).map(({ notices }) => notices[0]?.text);
  expect(await openings(owner)).toEqual([
    "Last week 2 orders over 3 t CO₂e were placed, and 3 t CO₂e fulfilled.",
  ]);
  expect(await openings(limited)).toEqual([
    "Last week 1 order over 1.5 t CO₂e was placed, and 1.5 t CO₂e fulfilled.",
  ]);
  expect(await noticesFor(unasked)).toEqual([]);
  await check({ kinds, now: at(7 * 24 + 7) });
  expect(await openings(owner)).toHaveLength(2);
});
