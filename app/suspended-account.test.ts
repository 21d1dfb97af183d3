// `till account suspend` and `reopen`, as the API and public pages show them.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { CreatePaymentLink, createPaymentLink } from "#domain/links";
import { matchOrders } from "#domain/matching";
import { publicPages } from "#public-pages";
import { serveForm } from "#rest/forms";
import { Site } from "#site/site";
import { call } from "#testing/api";
import { openSession } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { runTill, runTillJson } from "#testing/till";

let account: Account;
let [key, slug, portfolio_id] = ["", "", ""];

const suspend = (name: string) =>
  runTill(".", ["account", "suspend", "--account", name, "--reason", "Invoices are overdue"]);
const reopen = (name: string) => runTill(".", ["account", "reopen", "--account", name]);

beforeAll(async () => {
  ({ account, token: key } = await makeAccount());
  portfolio_id = (await makeStock({ tonnes: 10 })).portfolioId;
  slug = `link-${randomUUID()}`;
  const input = CreatePaymentLink.parse({ slug, name: "Trip", portfolio_id, suggested_kg: [25] });
  await database().transaction((db) => createPaymentLink({ ...contextOf(account), db }, input));
});

async function html(path: string) {
  // A site of its own, so that no page comes from a cache.
  const site = new Site(publicPages, async () => noAssets);
  const response = await (await site.find({ url: path, header: () => null }))?.respond();
  return { status: response?.status, body: String(response?.body) };
}

const order = () => call("POST", "/orders", { key, body: { amount_kg: 25, portfolio_id } });
const buy = () =>
  serveForm(
    new Request(`http://localhost/buy/${slug}`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ amount: "25" }),
    }),
  );
const sessions = () =>
  database().prisma.checkoutSession.count({ where: { accountId: account.id } });

it("a suspended account sells nothing, by API, link or open session, until it is reopened", async () => {
  const { id } = await openSession({ account, portfolioId: portfolio_id });
  expect((await html(`/buy/${slug}`)).body).toContain("<form");
  expect((await html(`/checkout/${id}`)).body).toContain("<form");
  const { stdout, code } = await suspend(account.slug);
  expect([code, stdout]).toEqual([0, `${account.name}, live and test: suspended.\n`]);
  expect(await order()).toMatchObject({ status: 403, json: { code: "account-suspended" } });
  const pages = [await html(`/buy/${slug}`), await html(`/checkout/${id}`)];
  for (const { status, body } of pages) {
    expect(status).toBe(200);
    expect(body).not.toMatch(/<form[^>]*method="post"/i);
    expect(body).not.toContain("overdue");
  }
  await buy();
  expect(await sessions()).toBe(1);
  await reopen(account.slug);
  expect((await order()).status).toBe(201);
  expect((await buy()).headers.get("location")).toMatch(/^\/checkout\/cs_/);
  expect(await sessions()).toBe(2);
});

it("its certificates and its impact page stay", async () => {
  const { json } = await order();
  await matchOrders(systemContext(), { database: database() });
  const certificate = new URL(json.certificate_public_url).pathname;
  const paths = [certificate, `/impact/${account.slug}`];
  const before = await Promise.all(paths.map(html));
  expect(before.map(({ status }) => status)).toEqual([200, 200]);
  await suspend(account.slug);
  const during = await Promise.all(paths.map(html));
  expect(during.map(({ status }) => status)).toEqual([200, 200]);
  expect(during[0]?.body).toContain("25 kg");
  await reopen(account.slug);
});

it("the commands name the account by either id, and refuse to repeat or to go without a reason", async () => {
  const { live, test } = await makeAccount();
  const document = await runTillJson(".", [
    ...["account", "suspend", "--account", test.id, "--reason", "Fraud"],
  ]);
  expect(document).toEqual({ id: live.id, state: "suspended" });
  const again = await suspend(live.id);
  expect([again.code, again.stderr]).toEqual([1, "This account is suspended already\n"]);
  const reopened = await runTillJson(".", ["account", "reopen", "--account", live.id]);
  expect(reopened).toEqual({ id: live.id, state: "active" });
  expect((await reopen(live.id)).stderr).toBe("This account is not suspended\n");
  const silent = await runTill(".", ["account", "suspend", "--account", live.id]);
  expect(silent.code).toBe(1);
  expect((await suspend("nobody")).stderr).toContain("nobody");
  const { auditEntry } = database().prisma;
  const where = { accountId: live.id, actorId: "till" };
  const entries = await auditEntry.findMany({ where, orderBy: { id: "asc" } });
  expect(entries.map(({ action, actorType }) => [action, actorType])).toEqual([
    ["account.suspended", "system"],
    ["account.reopened", "system"],
  ]);
});
