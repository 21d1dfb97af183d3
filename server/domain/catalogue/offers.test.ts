import { beforeAll, expect, it } from "vitest";
import type { Mode } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { contextOf, importFile, makeAccount, makeStock } from "#testing/factories";
import {
  archiveOwnPortfolio,
  createOwnPortfolio,
  type Owner,
  part,
  type Stock,
} from "#testing/own-portfolios";
import { findImportedKgPerUnit } from "./emission-factors";
import { findOffer } from "./offers";

let owner: Owner;
let other: Owner;
let stock: Stock;
let expensive: Stock;

beforeAll(async () => {
  [owner, other] = [await makeAccount(), await makeAccount()];
  stock = await makeStock({ apiPrice: 2 });
  expensive = await makeStock({ apiPrice: 10 });
  // The same ids at another price.
  const [category] = stock.file.project_categories;
  const liveCategory = { ...category, api_price_per_kg_usd_cents: 50 };
  await importFile({ ...stock.file, mode: "live", project_categories: [liveCategory] });
});

function offer(more: Partial<Parameters<typeof findOffer>[1]> = {}) {
  return findOffer(database(), {
    accountId: owner.test.id,
    mode: "test",
    currency: "usd",
    portfolioId: stock.portfolioId,
    subaccountId: null,
    defaultPortfolioId: expensive.portfolioId,
    ...more,
  });
}
const price = (apiPrice: number) => ({
  millionths: [1_000_000],
  apiParts: [apiPrice],
  checkoutParts: [apiPrice === 50_000 ? 3000 : apiPrice + 1000],
});

it("an offer has the parts and prices of its portfolio in the given mode", async () => {
  expect(await offer()).toMatchObject({ portfolioId: stock.portfolioId, ...price(2000) });
  expect(await offer({ mode: "live" })).toMatchObject(price(50_000));
  expect(await offer({ portfolioId: null })).toMatchObject(price(10_000));
  expect(await offer({ mode: "live", portfolioId: expensive.portfolioId })).toMatchObject({
    portfolioId: null,
  });
  expect(await offer({ portfolioId: "pf_none" })).toMatchObject({ portfolioId: null });
});

it("an account's own portfolio is offered to this account only, until it is archived", async () => {
  const own = await createOwnPortfolio(owner, part(stock, 0.25), part(expensive, 0.75));
  const query = { portfolioId: own.id };
  const ownOffer = await offer(query);
  expect(ownOffer?.portfolioId).toBe(own.id);
  expect([...(ownOffer?.millionths ?? [])].sort()).toEqual([250_000, 750_000]);
  expect((ownOffer?.apiParts ?? []).reduce((sum, amount) => (sum ?? 0) + (amount ?? 0), 0)).toBe(
    12_000,
  );
  const foreignOffer = await offer({ ...query, accountId: other.test.id });
  expect(foreignOffer?.portfolioId).toBeNull();
  await archiveOwnPortfolio(owner, own.id);
  expect((await offer(query))?.portfolioId).toBeNull();
});

it("a subaccount's default portfolio takes precedence over the account's, within its account", async () => {
  const ctx = contextOf(owner.test);
  const [sub, plain] = [
    await createSubaccount(ctx, { name: "Sub" }),
    await createSubaccount(ctx, { name: "Plain" }),
  ];
  await database().prisma.subaccount.updateMany({
    where: { id: sub.id },
    data: { defaultPortfolioId: stock.portfolioId },
  });
  const query = { portfolioId: null, subaccountId: sub.id };
  const expected = { subaccountExists: true, portfolioId: stock.portfolioId };
  expect(await offer(query)).toMatchObject(expected);
  expect(await offer({ ...query, subaccountId: plain.id })).toMatchObject({
    subaccountExists: true,
    portfolioId: expensive.portfolioId,
  });
  const none = { subaccountExists: false, portfolioId: expensive.portfolioId };
  expect(await offer({ ...query, accountId: other.test.id })).toMatchObject(none);
  expect(await offer({ ...query, subaccountId: "sub_none" })).toMatchObject(none);
});

it("an imported factor is that of the last step reached", async () => {
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
