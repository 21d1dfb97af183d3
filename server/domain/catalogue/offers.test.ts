// The look-ups of prices and factors: of the mode, the portfolio and the account that ask.
import { beforeAll, expect, it } from "vitest";
import type { Mode } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { contextOf, importFile, makeAccount, makeStock } from "#testing/factories";
import { archive, make, type Owner, part, type Stock } from "#testing/own-portfolios";
import { findImportedKgPerUnit } from "./emission-factors";
import { findOffer } from "./offers";

let owner: Owner;
let other: Owner;
let stock: Stock;
let dearer: Stock;

beforeAll(async () => {
  [owner, other] = [await makeAccount(), await makeAccount()];
  stock = await makeStock({ apiCents: 2 });
  dearer = await makeStock({ apiCents: 10 });
  // The same portfolio under the same ids at another price.
  const [category] = stock.file.project_categories;
  const liveCategory = { ...category, api_price_per_kg_usd_cents: 50 };
  await importFile({ ...stock.file, mode: "live", project_categories: [liveCategory] });
});

function offer(more: Partial<Parameters<typeof findOffer>[1]> = {}) {
  return findOffer(database(), {
    accountId: owner.test.id,
    mode: "test",
    portfolioId: stock.portfolioId,
    subaccountId: null,
    defaultPortfolioId: dearer.portfolioId,
    ...more,
  });
}
const price = (apiCents: number) => ({
  millionths: [1_000_000],
  apiParts: [apiCents],
  checkoutParts: [apiCents === 50 ? 3 : apiCents + 1],
});

it("an offer has the parts and prices of its portfolio, in the mode that asks", async () => {
  expect(await offer()).toMatchObject({ portfolioId: stock.portfolioId, ...price(2) });
  expect(await offer({ mode: "live" })).toMatchObject(price(50));
  expect(await offer({ portfolioId: null })).toMatchObject(price(10));
  expect(await offer({ mode: "live", portfolioId: dearer.portfolioId })).toMatchObject({
    portfolioId: null,
  });
  expect(await offer({ portfolioId: "pf_none" })).toMatchObject({ portfolioId: null });
});

it("an account's own portfolio is offered to it alone, until it is archived", async () => {
  const own = await make(owner, part(stock, 0.25), part(dearer, 0.75));
  const wanted = { portfolioId: own.id };
  const mine = await offer(wanted);
  expect(mine?.portfolioId).toBe(own.id);
  expect([...(mine?.millionths ?? [])].sort()).toEqual([250_000, 750_000]);
  expect((mine?.apiParts ?? []).reduce((sum, cents) => sum + cents, 0)).toBe(12);
  const theirs = await offer({ ...wanted, accountId: other.test.id });
  expect(theirs?.portfolioId).toBeNull();
  await archive(owner, own.id);
  expect((await offer(wanted))?.portfolioId).toBeNull();
});

it("a subaccount's default portfolio goes before the account's, of its own account alone", async () => {
  const ctx = contextOf(owner.test);
  const [sub, plain] = [
    await createSubaccount(ctx, { name: "Sub" }),
    await createSubaccount(ctx, { name: "Plain" }),
  ];
  await database().prisma.subaccount.updateMany({
    where: { id: sub.id },
    data: { defaultPortfolioId: stock.portfolioId },
  });
  const wanted = { portfolioId: null, subaccountId: sub.id };
  const found = { subaccountFound: true, portfolioId: stock.portfolioId };
  expect(await offer(wanted)).toMatchObject(found);
  expect(await offer({ ...wanted, subaccountId: plain.id })).toMatchObject({
    subaccountFound: true,
    portfolioId: dearer.portfolioId,
  });
  const none = { subaccountFound: false, portfolioId: dearer.portfolioId };
  expect(await offer({ ...wanted, accountId: other.test.id })).toMatchObject(none);
  expect(await offer({ ...wanted, subaccountId: "sub_none" })).toMatchObject(none);
});

it("an imported factor is that of the last step that the distance has reached", async () => {
  const factor = (activity: string, from_distance_km: number, kg_co2e_per_unit: number) => ({
    activity,
    from_distance_km,
    kg_co2e_per_unit,
    unit: "passenger_km",
    source: "S",
    edition: "E",
    url: null,
  });
  const factors = [factor("flight", 0, 1), factor("flight", 900, 2), factor("train", 0, 3)];
  await importFile({ mode: "test", emission_factors: factors });
  const find = (distanceKm: number, activity = "flight", mode: Mode = "test") =>
    findImportedKgPerUnit(database(), { mode, activity, distanceKm });
  expect([await find(0), await find(899.9), await find(900), await find(5000)]).toEqual([
    1, 1, 2, 2,
  ]);
  expect(await find(10, "train")).toBe(3);
  expect(await find(10, "office_space")).toBeNull();
  expect(await find(10, "flight", "live")).toBeNull();
});
