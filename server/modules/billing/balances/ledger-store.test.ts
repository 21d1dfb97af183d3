// The ledger's statements, over accounts with different terms.
import { beforeEach, describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { makeBilledAccount, placeCharged } from "#testing/billing";
import { makeAccount, makeStock } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import {
  addCharge,
  addEntry,
  findBalanceRow,
  findChargeOf,
  findEntries,
  lockBalance,
  updateTaxRate,
} from "./ledger";

const now = new Date();
const sql = () => database();

let limited: AccountContext;
let other: AccountContext;
let portfolioId: string;

beforeEach(async () => {
  portfolioId ??= (await makeStock()).portfolioId;
  ({ ctx: limited } = await makeBilledAccount({ limitAmount: 1_000 }));
  ({ ctx: other } = await makeBilledAccount({ limitAmount: 1_000 }));
});

const idOf = ({ account }: AccountContext) => account.id;

const deposit = (ctx: AccountContext, amount: number, reference = "bank") =>
  addEntry(sql(), { accountId: idOf(ctx), kind: "deposit", amount, reference, now });

const balanceOf = async (ctx: AccountContext) => (await findBalanceRow(sql(), idOf(ctx)))?.balance;

const entriesOf = (ctx: AccountContext, before = 1_000, limit = 10) =>
  findEntries(sql(), { accountId: idOf(ctx), before, limit });

async function placeUncharged(ctx: AccountContext): Promise<string> {
  const uncharged = {
    ...ctx,
    account: { ...ctx.account, terms: "billed_elsewhere" as const },
    now,
  };
  const input = { amount_kg: 1, portfolio_id: portfolioId, subaccountId: null };
  return (await placeOrder(uncharged, input)).id;
}

/** Charges an order that was placed without a charge. */
async function charge(ctx: AccountContext, net: number) {
  const orderId = await placeUncharged(ctx);
  return addCharge(sql(), { accountId: idOf(ctx), orderId, net, now });
}

describe("an entry", () => {
  it("moves the balance of its account only, and follows the one before", async () => {
    expect(await deposit(limited, 500)).toMatchObject({ seq: 1, balanceAfter: 500 });
    expect(await deposit(limited, 20, "next")).toMatchObject({
      ...{ accountId: idOf(limited), seq: 2, amount: 20 },
      ...{ balanceBefore: 500, balanceAfter: 520 },
    });
    expect(await balanceOf(limited)).toBe(520);
    expect(await balanceOf(other)).toBe(0);
    expect(await entriesOf(other)).toEqual([]);
  });

  it("is not written for an account without a ledger", async () => {
    const { account } = await makeAccount();
    const entry = { accountId: account.id, kind: "deposit", amount: 1, now } as const;
    expect(await addEntry(sql(), { ...entry, reference: "x" })).toBeNull();
    expect(await findBalanceRow(sql(), account.id)).toBeNull();
  });
});

describe("a charge", () => {
  it("reaches the limit and never goes beyond it", async () => {
    expect(await charge(limited, 999)).toMatchObject({ balanceAfter: -999 });
    expect(await charge(limited, 2)).toBeNull();
    expect(await charge(limited, 1)).toMatchObject({ amount: -1 });
    expect(await charge(limited, 1)).toBeNull();
    expect([await balanceOf(limited), await balanceOf(other)]).toEqual([-1_000, 0]);
    expect((await entriesOf(limited)).map(({ seq }) => seq)).toEqual([2, 1]);
  });

  it("holds the tax back, rounded up, at the account's own rate", async () => {
    await updateTaxRate(sql(), { accountId: idOf(limited), taxRateBasisPoints: 1_900 });
    expect(await charge(limited, 101)).toMatchObject({ amount: -121 });
    expect(await charge(other, 101)).toMatchObject({ amount: -101 });
  });

  it("has no limit on terms without one", async () => {
    const { ctx } = await makeBilledAccount({ limitAmount: null });
    expect(await charge(ctx, 5_000_000)).toMatchObject({ amount: -5_000_000 });
  });

  it("needs terms: an account whose terms ended is not charged", async () => {
    await database().prisma.account.update({
      where: { id: idOf(limited) },
      data: { terms: null },
    });
    expect(await charge(limited, 1)).toBeNull();
  });

  it("is found by its order, and other entries about an order are not", async () => {
    const orders = [3, 5].map((kg) => placeCharged(limited, { portfolioId, kg }));
    for (const orderId of await Promise.all(orders)) {
      const entry = await findChargeOf(sql(), { accountId: idOf(limited), orderId });
      expect(entry).toMatchObject({ orderId, kind: "order" });
      expect(await findChargeOf(sql(), { accountId: idOf(other), orderId })).toBeNull();
    }
    const orderId = await placeUncharged(limited);
    await addEntry(sql(), {
      ...{ accountId: idOf(limited), orderId, now },
      ...{ kind: "order_cancelled", amount: 1, reference: null },
    });
    expect(await findChargeOf(sql(), { accountId: idOf(limited), orderId })).toBeNull();
  });
});

it("a page has the account's entries before a number, newest first", async () => {
  for (const [index, amount] of [10, 20, 30].entries()) await deposit(limited, amount, `b${index}`);
  await deposit(other, 99);
  expect((await entriesOf(limited, 3)).map(({ seq }) => seq)).toEqual([2, 1]);
  expect((await entriesOf(limited, 4, 2)).map(({ seq }) => seq)).toEqual([3, 2]);
});

it("a locked balance keeps entries waiting, of its account only", async () => {
  const events: string[] = [];
  let waiting: Promise<unknown> = Promise.resolve();
  await database().sqlTransaction(async (tx) => {
    expect(await lockBalance(tx, idOf(limited))).toMatchObject({ accountId: idOf(limited) });
    await deposit(other, 1);
    waiting = database().sqlTransaction(async (second) => {
      await lockBalance(second, idOf(limited));
      events.push("second locked");
    });
    await database().query({ name: "", text: "SELECT pg_sleep(0.3)" }, []);
    events.push("first ends");
  });
  await waiting;
  expect(events).toEqual(["first ends", "second locked"]);
});
