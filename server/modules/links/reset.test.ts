import { expect, it } from "vitest";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";

it("the account's own links stay after resets of the test account", async () => {
  const { portfolioId: portfolio_id } = await makeStock();
  const { account, token: key } = await makeAccount();
  const shop = await call("POST", "/subaccounts", { key, body: { name: "Shop" } });
  const link = { name: "Trip", portfolio_id };
  const own = { ...link, slug: `own-${account.slug}` };
  const { json: created } = await call("POST", "/payment-links", { key, body: own });
  const ofShop = { ...link, slug: `shop-${account.slug}`, subaccount_id: shop.json.id };
  await call("POST", "/payment-links", { key, body: ofShop });
  for (const count of [1, 2]) {
    expect([count, (await call("POST", "/test/reset", { key })).status]).toEqual([count, 204]);
    expect((await call("GET", "/payment-links", { key })).json.data).toEqual([created]);
    await call("POST", "/orders", { key, body: { amount_kg: 1, portfolio_id } });
  }
});
