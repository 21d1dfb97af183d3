import { expect, test } from "vitest";
import { database } from "#core/db";
import { quoteMass } from "#domain/catalogue";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { makePerson } from "#testing/people";
import { dashboardOf } from "#testing/procedures";
import { runTill, runTillJson } from "#testing/till";

const till = (...args: string[]) => runTill(".", args);
const tillJson = (...args: string[]) => runTillJson(".", args);

/** A portfolio offered at $20 through the API and $30 at checkout. */
async function makeSale() {
  const { live, test: account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const price = (verb: string, ...args: string[]) => [
    ...["account", "price", verb, "--account", live.slug, "--mode", "test"],
    ...(verb === "list" ? [] : ["--portfolio", portfolioId]),
    ...args,
  ];
  const quote = async (source: "api" | "checkout") => {
    const terms = { amount_kg: 1000, portfolio_id: portfolioId, source, subaccountId: null };
    const quote = await quoteMass(contextOf(account), terms);
    return quote.price_usd_cents;
  };
  const quotes = async () => [await quote("api"), await quote("checkout")];
  return { live, account, portfolioId, price, quotes };
}

test("account price sets, lists and removes what a portfolio costs one account", async () => {
  const { price, quotes, portfolioId } = await makeSale();
  expect(await tillJson(...price("set", "--api", "17.50"))).toMatchObject({
    api_price_per_tonne: 1750,
    checkout_price_per_tonne: null,
    offered_checkout_price_per_tonne: 3000,
  });
  expect(await quotes()).toEqual([1750, 3000]);
  await tillJson(...price("set", "--checkout", "25"));
  expect(await quotes()).toEqual([1750, 2500]);
  const { stdout } = await till(...price("list"));
  expect(stdout).toContain(
    `${portfolioId} Portfolio: API $17.50 (catalogue $20.00), checkout $25.00 (catalogue $30.00)`,
  );
  await tillJson(...price("set", "--no-api"));
  expect(await quotes()).toEqual([2000, 2500]);
  await tillJson(...price("remove"));
  expect(await quotes()).toEqual([2000, 3000]);
});

test("account price refuses what is no price, a large change unless confirmed, and unknown ids", async () => {
  const { live, price, quotes } = await makeSale();
  const low = price("set", "--api", "5");
  const refused = await till(...low);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("The API price changes from $20.00 to $5.00 per tonne.");
  expect((await till(...price("set", "--api", "0"))).code).toBe(1);
  expect((await till(...price("set", "--checkout", "cheap"))).stderr).toContain("--checkout must");
  const unknown = ["--account", live.slug, "--portfolio", "pf_none", "--api", "17"];
  expect((await till("account", "price", "set", ...unknown)).stderr).toContain("pf_none");
  expect(await quotes()).toEqual([2000, 3000]);
  expect((await till(...low, "--confirm")).code).toBe(0);
  expect(await quotes()).toEqual([500, 3000]);
});

test("dashboard and account price set the same prices and write the same audit entries", async () => {
  const { live, account, portfolioId, price, quotes } = await makeSale();
  const { operatorAccounts: operator } = await dashboardOf(await makePerson({ isOperator: true }));
  const set = (api: number | null, expected: number | null) =>
    operator.setPrices({
      id: live.id,
      portfolio_id: portfolioId,
      api_price_per_tonne: api,
      checkout_price_per_tonne: null,
      expected: { api: expected, checkout: null },
    });
  await set(1750, null);
  expect(await quotes()).toEqual([1750, 3000]);
  const listed = (await operator.prices({ id: live.id })).find(
    (row) => row.portfolioId === portfolioId,
  );
  expect(listed?.own).toEqual({ api: 1750, checkout: null });
  await expect(set(1800, null)).rejects.toMatchObject({ cause: { code: "conflict" } });
  await set(null, 1750);
  await tillJson(...price("set", "--api", "17.50"));
  await tillJson(...price("remove"));
  const entries = await database().prisma.auditEntry.findMany({
    where: { accountId: account.id, action: "portfolio.account_prices_set" },
    orderBy: { id: "asc" },
  });
  const [first, second, ...byCli] = entries.map(({ subjectId, data }) => ({ subjectId, data }));
  expect(byCli).toEqual([first, second]);
});
