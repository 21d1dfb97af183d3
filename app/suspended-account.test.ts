// `till account suspend` and `reopen`, as the API and public pages show them.
import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { call } from "#testing/api";
import { openSession } from "#testing/checkout";
import { makeAccount, makeStock, matchAll } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { runTill, runTillJson } from "#testing/till";

let account: Account;
let [key, portfolio_id] = ["", ""];

const suspend = (name: string) =>
  runTill(".", ["account", "suspend", "--account", name, "--reason", "Invoices are overdue"]);
const reopen = (name: string) => runTill(".", ["account", "reopen", "--account", name]);

beforeAll(async () => {
  ({ account, token: key } = await makeAccount());
  portfolio_id = (await makeStock({ tonnes: 10 })).portfolioId;
});

async function html(path: string) {
  // A site of its own, so that no page comes from a cache.
  const site = new Site(publicPages, async () => noAssets);
  const response = await (await site.find({ url: path, header: () => null }))?.respond();
  return { status: response?.status, body: String(response?.body) };
}

const order = () => call("POST", "/orders", { key, body: { amount_kg: 25, portfolio_id } });
it("a suspended account sells nothing, by API or open session, until it is reopened", async () => {
  const { id } = await openSession({ account, portfolioId: portfolio_id });
  expect((await html(`/checkout/${id}`)).body).toContain("<form");
  const { stdout, code } = await suspend(account.slug);
  expect([code, stdout]).toEqual([0, `${account.name}, live and test: suspended.\n`]);
  expect(await order()).toMatchObject({ status: 403, json: { code: "account-suspended" } });
  const { status, body } = await html(`/checkout/${id}`);
  expect(status).toBe(200);
  expect(body).not.toMatch(/<form[^>]*method="post"/i);
  expect(body).not.toContain("overdue");
  await reopen(account.slug);
  expect((await order()).status).toBe(201);
});

it("its certificates and its impact page stay", async () => {
  const { json } = await order();
  await matchAll();
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
