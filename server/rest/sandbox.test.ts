import { expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { findCertificateVersion, getCertificate } from "#domain/certificates";
import { checkPayments } from "#domain/checkout";
import { checkLedger } from "#domain/diagnostics";
import { findSellableKg } from "#domain/inventory";
import { deleteTestDataOf, resetTestAccount } from "#domain/sandbox";
import { runJobs } from "#jobs/run-jobs";
import { billing, isUsed } from "#modules";
import { call } from "#testing/api";
import { billAccount } from "#testing/billing";
import { openSession, pay } from "#testing/checkout";
import {
  contextOf,
  makeAccount,
  makeKey,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { createOwnPortfolio, part } from "#testing/own-portfolios";
import { placeOrder } from "#testing/place-order";
import { fingerprint, tablesWith } from "#testing/tables";

const reset = (key: string) => call("POST", "/test/reset", { key });

/** Runs the job as it is when no request of before the reset can be under way. */
async function deleteData(account: Account) {
  await runJobs(systemContext(), { kinds: ["delete-test-data"] });
  const now = new Date(Date.now() + 3_600_000);
  const again = { accountId: account.id, database: database(), credit: billing.credit };
  expect(await deleteTestDataOf({ ...systemContext(), now }, again)).toBeNull();
}

async function order(key: string, body: object, headers: Record<string, string> = {}) {
  const { json, status } = await call("POST", "/orders", { key, body, headers });
  expect(status).toBe(201);
  return json.id as string;
}

async function sellable(projectIds: string[]) {
  const stock = await findSellableKg(systemContext(), {
    mode: "test",
    projectIds,
  });
  return [...stock.values()].reduce((sum, kg) => sum + kg, 0);
}

const presentTestAccount = (live: Account) =>
  database().prisma.account.findFirstOrThrow({
    where: { liveAccountId: live.id, resetAt: null },
  });

async function requireCleanBooks() {
  expect(await checkLedger(systemContext())).toEqual([]);
  expect((await checkPayments(systemContext())).faults).toEqual([]);
}

interface Owner {
  account: Account;
  key: string;
  portfolio_id: string;
}

/** Buys 6000 kg in three ways, and leaves an order and a session open. All names are alike. */
async function fill({ account, key, portfolio_id }: Owner) {
  const { json: shop } = await call("POST", "/subaccounts", {
    key,
    body: { name: "Salamander Shop", email: "shop@salamander.example" },
  });
  const beneficiary = { name: "Salamander Ltd", message: null, url: null };
  const own = await order(key, { portfolio_id, amount_kg: 2500, beneficiary });
  await order(key, { portfolio_id, amount_kg: 1500 }, { "x-subaccount-id": shop.id });
  const paid = await openSession({
    ...{ account, portfolioId: portfolio_id, amountKg: 2000, beneficiary },
    customerEmail: "ada@salamander.example",
  });
  await pay(paid.id);
  const open = await openSession({ account, portfolioId: portfolio_id });
  await matchAll();
  const waiting = await order(key, { portfolio_id, amount_kg: 900_000, metadata: "salamander" });
  return { own, open, waiting };
}

it("a reset deletes the account's data, and no other account's", async () => {
  const { portfolioId: portfolio_id, file } = await makeStock({ tonnes: 20 });
  const projects = file.projects.map(({ id }) => id);
  const before = await sellable(projects);
  const { account, live, token: key } = await makeAccount();
  const other = await makeAccount();
  const liveKey = await makeKey(live);
  for (const token of [liveKey.token, other.token]) {
    await call("POST", "/subaccounts", { key: token, body: { name: "Of another account" } });
  }
  const others = await order(other.token, { portfolio_id, amount_kg: 700 });
  const { own, open, waiting } = await fill({ account, key, portfolio_id });
  const endpoint = {
    url: "https://hooks.example/orders",
    event_types: ["order.fulfilled"],
  };
  await call("POST", "/webhook-endpoints", { key, body: endpoint });
  const untouched = await fingerprint([live.id, other.account.id]);

  expect((await reset(key)).status).toBe(204);

  for (const list of ["/orders", "/checkout/sessions", "/subaccounts", "/events", "/retirements"]) {
    expect([list, (await call("GET", list, { key })).json.data]).toEqual([list, []]);
  }
  const { json: endpoints } = await call("GET", "/webhook-endpoints", { key });
  expect(endpoints.data).toMatchObject([{ url: endpoint.url }]);
  await deleteData(account);
  for (const id of [own, waiting]) {
    expect((await call("GET", `/orders/${id}`, { key })).status).toBe(404);
    await expect(getCertificate(systemContext(), id)).rejects.toMatchObject({ code: "not-found" });
    expect(await findCertificateVersion(systemContext(), id)).toBeNull();
  }
  const serial = encodeURIComponent(file.credit_lots[0]?.serial_number_range ?? "");
  expect((await call("GET", `/verify?serial=${serial}`)).json.retirements).toHaveLength(1);
  expect((await call("GET", `/orders/${others}`, { key: other.token })).json.state).toBe(
    "fulfilled",
  );
  // Entries tell who created the subaccount, in the log of the present account.
  const { id: accountId } = await presentTestAccount(live);
  const created = { accountId, action: "subaccount.created" };
  expect(await database().prisma.auditEntry.count({ where: created })).toBe(1);
  expect(await tablesWith("salamander")).toEqual(["audit_entries"]);
  expect(await database().prisma.checkoutSession.count({ where: { id: open.id } })).toBe(0);
  const {
    accounts: _,
    audit_entries: __,
    ...rest
  } = await fingerprint([live.id, other.account.id]);
  expect(untouched).toMatchObject(rest);
  // The other account's kilograms stay sold.
  expect(await sellable(projects)).toBe(before - 700);
  await requireCleanBooks();
});

it("an order of a request that was under way is deleted too, and never found", async () => {
  const { portfolioId: portfolio_id } = await makeStock();
  const { account, live, token: key } = await makeAccount();
  const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const placing = database().transaction(async (db) => {
    const ctx = { ...contextOf(account), db };
    const placed = await placeOrder(ctx, { portfolio_id, amount_kg: 10, subaccountId: null });
    written.resolve();
    await commit.promise;
    return placed.id;
  });
  await written.promise;
  const resetting = reset(key);
  commit.resolve();
  const id = await placing;
  expect((await resetting).status).toBe(204);
  // Another reset that was under way has no effect.
  const { id: presentId } = await presentTestAccount(live);
  await database().transaction((db) => resetTestAccount({ ...contextOf(account), db }));
  expect(await presentTestAccount(live)).toMatchObject({ id: presentId });
  await matchAll();
  expect((await call("GET", `/orders/${id}`, { key })).status).toBe(404);
  await deleteData(account);
  expect((await call("GET", "/orders", { key })).json.data).toEqual([]);
  // The new account works like the former one.
  const next = await order(key, { portfolio_id, amount_kg: 10 });
  expect(await database().prisma.order.count({ where: { accountId: presentId, id: next } })).toBe(
    1,
  );
  await requireCleanBooks();
});

it("keys, endpoints, portfolios, prices, terms and looks stay, also after another reset", async () => {
  const stock = await makeStock({ apiPrice: 5 });
  const { portfolioId: portfolio_id } = stock;
  const owner = await makeAccount();
  const { account, live, token: key } = owner;
  const limited = await makeKey(account, "write", 100);
  const shop = await call("POST", "/subaccounts", { key, body: { name: "Shop" } });
  const subaccount_id = shop.json.id;
  const url = "https://hooks.example/all";
  for (const endpoint of [{ url }, { url, subaccount_id }]) {
    const body = { ...endpoint, event_types: ["order.fulfilled"] };
    expect((await call("POST", "/webhook-endpoints", { key, body })).status).toBe(201);
  }
  if (isUsed("billing")) await billAccount(account);
  const { id: portfolioId } = await createOwnPortfolio(owner, part(stock, 1));
  const page = { enabled: true, enabled_equivalents: [] };
  await call("PUT", "/impact/hosted-page-config", { key, body: page });
  const read = async () => {
    const paths = ["/webhook-endpoints", "/webhook-secrets", "/portfolios"];
    const lists = await Promise.all(paths.map((path) => call("GET", path, { key })));
    const config = await call("GET", "/impact/hosted-page-config", { key });
    const balance = isUsed("billing") ? [(await call("GET", "/balance", { key })).json] : [];
    return [...lists.map(({ json }) => json.data), config.json, ...balance];
  };
  const [endpoints, ...others] = await read();
  const own = endpoints.filter((row: { subaccount_id: string | null }) => !row.subaccount_id);
  for (const count of [1, 2]) {
    expect([count, (await reset(key)).status]).toEqual([count, 204]);
    const present = await presentTestAccount(live);
    expect(await read()).toEqual([own, ...others]);
    // An empty account is not replaced.
    await reset(key);
    expect(await presentTestAccount(live)).toEqual(present);
    await call("POST", "/orders", { key, body: { amount_kg: 1, portfolio_id } });
  }
  expect(JSON.stringify(others)).toContain(portfolioId);
  // It costs more than the other key may spend.
  const body = { amount_kg: 30, portfolio_id };
  expect((await call("POST", "/orders", { key, body })).status).toBe(201);
  const refused = await call("POST", "/orders", { key: limited.token, body });
  expect(refused.json.code).toBe("spending-limit-exceeded");
  await requireCleanBooks();
});

it("live data can't be reset, and read keys can't reset", async () => {
  const { live, account } = await makeAccount("write", "live");
  const { portfolioId: portfolio_id } = await makeStock({ mode: "live" });
  await database().transaction((db) =>
    placeOrder({ ...contextOf(live), db }, { portfolio_id, amount_kg: 10, subaccountId: null }),
  );
  const [write, read] = [await makeKey(account), await makeKey(account, "read")];
  const before = await fingerprint();
  expect((await reset(write.token)).json).toMatchObject({
    status: 403,
    title: "Only test accounts can be reset",
  });
  expect((await reset(read.token)).status).toBe(403);
  const setDirectly = database().prisma.account.updateMany({
    where: { id: live.id },
    data: { resetAt: new Date() },
  });
  await expect(setDirectly).rejects.toThrow("accounts_only_test_is_reset");
  expect(await fingerprint()).toEqual(before);
});
