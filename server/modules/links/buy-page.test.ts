// The page and the form of a payment link, without a browser.
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { withRequest } from "#core/caller";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { languages } from "#core/language";
import { sumSessionsOfLinks } from "#domain/checkout";
import { publicPages } from "#public-pages";
import { serveForm } from "#rest/forms";
import { Site } from "#site/site";
import { booksOf, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { placeOrder } from "#testing/place-order";
import { runTill } from "#testing/till";
import { createPaymentLink, setPaymentLinkState } from "./payment-links";
import { CreatePaymentLink } from "./schema";

const site = new Site(publicPages, async () => noAssets);

async function view(url: string) {
  const match = await site.find({ url, header: () => null });
  const { status = 0, body = "" } = (await match?.respond()) ?? {};
  return { status, html: String(body) };
}

/** Submits the form, by default each time from another address and from the page itself. */
async function submit(
  slug: string,
  fields: Record<string, string>,
  { caller = randomUUID(), site = "same-origin" }: { caller?: string; site?: string } = {},
) {
  const request = new Request(`http://localhost/buy/${slug}`, {
    method: "POST",
    headers: { "sec-fetch-site": site },
    body: new URLSearchParams(fields),
  });
  const info = { requestId: randomUUID(), caller, address: caller };
  const response = await withRequest(info, () => serveForm(request));
  return { status: response.status, location: response.headers.get("location") ?? "" };
}

interface Options {
  account?: Account;
  tonnes?: number;
  [field: string]: unknown;
}

/** A link that sells 1 tonne at 3 cents per kg. */
async function makeLink({ account: given, tonnes = 1, ...fields }: Options = {}) {
  const account = given ?? (await makeAccount()).account;
  const { portfolioId } = await makeStock({ tonnes });
  const input = CreatePaymentLink.parse({
    ...{ slug: `link-${randomUUID()}`, name: "Your trip", portfolio_id: portfolioId },
    ...{ suggested_kg: [25, 100], max_kg: 2000, ...fields },
  });
  const link = await database().transaction((db) =>
    createPaymentLink({ ...contextOf(account), db }, input),
  );
  return { ...link, account, portfolioId };
}

const sessionsOf = ({ account, id }: { account: Account; id: string }) =>
  database().prisma.checkoutSession.findMany({
    where: { accountId: account.id, paymentLinkId: id },
  });

it("opens exactly one session per submission, at the checkout price, and counts it when paid", async () => {
  const link = await makeLink({ description: "Two nights" });
  const { status, location } = await submit(link.slug, { amount: "25", own: "", lang: "de" });
  expect([status, location]).toEqual([303, expect.stringMatching(/^\/checkout\/cs_\w+\?lang=de$/)]);
  const [session, ...others] = await sessionsOf(link);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ amountKg: 25, price: 75n, description: "Two nights" });
  expect(session?.cancelUrl).toMatch(new RegExp(`/buy/${link.slug}$`));
  const sums = async () =>
    (await sumSessionsOfLinks(contextOf(link.account), { ids: [link.id] }))(link.id);
  const paid = { sessions: 0, amountKg: 0, amount: 0, refunded: 0 };
  expect(await sums()).toEqual({ sessions: 1, paid });
  await submit(link.slug, { amount: "100" });
  await pay(session?.id ?? "");
  expect((await booksOf(session?.id ?? "")).orders).toMatchObject([{ amountKg: 25 }]);
  expect(await sums()).toEqual({
    sessions: 2,
    paid: { ...paid, sessions: 1, amountKg: 25, amount: 75 },
  });
});

it.each([
  [{ amount: "other", own: "" }, "amount.missing"],
  [{}, "amount.missing"],
  [{ amount: "other", own: "2.5" }, "amount.invalid"],
  [{ amount: "other", own: "1e3" }, "amount.invalid"],
  [{ amount: "0" }, "amount.invalid"],
  [{ amount: "other", own: "19" }, "amount.small"],
  [{ amount: "other", own: "501" }, "amount.large"],
  [{ amount: "999999999" }, "amount.large"],
])("refuses %j with %s beside the field, and opens no session", async (fields, fault) => {
  const link = await makeLink({ min_kg: 20, max_kg: 500 });
  const { status, location } = await submit(link.slug, fields as Record<string, string>);
  const query = new URLSearchParams(location.split("?")[1]);
  expect([status, query.get("fault")]).toEqual([303, fault]);
  expect(await sessionsOf(link)).toEqual([]);
  for (const language of languages) {
    const { html } = await view(`${location}&lang=${language}`.replace("lang=en&", ""));
    expect(html).toMatch(/<input[^>]*id="own"[^>]*aria-invalid="true"/);
    expect(html).toContain('id="own-error"');
  }
});

it("offers what the stock covers, and says when it does not", async () => {
  const link = await makeLink({ suggested_kg: [25, 900] });
  expect((await view(`/buy/${link.slug}`)).html).not.toContain("Not in stock");
  await placeOrder(contextOf(link.account), {
    ...{ amount_kg: 200, portfolio_id: link.portfolioId, subaccountId: null },
  });
  const { html } = await view(`/buy/${link.slug}`);
  expect(html).toMatch(/<input[^>]*disabled=""[^>]*value="900"|value="900"[^>]*disabled=""/);
  expect(html).toContain("From 17\u00a0kg to 800\u00a0kg");
  const { location } = await submit(link.slug, { amount: "900" });
  expect(location).toContain("fault=amount.stock");
  expect((await view(location)).html).toContain("Enter 800\u00a0kg or less");
  await placeOrder(contextOf(link.account), {
    ...{ amount_kg: 800, portfolio_id: link.portfolioId, subaccountId: null },
  });
  const soldOut = await view(`/buy/${link.slug}`);
  expect([soldOut.status, soldOut.html]).toEqual([200, expect.stringContaining("Sold out")]);
  expect(soldOut.html).not.toContain("<form");
  expect(await sessionsOf(link)).toEqual([]);
});

it("sells nothing while it is paused, and says so in each language", async () => {
  const link = await makeLink();
  await database().transaction((db) =>
    setPaymentLinkState({ ...contextOf(link.account), db }, { id: link.id, state: "paused" }),
  );
  const { location } = await submit(link.slug, { amount: "25" });
  expect(location).toBe(`/buy/${link.slug}?lang=en`);
  expect(await sessionsOf(link)).toEqual([]);
  for (const language of languages) {
    const { status, html } = await view(`/buy/${link.slug}?lang=${language}`);
    expect([status, html.includes("<form")]).toEqual([200, false]);
  }
});

it("sells nothing while its account is suspended, without the reason", async () => {
  const link = await makeLink();
  const { slug } = link.account;
  await runTill(".", ["account", "suspend", "--account", slug, "--reason", "Invoices are overdue"]);
  const { status, html } = await view(`/buy/${link.slug}`);
  expect([status, html.includes("<form")]).toEqual([200, false]);
  expect(html).not.toContain("overdue");
  await submit(link.slug, { amount: "25" });
  expect(await sessionsOf(link)).toEqual([]);
  await runTill(".", ["account", "reopen", "--account", slug]);
  await submit(link.slug, { amount: "25" });
  expect(await sessionsOf(link)).toHaveLength(1);
});

it("is not on sale once its portfolio is archived", async () => {
  const archived = await makeLink();
  await database().prisma.portfolio.update({
    where: { mode_id: { mode: "test", id: archived.portfolioId } },
    data: { archivedAt: new Date() },
  });
  expect((await view(`/buy/${archived.slug}`)).html).toContain("Not on sale right now");
  const { location } = await submit(archived.slug, { amount: "25" });
  expect(location).toContain("fault=unavailable");
  expect(await sessionsOf(archived)).toEqual([]);
});

it("shows hostile names as text, and unknown addresses as a 404", async () => {
  const attack = `</script><script>alert(1)</script><img src=x onerror=alert(2)>`;
  const link = await makeLink({ name: attack, description: attack });
  const { html } = await view(`/buy/${link.slug}?fault=${encodeURIComponent(attack)}&amount=">`);
  expect(html).not.toContain("<script>alert");
  expect(html).not.toContain("<img src=x");
  expect(html).toContain("&lt;script&gt;alert(1)");
  for (const slug of ["none", "%00", "..%2f..", encodeURIComponent(attack), "x".repeat(3000)]) {
    expect((await view(`/buy/${slug}`)).status, slug).toBe(404);
  }
  expect((await submit("none", { amount: "25" })).location).toBe("/buy/none?lang=en");
});

it("accepts forms of its own page only, and refuses too many from one address", async () => {
  const link = await makeLink();
  const fields = { amount: "other", own: "" };
  expect((await submit(link.slug, { amount: "25" }, { site: "cross-site" })).status).toBe(403);
  expect(await sessionsOf(link)).toEqual([]);
  const faults = [];
  for (let at = 0; at < 21; at += 1) {
    const { location } = await submit(link.slug, fields, { caller: "one address" });
    faults.push(new URLSearchParams(location.split("?")[1]).get("fault"));
  }
  expect(faults).toEqual([...Array(20).fill("amount.missing"), "wait"]);
  expect((await view(`/buy/${link.slug}?fault=wait`)).html).toContain("Wait a minute");
});

it("leads from portfolio and project to the page, at the checkout price only", async () => {
  const link = await makeLink();
  const portfolio = `/portfolios/${link.portfolioId}?mode=test`;
  const plain = (await view(portfolio)).html;
  expect(plain).toContain("$30.00");
  expect(plain).not.toContain("$20.00");
  expect(plain).not.toContain("/buy/");
  const project = `/projects/prj_${link.portfolioId.slice(3)}_a?mode=test`;
  expect((await view(project)).html).not.toContain("/buy/");
  for (const page of [portfolio, project]) {
    const { html } = await view(`${page}&from=${link.slug}`);
    expect(html, page).toContain(`href="/buy/${link.slug}"`);
    expect(html, page).not.toContain("$20.00");
  }
  // A link sells its own portfolio only.
  const other = await makeLink();
  expect((await view(`${portfolio}&from=${other.slug}`)).html).not.toContain("/buy/");
});

it("makes the page of an account's own portfolio public while a link sells it", async () => {
  const link = await makeLink();
  const { account, portfolioId: id } = link;
  const where = { mode_id: { mode: "test", id } };
  await database().prisma.portfolio.update({ where, data: { accountId: account.id } });
  const { status, html } = await view(`/portfolios/${id}`);
  expect([status, html]).toEqual([200, expect.stringContaining(`href="/buy/${link.slug}"`)]);
  await database().transaction((db) =>
    setPaymentLinkState({ ...contextOf(account), db }, { id: link.id, state: "paused" }),
  );
  expect((await view(`/portfolios/${id}`)).status).toBe(404);
});
