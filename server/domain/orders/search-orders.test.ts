import { beforeAll, describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { orderNumber } from "#core/id";
import { createSubaccount } from "#domain/catalogue";
import { cancelOrder, listOrdersBySearch, SearchOrders } from "#domain/orders";
import { type SeededAccount, seedAccount } from "#testing/bench/dashboard-seed";
import { named, planOf } from "#testing/bench/plans";
import { recordStatements } from "#testing/bench/record";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { placeOrder } from "#testing/place-order";

let ctx: AccountContext;
let other: AccountContext;
let portfolioId: string;
const ids: string[] = [];
/** An account with 3,000 orders of a year. */
let sold: SeededAccount;

async function place(amountKg: number, given: Partial<Parameters<typeof placeOrder>[1]> = {}) {
  const input = { amount_kg: amountKg, portfolio_id: portfolioId, subaccountId: null, ...given };
  const { id } = await placeOrder({ ...ctx, now: new Date() }, input);
  ids.push(id);
  return id;
}

beforeAll(async () => {
  ({ portfolioId } = await makeStock());
  sold = await seedAccount(3000);
  ctx = contextOf((await makeAccount()).account);
  other = contextOf((await makeAccount()).account);
  const { id: subaccountId } = await createSubaccount(ctx, { name: "Harbour Street 50%" });
  await place(30, { description: "Deliveries of October" });
  await place(10, { metadata: "invoice 4711" });
  await place(20, { subaccountId });
  await place(20, { beneficiary: { name: "Ann_Lee", message: null, url: null } });
  await place(5, { description: "Deliveries of November" });
  await database().transaction((db) => cancelOrder({ ...ctx, db }, { id: ids[4] ?? "" }));
});

async function find(input: object, by = ctx) {
  const page = await listOrdersBySearch(by, SearchOrders.parse(input));
  return page.data.map(({ id }) => ids.indexOf(id));
}

describe("an order search", () => {
  it("matches an id, a number, and the start of a number as lists show it", async () => {
    const id = ids[1] ?? "";
    const number = orderNumber(id);
    for (const search of [id, id.toUpperCase(), ` ${number} `, number.replaceAll("-", "")]) {
      expect([search, await find({ search })]).toEqual([search, [1]]);
    }
    expect(await find({ search: `${number.slice(0, 29)}…` })).toContain(1);
    expect(
      await find({ search: number.replace(/.$/, (digit) => (digit === "0" ? "1" : "0")) }),
    ).toEqual([]);
  });

  it("matches parts of description, metadata, beneficiary or subaccount", async () => {
    expect(await find({ search: "october" })).toEqual([0]);
    expect(await find({ search: "DELIVERIES" })).toEqual([4, 0]);
    expect(await find({ search: "4711" })).toEqual([1]);
    expect(await find({ search: "harbour" })).toEqual([2]);
    // Wildcards are matched literally.
    expect(await find({ search: "50%" })).toEqual([2]);
    expect(await find({ search: "n_L" })).toEqual([3]);
    expect(await find({ search: "%" })).toEqual([2]);
    expect(await find({ search: "e_e" })).toEqual([]);
  });

  it("returns orders of its own account only", async () => {
    for (const search of [ids[1], orderNumber(ids[1] ?? ""), "4711"]) {
      expect(await find({ search }, other)).toEqual([]);
    }
    await expect(find({ starting_after: ids[1] }, other)).rejects.toThrow(/didn't validate/);
  });
});

describe("filters", () => {
  it("combine with each other and with text", async () => {
    expect(await find({ state: "cancelled" })).toEqual([4]);
    expect(await find({ state: "placed", search: "deliveries" })).toEqual([0]);
    expect(await find({ channel: "checkout" })).toEqual([]);
    expect((await find({ channel: "api" })).length).toBe(5);
  });

  it("take a period with both its ends", async () => {
    const created = await database().prisma.order.findMany({
      where: { accountId: ctx.account.id },
    });
    const at = created.find(({ id }) => id === ids[2])?.createdAt.toISOString();
    expect(await find({ from: at, to: at })).toContain(2);
    expect(await find({ from: "2020-01-01T00:00:00+01:00", to: "2020-12-31T23:59:59Z" })).toEqual(
      [],
    );
    expect((await find({ from: "2020-01-01T00:00:00+01:00" })).length).toBe(5);
  });
});

describe("the time of fulfillment", () => {
  it("selects fulfilled orders with both ends, in each order and on each page", async () => {
    const by = { ...ctx, account: { ...ctx.account, id: sold.accountId } };
    const period = {
      fulfilled_from: "2026-10-01T00:00:00Z",
      fulfilled_to: "2026-10-01T23:59:59.999Z",
    };
    const where = { accountId: sold.accountId, state: "fulfilled" };
    const settledAt = { gte: new Date(period.fulfilled_from), lte: new Date(period.fulfilled_to) };
    const orders = await database().prisma.order.findMany({ where: { ...where, settledAt } });
    expect(orders.length).toBeGreaterThan(5);
    const read = async (input: object) =>
      (await listOrdersBySearch(by, SearchOrders.parse({ ...period, ...input }))).data;
    const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    const newest = idsOf(orders).toSorted().reverse();
    expect(idsOf(await read({ limit: 100 }))).toEqual(newest);
    expect(idsOf(await read({ starting_after: newest[2], limit: 3 }))).toEqual(newest.slice(3, 6));
    expect(idsOf(await read({ sort: "placed.asc", limit: 2 }))).toEqual(
      newest.toReversed().slice(0, 2),
    );
    const amounts = (await read({ sort: "amount.desc", limit: 100 })).map(
      ({ amountKg }) => amountKg,
    );
    expect(amounts).toEqual(orders.map(({ amountKg }) => amountKg).toSorted((a, b) => b - a));
    expect(await read({ state: "cancelled" })).toEqual([]);
  });
});

describe("pages", () => {
  it.each([
    ["placed.desc", [4, 3, 2, 1, 0]],
    ["placed.asc", [0, 1, 2, 3, 4]],
    ["amount.desc", [0, 3, 2, 1, 4]],
    ["amount.asc", [4, 1, 2, 3, 0]],
    ["price.asc", [4, 1, 2, 3, 0]],
  ])("by %s return every order once, forwards, backwards and from the end", async (sort, all) => {
    expect(await find({ sort })).toEqual(all);
    const [first, second, third] = [all.slice(0, 2), all.slice(2, 4), all.slice(4)];
    const id = (place?: number) => ids[place ?? -1];
    expect(await find({ sort, limit: 2 })).toEqual(first);
    expect(await find({ sort, limit: 2, starting_after: id(first[1]) })).toEqual(second);
    expect(await find({ sort, limit: 2, starting_after: id(second[1]) })).toEqual(third);
    expect(await find({ sort, limit: 2, ending_before: id(third[0]) })).toEqual(second);
    expect(await find({ sort, limit: 2, last: true })).toEqual(all.slice(3));
  });
});

describe("the list of thousands of orders", () => {
  it("reads its first and last page and a number by index, not the whole table", async () => {
    const { account } = other;
    const by = { ...other, account: { ...account, id: sold.accountId } };
    const inputs = [
      {},
      { last: true },
      { search: orderNumber(sold.idOf(1234)) },
      { starting_after: sold.idOf(1500) },
      { from: "2026-10-01T00:00:00Z", to: "2026-10-02T00:00:00Z" },
      { fulfilled_from: "2026-10-01T00:00:00Z", fulfilled_to: "2026-10-01T01:00:00Z" },
    ];
    for (const input of inputs) {
      const statements = await recordStatements(() =>
        listOrdersBySearch(by, SearchOrders.parse(input)),
      );
      const plan = await planOf(named(statements, /^$/), "custom");
      expect(plan).toMatch(/Index (Only )?Scan.* on orders/);
      expect(plan).not.toMatch(/Seq Scan on orders|Bitmap Heap Scan on orders/);
      if ("fulfilled_from" in input) expect(plan).toMatch(/using orders_fulfillment_idx/);
    }
  });
});
