import { beforeAll, describe, expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { orderNumber } from "#core/id";
import { createApiKey } from "#domain/accounts";
import { createSubaccount } from "#domain/catalogue";
import { seedAccount } from "#testing/bench/dashboard-seed";
import { directUrl, planOf } from "#testing/bench/plans";
import { recordStatements } from "#testing/bench/record";
import { openSession } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { type Dashboard, dashboardOf } from "#testing/procedures";

type Role = "admin" | "developer" | "viewer";

async function memberOf(live: { id: string; slug: string }, role: Role): Promise<Dashboard> {
  const person = await makePerson({ accountId: live.id, role });
  return dashboardOf(person, { slug: live.slug });
}

let ctx: AccountContext;
let projectId: string;
let admin: Dashboard;
let viewer: Dashboard;
let developer: Dashboard;
let stranger: Dashboard;
let operator: Dashboard;
const ids = { order: "", session: "", subaccount: "", key: "" };

beforeAll(async () => {
  const { portfolioId, file } = await makeStock();
  projectId = file.projects[0]?.id ?? "";
  const { live, test } = await makeAccount();
  ctx = contextOf(test);
  ids.subaccount = (
    await createSubaccount(ctx, { name: "Fjord Ferries", email: "a@fjord.test" })
  ).id;
  ids.key = (await createApiKey(ctx, { name: "Fjord shop", scope: "write" })).id;
  const order = { amount_kg: 7, portfolio_id: portfolioId, subaccountId: null };
  ids.order = (await placeOrder(ctx, { ...order, description: "Fjord trips of June" })).id;
  ids.session = (
    await openSession({ account: test, portfolioId, customerEmail: "Ann@Fjord.test" })
  ).id;
  admin = await memberOf(live, "admin");
  viewer = await memberOf(live, "viewer");
  developer = await memberOf(live, "developer");
  stranger = await memberOf((await makeAccount()).live, "admin");
  operator = await dashboardOf(await makePerson({ isOperator: true }));
});

/** Ids of the results of each kind, without kinds that have none. */
async function find(text: string, caller = admin) {
  const { projects, ...own } = await caller.search.find({ text });
  const kinds = Object.entries(own).map(
    ([kind, hits]) => [kind, hits.map(({ id }) => id)] as const,
  );
  return Object.fromEntries(kinds.filter(([, hits]) => hits.length > 0));
}

describe("the search of the palette", () => {
  it("finds by name, text and the start of an email address, in any case", async () => {
    expect(await find("fjord")).toEqual({
      orders: [ids.order],
      sessions: [ids.session],
      subaccounts: [ids.subaccount],
      keys: [ids.key],
    });
    expect(await find("ANN@fj")).toEqual({ sessions: [ids.session] });
    // Wildcards are matched literally.
    expect(await find("f_ord")).toEqual({});
  });

  it("finds by id and order number", async () => {
    expect(await find(orderNumber(ids.order))).toEqual({ orders: [ids.order] });
    expect(await find(ids.subaccount)).toEqual({ subaccounts: [ids.subaccount] });
    expect(await find(ids.key)).toEqual({ keys: [ids.key] });
    expect(await find(ids.session)).toMatchObject({ sessions: [ids.session] });
    const { projects } = await admin.search.find({ text: projectId });
    expect(projects).toMatchObject([{ id: projectId }]);
  });

  it("finds nothing of other accounts", async () => {
    for (const text of ["fjord", orderNumber(ids.order), ...Object.values(ids)]) {
      expect([text, await find(text, stranger)]).toEqual([text, {}]);
    }
  });

  it("offers changes to people who may make them, of what can be changed", async () => {
    const offered = async (caller: Dashboard) => {
      const { orders, sessions, keys } = await caller.search.find({ text: "fjord" });
      return [orders[0]?.may_cancel, sessions[0]?.may_expire, keys[0]?.may_revoke];
    };
    expect(await offered(viewer)).toEqual([false, false, false]);
    expect(await offered(developer)).toEqual([false, false, true]);
    expect(await offered(admin)).toEqual([true, true, true]);
    await admin.orders.cancel({ id: ids.order });
    expect(await offered(admin)).toEqual([false, true, true]);
  });
});

describe("the operator's search", () => {
  it("finds accounts, projects, and the lot of a serial number", async () => {
    const { account } = ctx;
    const byAccount = await operator.operatorSearch.find({ text: account.name });
    expect(byAccount.accounts.map(({ name }) => name)).toContain(account.name);
    const lot = await database().prisma.creditLot.findFirstOrThrow({ where: { projectId } });
    const byRange = await operator.operatorSearch.find({ text: lot.serialNumberRange });
    expect(byRange.lots).toMatchObject([{ id: lot.id }]);
  });
});

/** Plans that scan a whole table only if no index helps, as if all tables were large. */
const ofLargeTables = () => {
  const url = new URL(directUrl());
  url.searchParams.set("options", "-c enable_seqscan=off");
  return url.href;
};

async function plansOf(text: string, { caller, url }: { caller: Dashboard; url?: string }) {
  const statements = await recordStatements(() => caller.search.find({ text }));
  const reads = statements.filter((it) => /(orders|checkout_sessions|payments)\b/.test(it.text));
  const plans = await Promise.all(reads.map((statement) => planOf(statement, "custom", url)));
  return plans.join("\n");
}

describe("among thousands of orders", () => {
  it("reads by index, or the latest rows, and never a whole table", async () => {
    const sold = await seedAccount(8000);
    const account = await database().prisma.account.findUniqueOrThrow({
      where: { id: sold.accountId },
    });
    const live = { id: account.liveAccountId ?? "", slug: sold.slug };
    const caller = await memberOf(live, "viewer");
    for (const text of [orderNumber(sold.idOf(4000)), "Delivery 7999 ", "nothing has this"]) {
      expect(await plansOf(text, { caller })).not.toMatch(/Seq Scan on orders/);
    }
    const plans = await plansOf("ann@x.test", { caller, url: ofLargeTables() });
    expect(plans).not.toMatch(/Seq Scan on (orders|checkout_sessions|payments)/);
    expect(plans).toMatch(/checkout_sessions_email_idx/);
    expect((await caller.search.find({ text: "Delivery 7999 " })).orders).toHaveLength(1);
    expect((await caller.search.find({ text: "Delivery 17 " })).orders).toEqual([]);
  });
});
