// The addresses of subaccounts' impact pages: their slugs, former slugs and ids.
import { beforeEach, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { deleteSubaccount, suspendAccount } from "#domain/accounts";
import { importSubaccounts, previewSubaccountImport } from "#domain/catalogue";
import { listListedPages, setImpactPage } from "#domain/impact";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { call } from "#testing/api";
import {
  contextOf,
  makeAccount,
  makeKey,
  makeStock,
  matchAll,
  systemContext,
} from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";
import { GET as serveEmbed } from "./[...embed]/route";

const site = new Site(publicPages, async () => noAssets);

let account: Account;
let key: string;

beforeEach(async () => {
  const created = await makeAccount();
  [account, key] = [created.test, created.token];
});

/** Status and body, or where the address leads. */
async function view(path: string) {
  const match = await site.find({ url: path, header: () => null });
  const { status = 0, headers = {}, body = "" } = (await match?.respond()) ?? {};
  return { status, location: headers["location"], html: String(body) };
}
const pathOf = (slug: string, of = account) => `/impact/${of.slug}/${slug}`;
const statusOf = async (path: string) => (await view(path)).status;
const leadsTo = async (path: string) => {
  const { status, location } = await view(path);
  return status === 301 ? location : status;
};

async function create(name: string, slug: string | null = null): Promise<string> {
  const { json } = await call("POST", "/subaccounts", { key, body: { name, slug } });
  return json.id;
}
const put = (id: string, slug: string | null) =>
  call("PUT", `/subaccounts/${id}`, { key, body: { name: "Oslo", slug } });
const inside = <Result>(work: (ctx: ReturnType<typeof contextOf>) => Promise<Result>) =>
  database().transaction((db) => work({ ...contextOf(account), db }));

it("has one address; the id and former slugs lead there", async () => {
  const id = await create("Oslo");
  expect(await statusOf(`/impact/${id}`)).toBe(200);
  const first = await put(id, "oslo");
  expect(first.json.slug).toBe("oslo");
  expect(await view(pathOf("oslo"))).toMatchObject({
    status: 200,
    html: expect.stringContaining(
      `<link rel="canonical" href="http://localhost:3000${pathOf("oslo")}"`,
    ),
  });
  expect(await leadsTo(`/impact/${id}`)).toBe(pathOf("oslo"));
  await put(id, "oslo-harbor");
  await put(id, "bergen");
  for (const former of ["oslo", "oslo-harbor"]) {
    expect(await leadsTo(pathOf(former))).toBe(pathOf("bergen"));
  }
  await call("PUT", `/subaccounts/${id}`, { key, body: { name: "Oslo" } });
  expect(await statusOf(pathOf("bergen"))).toBe(200);
  await put(id, null);
  expect(await leadsTo(pathOf("bergen"))).toBe(`/impact/${id}`);
  const headers = { "x-subaccount-id": id };
  const { json } = await call("GET", "/impact/hosted-page-config", { key, headers });
  expect(json.url).toMatch(new RegExp(`/impact/${id}$`));
});

it("belongs to the subaccount that has the slug now, and nothing leads to a deleted one", async () => {
  const [a, b] = [await create("A", "oslo"), await create("B")];
  await put(a, "bergen");
  await put(b, "oslo");
  expect((await view(pathOf("oslo"))).html).toContain("Oslo");
  expect(await leadsTo(`/impact/${b}`)).toBe(pathOf("oslo"));
  await put(b, "tromso");
  expect(await leadsTo(pathOf("oslo"))).toBe(pathOf("tromso"));
  await inside((ctx) => deleteSubaccount(ctx, { id: b }));
  expect([await leadsTo(pathOf("oslo")), await leadsTo(pathOf("tromso"))]).toEqual([404, 404]);
  expect(await statusOf(pathOf("bergen"))).toBe(200);
});

it("refuses slugs that are taken, reserved or malformed, but not those of other accounts", async () => {
  const [a, b] = [await create("A", "oslo"), await create("B")];
  const taken = await put(b, "oslo");
  expect([taken.status, taken.json.title]).toEqual([409, "Another subaccount has this slug"]);
  for (const slug of ["card", "badge", "Oslo", "a_b", "a--b", "-a", "a/b", "x".repeat(101), "é"]) {
    const { status, json } = await put(b, slug);
    expect([slug, status, Object.keys(json.errors ?? {})]).toEqual([slug, 400, ["slug"]]);
  }
  const other = await makeAccount();
  const body = { name: "Elsewhere", slug: "oslo" };
  expect((await call("POST", "/subaccounts", { key: other.token, body })).status).toBe(201);
  expect((await view(pathOf("oslo", other.test))).html).toContain("Elsewhere");
  expect((await view(pathOf("oslo"))).html).not.toContain("Elsewhere");
  expect(await put(a, "oslo")).toMatchObject({ status: 200 });
});

it("goes to one of two subaccounts that want the slug at once", async () => {
  const ids = await Promise.all(["A", "B", "C", "D"].map((name) => create(name)));
  const responses = await Promise.all(ids.map((id) => put(id, "oslo")));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await statusOf(pathOf("oslo"))).toBe(200);
});

it("stays when the subaccount is archived or the account suspended, and is 404 when unpublished", async () => {
  const id = await create("Oslo", "bergen");
  await put(id, "oslo");
  const body = { name: "Oslo", archived: true };
  await call("PUT", `/subaccounts/${id}`, { key, body });
  await inside((ctx) => suspendAccount(ctx, { reason: "Invoices are overdue" }));
  expect((await view(pathOf("oslo"))).html).not.toContain("overdue");
  expect([await statusOf(pathOf("oslo")), await leadsTo(pathOf("bergen"))]).toEqual([
    200,
    pathOf("oslo"),
  ]);
  await inside((ctx) =>
    setImpactPage(ctx, { enabled: false, enabled_equivalents: [], subaccountId: id }),
  );
  const addresses = [pathOf("oslo"), pathOf("bergen"), `/impact/${id}`];
  expect(await Promise.all(addresses.map(leadsTo))).toEqual([404, 404, 404]);
});

it("has its embeds below it, and leaves those of the account alone", async () => {
  await create("Oslo Embed", "oslo");
  const readEmbed = async (...embed: string[]) => {
    const request = new Request(`http://localhost/impact/${account.slug}/${embed.join("/")}`);
    const params = Promise.resolve({ slug: account.slug, embed });
    const response = await serveEmbed(request, { params });
    return { status: response.status, text: await response.text() };
  };
  for (const file of ["card", "badge.svg"]) {
    const { status, text } = await readEmbed("oslo", file);
    expect([file, status]).toEqual([file, 200]);
    expect(text).toContain(file === "card" ? "Oslo Embed" : "<svg");
  }
  expect((await readEmbed("none", "badge.svg")).status).toBe(404);
  expect((await readEmbed("oslo", "toString")).status).toBe(404);
  expect(await readEmbed("card")).toMatchObject({
    status: 200,
    text: expect.stringContaining(account.name),
  });
  expect(
    await site.find({ url: `/impact/${account.slug}/card`, header: () => null }),
  ).toBeUndefined();
});

it("is imported from a CSV file, also where two subaccounts exchange slugs", async () => {
  const [a, b] = [await create("A", "oslo"), await create("B", "bergen")];
  const faultsOf = async (csv: string) =>
    (await previewSubaccountImport(contextOf(account), { csv })).faults.map(
      ({ line, message }) => `${line} ${message}`,
    );
  expect(await faultsOf("name,slug\nC,oslo\nD,x-1\nE,x-1\n")).toEqual([
    "2 is the slug of another subaccount",
    "4 is also on line 3",
  ]);
  expect(await faultsOf("name,slug\nC,card\n")).toEqual([expect.stringMatching(/^2 must be/)]);
  const csv = `id,name,slug\n${a},A,bergen\n${b},B,oslo\n,C,tromso\n,D,\n`;
  expect(await inside((ctx) => importSubaccounts(ctx, { csv }))).toMatchObject({
    created: 2,
    updated: 2,
  });
  expect(await leadsTo(`/impact/${a}`)).toBe(pathOf("bergen"));
  expect(await leadsTo(`/impact/${b}`)).toBe(pathOf("oslo"));
  const again = `id,name,slug\n${a},A,\n${b},B,oslo\n`;
  expect(await inside((ctx) => importSubaccounts(ctx, { csv: again }))).toMatchObject({
    unchanged: 2,
  });
});

it("is the address in the sitemap", async () => {
  const created = await makeAccount("write", "live");
  account = created.live;
  ({ token: key } = await makeKey(created.live));
  const { portfolioId } = await makeStock({ mode: "live" });
  const id = await create("Oslo", "oslo");
  const terms = { amount_kg: 10, portfolio_id: portfolioId, subaccountId: id };
  await placeOrder(contextOf(account), terms);
  await matchAll();
  const listed = await listListedPages(systemContext(), { most: 1000 });
  expect(listed).toContain(`${account.slug}/oslo`);
  expect(listed).not.toContain(id);
});
