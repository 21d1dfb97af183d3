import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { database } from "#core/db";
import { setAccountPrices } from "#domain/catalogue";
import { call } from "#testing/api";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { findPublishedLink, getBuyPage } from "./public-link";

it("a link sells at the checkout price of its account", async () => {
  const { portfolioId: portfolio_id } = await makeStock({ tonnes: 100 });
  const [owner, other] = [await makeAccount(), await makeAccount()];
  await database().transaction((db) =>
    setAccountPrices(
      { ...contextOf(owner.account), db },
      {
        portfolio_id,
        api_price_per_tonne: 1500,
        checkout_price_per_tonne: 2500,
        expected: { api: null, checkout: null },
        confirmed: false,
      },
    ),
  );
  for (const [{ token: key }, amount] of [
    [owner, 2500],
    [other, 3000],
  ] as const) {
    const slug = `link-${randomUUID()}`;
    const body = { slug, name: "Trip", portfolio_id, suggested_kg: [1000] };
    await call("POST", "/payment-links", { key, body });
    expect((await getBuyPage(systemContext(), { slug }))?.sale).toMatchObject({
      pricePerTonne: amount,
      suggestions: [{ kg: 1000, price: amount }],
    });
    const link = await findPublishedLink(systemContext(), { slug });
    expect(link?.pricePerTonne).toBe(amount);
  }
});
