import { beforeAll, expect, it } from "vitest";
import { REFUNDED, sellInCurrencies, soldKg } from "#testing/currencies";
import { contextOf, systemContext } from "#testing/factories";
import { getMonthFigures, listMonthFigures, sumFigures } from "./figures";
import { monthOf } from "./month-rules";

const month = monthOf(new Date());
let world: Awaited<ReturnType<typeof sellInCurrencies>>;

beforeAll(async () => {
  world = await sellInCurrencies();
});

it("a month of all accounts has a sum for each currency, in the order of the table", async () => {
  const sums = sumFigures(await listMonthFigures(systemContext(), { mode: "test", month }));
  const { usd, eur, jpy } = world;
  const expected = Object.entries({ usd, eur, jpy }).map(([currency, seller]) => ({
    currency,
    ordered: { api: { orders: 1, price: seller.apiPrice } },
    sold: {
      api: { kg: soldKg[currency as keyof typeof soldKg], price: seller.apiPrice },
      checkout: { price: seller.checkoutPrice },
    },
    paid: { paid: seller.checkoutPrice, refunded: currency === "usd" ? 0 : REFUNDED },
  }));
  expect(sums).toMatchObject(expected);
});

it("an account's month has its currency, also where nothing was sold", async () => {
  const { account } = world.jpy;
  const { from, to } = monthOf(new Date("2020-01-01"));
  expect(await getMonthFigures(contextOf(account), month)).toMatchObject({
    currency: "jpy",
    sold: { api: { price: world.jpy.apiPrice } },
  });
  expect(await getMonthFigures(contextOf(account), { from, to })).toMatchObject({
    currency: "jpy",
    sold: { api: { price: 0 } },
  });
});
