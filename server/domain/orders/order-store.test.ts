import { beforeAll, describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { cards, openSession, pay } from "#testing/checkout";
import {
  contextOf,
  importFile,
  makeAccount,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { cancelPlaced } from "./cancel-order";
import { findOrder, findOrdersByKey, loadDetails } from "./order-details";
import { releaseOrder } from "./release-order";
import { findNamedOrder } from "./store";
import { findUnfilled } from "./waiting-orders";

let stock: Awaited<ReturnType<typeof makeStock>>;
let ctx: AccountContext;
let other: AccountContext;
let live: AccountContext;
const sql = () => database();
const now = () => new Date();

beforeAll(async () => {
  stock = await makeStock({ tonnes: 1 });
  await importFile({ ...stock.file, mode: "live" });
  const [one, two] = [await makeAccount(), await makeAccount()];
  [ctx, other, live] = [contextOf(one.test), contextOf(two.test), contextOf(one.live)];
});

const place = (by: AccountContext, amountKg = 10, subaccountId: string | null = null) =>
  placeOrder(
    { ...by, now: now() },
    { amount_kg: amountKg, portfolio_id: stock.portfolioId, subaccountId },
  );
const cancel = (by: AccountContext, id: string) =>
  cancelPlaced(sql(), { accountId: by.account.id, id, now: now(), reason: "requested" });
const stateOf = async (id: string) =>
  (await sql().prisma.order.findFirstOrThrow({ where: { id } })).state;

async function placeInCheckout(amountKg: number, card: string): Promise<string> {
  const { portfolioId } = stock;
  const { id } = await openSession({ account: ctx.account, portfolioId, amountKg });
  await pay(id, card);
  return (await sql().prisma.order.findFirstOrThrow({ where: { checkoutSessionId: id } })).id;
}

const placeUnpaid = (amountKg = 20) => placeInCheckout(amountKg, cards.paysLater);
const placePaid = (amountKg: number) => placeInCheckout(amountKg, cards.good);

describe("an order", () => {
  it("is cancelled by its account, once", async () => {
    const [first, second, untouched] = [
      await place(ctx, 1),
      await place(ctx, 2),
      await place(ctx, 4),
    ];
    expect(await cancel(other, first.id)).toBe(false);
    expect(await cancel(ctx, first.id)).toBe(true);
    expect(await cancel(ctx, first.id)).toBe(false);
    expect(await cancel(ctx, second.id)).toBe(true);
    const states = await Promise.all([first, second, untouched].map(({ id }) => stateOf(id)));
    expect(states).toEqual(["cancelled", "cancelled", "placed"]);
  });

  it("that waits for its payment is released by its account, once, unless it is cancelled", async () => {
    const [id, untouched, cancelled] = [
      await placeUnpaid(),
      await placeUnpaid(),
      await placeUnpaid(),
    ];
    const { id: paid } = await place(ctx);
    const let_ = (id: string, by = ctx) => releaseOrder(by, { id });
    expect(await cancel(ctx, cancelled)).toBe(true);
    expect([await let_(id, other), await let_(paid), await let_(cancelled)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([await let_(id), await let_(id)]).toEqual([true, false]);
    const waits = await sql().prisma.order.findMany({ where: { awaitingPayment: true } });
    expect(waits.map((order) => order.id).sort()).toEqual([untouched, cancelled].sort());
  });

  it("is read by its own account only, alone or in a list", async () => {
    const [first, second, foreign] = [await place(ctx), await place(ctx), await place(other)];
    const find = async (by: AccountContext, id: string) =>
      (await findOrder(sql(), by.account.id, id))?.id ?? null;
    expect(await find(ctx, first.id)).toBe(first.id);
    expect(await find(ctx, second.id)).toBe(second.id);
    expect(await find(ctx, foreign.id)).toBeNull();
    const keys = [
      { accountId: ctx.account.id, orderId: second.id },
      { accountId: ctx.account.id, orderId: foreign.id },
      { accountId: other.account.id, orderId: foreign.id },
    ];
    const orders = await findOrdersByKey(sql(), keys);
    expect(orders.map(({ id }) => id).sort()).toEqual([second.id, foreign.id].sort());
  });

  it("has its account's and subaccount's names on public pages", async () => {
    const one = await createSubaccount(ctx, { name: "One" });
    const two = await createSubaccount(ctx, { name: "Two" });
    const orders = [await place(ctx, 1, one.id), await place(ctx, 1, two.id), await place(other)];
    const names = await Promise.all(
      orders.map(async ({ id }) => {
        const order = await findNamedOrder(sql(), id);
        return [order?.id, order?.accountName, order?.subaccountName];
      }),
    );
    expect(names).toEqual([
      [orders[0]?.id, ctx.account.name, "One"],
      [orders[1]?.id, ctx.account.name, "Two"],
      [orders[2]?.id, other.account.name, null],
    ]);
    expect(await findNamedOrder(sql(), "ord_none")).toBeNull();
  });
});

describe("demand that the stock must cover first", () => {
  it("consists of the mode's orders that matching may fill, and of no order with held stock", async () => {
    for (const { accountId, id } of await sql().prisma.order.findMany({
      where: { state: "placed" },
    })) {
      await cancelPlaced(sql(), { accountId, id, now: now(), reason: "requested" });
    }
    await makeStock();
    const unpaid = await placeUnpaid(25);
    await place(live, 6);
    await place(ctx, 2000);
    await matchAll();
    const waiting = await place(ctx, 7);
    await placePaid(26);
    const amounts = async (mode: "test" | "live") =>
      (await findUnfilled(sql(), mode)).map(({ amountKg }) => amountKg);
    // The order of 2,000 kg was tried on this stock.
    expect(await amounts("test")).toEqual([7]);
    expect(await amounts("live")).toEqual([]);
    await cancel(ctx, unpaid);
    expect(await amounts("test")).toEqual([7]);
    await makeStock();
    expect(await amounts("test")).toEqual([2000, 7]);
    await cancel(ctx, waiting.id);
    expect(await amounts("test")).toEqual([2000]);
  });
});

it("each order has its own retirements, of its mode's lots", async () => {
  const placed = [
    { by: ctx, kg: 30 },
    { by: ctx, kg: 35 },
    { by: other, kg: 40 },
    { by: live, kg: 50 },
  ];
  const ids: string[] = [];
  for (const { by, kg } of placed) ids.push((await place(by, kg)).id);
  await matchAll();
  const read = await Promise.all(
    placed.map(({ by }, index) => findOrder(sql(), by.account.id, ids[index] ?? "")),
  );
  const details = await loadDetails(
    systemContext(),
    read.flatMap((order) => order ?? []),
  );
  const kg = details.map(({ allocations }) =>
    allocations.map((part) => [part.project.mode, part.amountKg]),
  );
  expect(kg).toEqual([[["test", 30]], [["test", 35]], [["test", 40]], [["live", 50]]]);
});
