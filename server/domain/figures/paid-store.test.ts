// The statements of customers' money, over two accounts, both modes, and the edges of a month.
import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { makePaidMonth, paidMonth } from "#testing/paid-month";
import { findPaid, findPaidDays, type Scope } from "./figures-store";

const { from, to, lastDay } = paidMonth;

let shop: Awaited<ReturnType<typeof makePaidMonth>>;

beforeAll(async () => {
  shop = await makePaidMonth();
});

const paidOf = async (given: Scope) =>
  shop.ofBoth(await findPaid(database(), given)).map(({ accountId: _, ...sums }) => sums);

it("sums each payment, fee, refund and lost dispute of the month, at its own time", async () => {
  const currency = "usd";
  const own = {
    currency,
    payments: 2,
    paid: 900,
    refunded: 11 + 13 + 17 + 37,
    lostDispute: 37,
    fee: 7,
  };
  expect(await paidOf(shop.scope())).toEqual([own]);
  expect(await paidOf(shop.scope({ subaccountId: shop.oslo }))).toEqual([
    { currency, payments: 1, paid: 600, refunded: 37, lostDispute: 37, fee: 0 },
  ]);
  expect(await paidOf(shop.scope({ subaccountId: "sub_other" }))).toEqual([]);
  const foreign = {
    currency,
    payments: 1,
    paid: 4800,
    refunded: 31,
    lostDispute: 0,
    fee: 0,
  };
  expect(new Set(await paidOf(shop.everyone()))).toEqual(new Set([own, foreign]));
  expect(await paidOf(shop.scope({ accountId: null, mode: "live" }))).toEqual([]);
  expect(await paidOf(shop.scope({ mode: "live" }))).toEqual([]);
});

it("sums by day what the account's customers paid from a day on", async () => {
  const rows = await findPaidDays(database(), {
    accountId: shop.account.id,
    currency: "usd",
    from,
  });
  expect(rows.map((one) => [one.startsAt, one.paid])).toEqual([
    [from, 300 - 24],
    [lastDay, 600 - 17 - 37],
    [to, 2400 - 23],
  ]);
});
