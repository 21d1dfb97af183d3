// Cards say what is retired of a project only if the top of the page does not say it of all.
import { beforeEach, expect, it } from "vitest";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { giveStatus } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";

const site = new Site(publicPages, async () => noAssets);

let slug: string;
let order: string;
let projectIds: string[];

beforeEach(async () => {
  const { account } = await makeAccount("write", "live");
  const { portfolioId, tag } = await makeStock({ mode: "live", projects: ["a", "b"] });
  const input = { amount_kg: 3000, portfolio_id: portfolioId, subaccountId: null };
  order = (await placeOrder(contextOf(account), input)).id;
  await matchAll();
  ({ slug } = account);
  projectIds = ["a", "b"].map((name) => `prj_${tag}_${name}`);
});

const STATUS = /retirement pending|retired at the registry|\d t retired|pending/gi;

/** The statuses on each project's card, in the order of the projects. */
async function statuses(): Promise<string[][]> {
  const match = await site.find({ url: `/impact/${slug}`, header: () => null });
  const html = String((await match?.respond())?.body);
  const cards = [...html.matchAll(/<li id="project-\d+".*?<\/dl>/gs)].map(([card]) => card);
  return projectIds.map((id) => {
    const card = cards.find((one) => one.includes(id)) ?? "";
    expect(card).toContain(" t</p>");
    return card.replaceAll(/<[^>]+>/g, " ").match(STATUS) ?? [];
  });
}

it("nothing while all credits are pending, and nothing once all are retired", async () => {
  expect(await statuses()).toEqual([[], []]);
  await giveStatus(order, { status: "retired" });
  expect(await statuses()).toEqual([[], []]);
});

it("which projects are retired and which are pending, if that differs", async () => {
  await giveStatus(order, { status: "retired", projectId: projectIds[0] ?? "" });
  expect(await statuses()).toEqual([["Retired at the registry"], ["Retirement pending"]]);
});
