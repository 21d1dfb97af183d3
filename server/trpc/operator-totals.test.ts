import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createApiKey } from "#domain/accounts";
import { giveStatus, REFERENCE } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { trpcContextOf } from "#testing/procedures";
import { openTransfer, setBankAccount } from "#testing/transfers";
import { exportsRouter } from "./exports";
import { createCallerFactory } from "./procedures";
import { appRouter } from "./router";

let account: Account;
let portfolioId: string;
let reference: string;
let slug: string;
let operator: ReturnType<typeof call>;
let exports: ReturnType<typeof callExports>;
const callExports = createCallerFactory(exportsRouter);
const call = createCallerFactory(appRouter);

// 300 kg are retired, 5 t wait for credits, and 100 kg for their money.
beforeAll(async () => {
  const { live, test } = await makeAccount();
  account = test;
  slug = live.slug;
  ({ portfolioId } = await makeStock({ tonnes: 2 }));
  const terms = { portfolio_id: portfolioId, subaccountId: null };
  const sold = await placeOrder(contextOf(account), { ...terms, amount_kg: 300 });
  await matchAll();
  await giveStatus(sold.id, { status: "retired" });
  setBankAccount(true);
  ({ reference } = await openTransfer({ account, portfolioId }));
  setBankAccount(false);
  await placeOrder(contextOf(account), { ...terms, amount_kg: 5000 });
  await matchAll();
  const context = await trpcContextOf(await makePerson({ isOperator: true }), { slug });
  operator = call(context);
  exports = callExports(context);
});

describe("the totals of the operator's lists", () => {
  it("of waiting orders follow the portfolio", async () => {
    const totals = { count: 1, is_capped: false, amount_kg: 5000 };
    expect(await operator.operatorWaiting.totals({ portfolio: portfolioId })).toEqual(totals);
    expect((await operator.operatorWaiting.totals({ portfolio: "pf_other" })).count).toBe(0);
  });

  it("of transfers are what customers owe", async () => {
    const sums = [{ currency: "usd", amount: 300, refunding: 0 }];
    const totals = { count: 1, is_capped: false, sums };
    const { operatorTransfers } = operator;
    expect(await operatorTransfers.totals({ search: reference })).toEqual(totals);
    expect((await operatorTransfers.totals({})).count).toBe(
      (await operatorTransfers.list({ limit: 100 })).data.length,
    );
    expect((await operatorTransfers.totals({ search: "no such reference" })).count).toBe(0);
  });

  it("of registry retirements leave out superseded ones, and follow the search", async () => {
    const { operatorRetirements } = operator;
    const totals = await operatorRetirements.totals({ search: REFERENCE.toLowerCase() });
    expect(totals).toEqual({ count: 1, is_capped: false, amount_kg: 300 });
    expect((await operatorRetirements.totals({ search: "%" })).count).toBe(0);
    expect((await operatorRetirements.totals({ registry: "none" })).count).toBe(0);
    await database().prisma.registryRetirement.updateMany({
      where: { registryReference: REFERENCE },
      data: { isLive: false, supersededAt: new Date() },
    });
    expect(await operatorRetirements.totals({ search: REFERENCE })).toEqual({
      ...{ count: 1, is_capped: false, amount_kg: 0 },
    });
  });

  it("of incidents are the kg that the rows are about", async () => {
    const row = { place: "line 2", serials: null };
    const proposal = { items: [{ lotId: "lot", startKg: 1000, endKg: 3000 }] };
    const common = { mode: "test", registry: "verra", state: "open", createdAt: new Date(), row };
    await database().prisma.registryIncident.createMany({
      data: [
        { ...common, id: "inc_1", kind: "needs_confirmation", proposal },
        { ...common, id: "inc_2", kind: "needs_confirmation" },
        { ...common, id: "inc_3", kind: "other_beneficiary", proposal },
      ],
    });
    const { operatorIncidents } = operator;
    const totals = { is_capped: false, amount_kg: 2000 };
    const kind = "needs_confirmation";
    expect(await operatorIncidents.totals({ kind })).toEqual({ ...totals, count: 2 });
    expect(await operatorIncidents.totals({})).toEqual({ ...totals, count: 3, amount_kg: 4000 });
    expect((await operatorIncidents.totals({ state: "resolved" })).count).toBe(0);
  });
});

describe("the CSV of", () => {
  const recordsOf = ({ head, rows }: Awaited<ReturnType<typeof exports.portfolios>>) =>
    rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));

  it("portfolios and categories has prices and shares, and that of factors their sources", async () => {
    const portfolios = recordsOf(await exports.portfolios({}));
    const portfolio = portfolios.find(({ id }) => id === portfolioId);
    expect(portfolio).toMatchObject({ is_archived: "false", currency: "USD" });
    expect(portfolio?.["categories"]).toMatch(/^cat_\S+ 100%$/);
    const [id] = String(portfolio?.["categories"]).split(" ");
    const category = recordsOf(await exports.categories({})).find((one) => one["id"] === id);
    expect(category?.["projects"]).toMatch(/^prj_\S+ 100%$/);
    expect(category?.["api_price_per_tonne"]).toBe("20.00");
    const factors = recordsOf(await exports["emission-factors"]({}));
    expect(factors.length).toBe((await operator.operatorFactors.list()).length);
    expect(factors[0]).toMatchObject({ origin: "default", source: expect.stringMatching(/\w/) });
  });

  it("API keys has no token", async () => {
    const { token, id } = await createApiKey(contextOf(account), { name: "Shop", scope: "read" });
    const { id: accountId } = await database().prisma.account.findUniqueOrThrow({
      where: { slug },
    });
    const viewer = await makePerson({ accountId, role: "viewer" });
    const page = await callExports(await trpcContextOf(viewer, { slug }))["api-keys"]({});
    expect(recordsOf(page)[0]).toMatchObject({ id, name: "Shop", scope: "read", is_valid: "true" });
    expect(JSON.stringify(page)).not.toContain(token);
  });

  it("requests, checks and security events has the rows of its list", async () => {
    const requests = recordsOf(await exports["registry-requests"]({ show: "open" }));
    expect(requests).toHaveLength(
      (await operator.operatorWorklist.requests({ show: "open" })).data.length,
    );
    await operator.operatorLedger.start();
    const [check] = recordsOf(await exports["ledger-checks"]({}));
    expect(check).toMatchObject({ state: "queued", violations: null });
    const events = await exports["security-events"]({ kind: "auth.login_failed" });
    expect(events.rows).toHaveLength(
      (await operator.operatorSecurity.list({ kind: "auth.login_failed" })).data.length,
    );
  });
});
