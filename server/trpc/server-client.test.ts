import { expect, it } from "vitest";
import { createSubaccount } from "#domain/catalogue";
import { contextOf, makeAccount } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";
import { loadQueries } from "./server-client";

/** A member, and the name of the account's only subaccount. */
async function makeMember(name: string) {
  const { live, test: account } = await makeAccount();
  const { email } = await makePerson({ accountId: live.id });
  await createSubaccount(contextOf(account), { name, email: null, default_portfolio_id: null });
  return { slug: live.slug, name, headers: new Headers({ cookie: await sessionCookie(email) }) };
}

type Member = Awaited<ReturnType<typeof makeMember>>;

const load = (headers: Headers, account: string) =>
  loadQueries(headers, { account, mode: "test" }, ({ subaccounts, settings }) => [
    subaccounts.list.queryOptions({}),
    settings.get.queryOptions(),
  ]);

const pageOf = async ({ headers, slug }: Member) => JSON.stringify(await load(headers, slug));

it("pages of two accounts that are rendered at once each get their own data", async () => {
  const [harbor, meadow] = await Promise.all([makeMember("Harbor"), makeMember("Meadow")]);
  const members = Array.from({ length: 10 }, (_, index) => (index % 2 ? harbor : meadow));
  const pages = await Promise.all(members.map(pageOf));
  for (const [index, page] of pages.entries()) {
    const [own, other] = index % 2 ? [harbor, meadow] : [meadow, harbor];
    expect(page).toContain(own.name);
    expect(page).not.toContain(other.name);
    expect(page).not.toContain(other.slug);
  }
});

it("a page has no data for visitors, for other accounts' members, or by headers that they send", async () => {
  const [harbor, meadow] = await Promise.all([makeMember("Harbor"), makeMember("Meadow")]);
  expect((await load(new Headers(), harbor.slug)).queries).toEqual([]);
  expect((await load(meadow.headers, harbor.slug)).queries).toEqual([]);
  const forged = new Headers(meadow.headers);
  forged.set("x-dashboard-account", meadow.slug);
  expect((await load(forged, harbor.slug)).queries).toEqual([]);
});

it("results are what the browser would get: JSON, under the keys that its queries have", async () => {
  const { headers, slug } = await makeMember("Harbor");
  const { queries } = await load(headers, slug);
  expect(queries.map(({ queryKey }) => queryKey)).toEqual([
    [["subaccounts", "list"], { input: {}, type: "query" }],
    [["settings", "get"], { type: "query" }],
  ]);
  for (const { state } of queries) {
    expect(state.data).toEqual(JSON.parse(JSON.stringify(state.data)));
  }
});
