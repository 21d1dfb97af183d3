// The public impact page's data: whose it is, when it is hidden, and that its figures agree.
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { deleteSubaccount } from "#domain/accounts";
import { createSubaccount } from "#domain/catalogue";
import { recordStatements } from "#testing/bench/record";
import { giveStatus } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { findImpactSummary } from "./impact";
import { findImpactPage, listListedPages, setImpactPage } from "./impact-pages";

let account: Account;
let live: Account;
let shop: { id: string };

const find = (slug: string) => findImpactPage(systemContext(), slug);
const makeSubaccount = (name: string) =>
  database().transaction((db) =>
    createSubaccount({ ...contextOf(account), db }, { name, logoFileKey: null }),
  );
const configure = (enabled: boolean, subaccountId: string | null = null) =>
  setImpactPage(contextOf(account), {
    enabled,
    enabled_equivalents: ["trees", "cars"],
    subaccountId,
  });

beforeAll(async () => {
  ({ account, live } = await makeAccount());
  shop = await makeSubaccount("Shop");
  const { portfolioId } = await makeStock({ projects: ["a", "b", "c"] });
  const orders = [
    ["2026-01-31T23:59:59.999Z", 1_000, ""],
    ["2026-02-01T00:00:00.000Z", 70, shop.id],
    ["2026-02-14T12:00:00.000Z", 900, ""],
    ["2026-05-30T12:00:00.000Z", 3_333, shop.id],
  ] as const;
  for (const [at, amount_kg, subaccountId] of orders) {
    const input = { amount_kg, portfolio_id: portfolioId, subaccountId: subaccountId || null };
    await placeOrder({ ...contextOf(account), now: new Date(at) }, input);
  }
  await matchAll();
});

const filled = (months: readonly { startsAt: Date; kg: number }[]) =>
  months
    .filter(({ kg }) => kg > 0)
    .map(({ startsAt, kg }) => [startsAt.toISOString().slice(0, 10), kg]);

describe("a public impact page", () => {
  it("is found by the account's slug, with months that add up to the total", async () => {
    const page = await find(account.slug);
    expect(page).toMatchObject({
      mode: "test",
      page: { slug: account.slug, isEnabled: true },
      impact: { name: account.name, kg: 1_900 },
      headline: "own",
      alongside: { kg: 3_403 },
    });
    expect(filled(page?.months ?? [])).toEqual([
      ["2026-01-01", 1_000],
      ["2026-02-01", 900],
    ]);
    const projects = page?.impact.categories.flatMap((category) => category.projects) ?? [];
    expect(projects.reduce((kg, project) => kg + project.kg, 0)).toBe(1_900);
  });

  it("is found by a subaccount's ID and counts only its orders", async () => {
    const page = await find(shop.id);
    expect(page).toMatchObject({ page: { slug: shop.id }, impact: { name: "Shop", kg: 3_403 } });
    expect(filled(page?.months ?? [])).toEqual([
      ["2026-02-01", 70],
      ["2026-05-01", 3_333],
    ]);
  });

  it("is not found by unknown slugs or an account's ID", async () => {
    const strange = ["", "nobody", "\0", "../admin", "x".repeat(5_000), account.slug.toUpperCase()];
    const ids = [account.id, "sub_00000000000000000000000000", `${shop.id}0`];
    for (const slug of [...strange, ...ids]) expect(await find(slug)).toBeNull();
  });

  it("is hidden while disabled by its own configuration", async () => {
    await configure(false);
    expect(await find(account.slug)).toBeNull();
    expect(await find(shop.id)).not.toBeNull();
    await configure(true);
    await configure(false, shop.id);
    expect((await find(account.slug))?.page.equivalents).toEqual(["cars", "trees"]);
    expect(await find(shop.id)).toBeNull();
    await configure(true, shop.id);
  });

  it("is empty for an account without retirements", async () => {
    expect(await find(live.slug)).toMatchObject({
      mode: "live",
      impact: { kg: 0, categories: [] },
      months: [],
    });
  });

  it("never reads orders or retirements", async () => {
    const text = "LOCK TABLE orders, retirements IN ACCESS EXCLUSIVE MODE";
    // Reading them would deadlock with this transaction.
    await database().sqlTransaction(async (sql) => {
      await sql.query({ name: "test-lock-orders", text }, []);
      expect((await find(account.slug))?.impact.kg).toBe(1_900);
      expect((await find(shop.id))?.impact.kg).toBe(3_403);
      expect((await findImpactSummary(systemContext(), shop.id))?.kg).toBe(3_403);
      expect(await listListedPages(systemContext(), { most: 10 })).toEqual(expect.any(Array));
    });
  });

  it("takes three statements, one of them for all figures; the summary takes one", async () => {
    const page = await recordStatements(() => find(shop.id));
    expect(page.map(({ name }) => name)).toEqual([
      "impact-find-page-of-subaccount",
      "inventory-sum-history",
      "impact-find-places",
    ]);
    const summary = await recordStatements(() => findImpactSummary(systemContext(), shop.id));
    expect(summary.map(({ name }) => name)).toEqual(["impact-find-page-of-subaccount"]);
  });

  it("has a summary with owner and amount, which is hidden with the page", async () => {
    expect(await findImpactSummary(systemContext(), shop.id)).toMatchObject({
      page: { slug: shop.id },
      mode: "test",
      name: "Shop",
      logoUrl: null,
      kg: 3_403,
    });
    await configure(false, shop.id);
    expect(await findImpactSummary(systemContext(), shop.id)).toBeNull();
    await configure(true, shop.id);
    expect(await findImpactSummary(systemContext(), "nobody")).toBeNull();
    expect(await findImpactSummary(systemContext(), live.slug)).toMatchObject({ kg: 0 });
  });

  it("disappears with its subaccount", async () => {
    const { id } = await makeSubaccount("Short-lived");
    expect(await find(id)).not.toBeNull();
    await database().transaction((db) => deleteSubaccount({ ...contextOf(account), db }, { id }));
    expect(await find(id)).toBeNull();
  });
});

it("months are complete from the first retirement to the present", async () => {
  const now = new Date("2026-07-01T00:00:00Z");
  const page = await findImpactPage({ ...systemContext(), now }, account.slug);
  expect(page?.months.map(({ startsAt, kg }) => [startsAt.getUTCMonth() + 1, kg])).toEqual([
    [1, 1_000],
    [2, 900],
    [3, 0],
    [4, 0],
    [5, 0],
    [6, 0],
    [7, 0],
  ]);
});

it("lists enabled, listed and non-empty live pages up to the limit", async () => {
  const { live: other } = await makeAccount("write", "live");
  const { portfolioId } = await makeStock({ mode: "live" });
  const inLive = contextOf(other);
  const makeShop = (name: string) =>
    database().transaction((db) =>
      createSubaccount({ ...inLive, db }, { name, logoFileKey: null }),
    );
  const shops = [await makeShop("Seen"), await makeShop("Hidden"), await makeShop("Unlisted")];
  const empty = await makeShop("Empty");
  for (const { id: subaccountId } of shops) {
    await placeOrder(inLive, { amount_kg: 10, portfolio_id: portfolioId, subaccountId });
  }
  await matchAll();
  const all = { enabled: true, enabled_equivalents: [] };
  const [slugs, hidden, unlisted] = shops.map(({ id }) => id);
  await setImpactPage(inLive, { ...all, subaccountId: slugs ?? "" });
  await setImpactPage(inLive, { ...all, enabled: false, subaccountId: hidden ?? "" });
  await setImpactPage(inLive, { ...all, listed: false, subaccountId: unlisted ?? "" });
  const listed = await listListedPages(systemContext(), { most: 1000 });
  expect(listed.filter((slug) => [other.slug, slugs].includes(slug))).toHaveLength(2);
  for (const slug of [hidden, unlisted, empty.id, account.slug, shop.id, live.slug]) {
    expect(listed).not.toContain(slug);
  }
  expect(await listListedPages(systemContext(), { most: 1 })).toHaveLength(1);
});

it("counts as retired only the kg that a registry has recorded", async () => {
  const { account: buyer } = await makeAccount();
  const { portfolioId, tag } = await makeStock({ projects: ["a", "b"] });
  const input = { amount_kg: 2_000, portfolio_id: portfolioId, subaccountId: null };
  const { id } = await placeOrder(contextOf(buyer), input);
  await matchAll();
  await giveStatus(id, { status: "retired", projectId: `prj_${tag}_a` });
  const amounts = { kg: 2_000, registryRetiredKg: 1_000 };
  expect(await findImpactSummary(systemContext(), buyer.slug)).toMatchObject(amounts);
  const page = await find(buyer.slug);
  expect(page?.impact).toMatchObject(amounts);
  expect(page?.months.at(-1)).toMatchObject(amounts);
  const projects = page?.impact.categories.flatMap((category) => category.projects) ?? [];
  const retired = projects.map(({ project, registryRetiredKg }) => [
    project.name,
    registryRetiredKg,
  ]);
  expect(retired).toEqual([
    ["a", 1_000],
    ["b", 0],
  ]);
});
