// Reports of one subaccount, and the links that share them.
import { beforeAll, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { loggedPath } from "#http/request-class";
import { sharedFile as serveShared } from "#modules/report-files";
import { publicPages } from "#public-pages";
import { Site } from "#site/site";
import { readPdf, unspaced } from "#testing/certificates";
import { giveStatus } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { noAssets } from "#testing/no-assets";
import { makePerson, sessionCookie } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import { dashboardOf } from "#testing/procedures";
import { handleExportRequest } from "#trpc/exports";
import { handleReportPdf } from "./pdf";

const site = new Site(publicPages, async () => noAssets);

let [live, test] = [{} as Account, {} as Account];
let [oslo, bergen] = ["", ""];
const today = new Date().toISOString().slice(0, 10);
const period = { from: "2020-01-01", to: today } as const;

beforeAll(async () => {
  ({ live, test } = await makeAccount());
  const { portfolioId } = await makeStock({ projects: ["a", "b"], apiPrice: 20 });
  oslo = (await createSubaccount(contextOf(test), { name: "Oslo" })).id;
  bergen = (await createSubaccount(contextOf(test), { name: "Bergen" })).id;
  const ids: string[] = [];
  for (const [subaccountId, amount_kg] of [
    [oslo, 300],
    [oslo, 200],
    [bergen, 70],
  ] as const) {
    const terms = { amount_kg, portfolio_id: portfolioId, subaccountId, metadata: "private note" };
    ids.push((await placeOrder(contextOf(test), terms)).id);
  }
  await matchAll();
  await giveStatus(ids[0] ?? "", { status: "retired", retiredOn: "2026-11-03" });
});

const asOwner = async () => {
  const owner = await makePerson({ accountId: live.id, role: "owner" });
  return dashboardOf(owner, { slug: live.slug });
};

async function view(url: string) {
  const match = await site.find({ url: new URL(url).pathname, header: () => null });
  const { status = 0, headers = {}, body = "" } = (await match?.respond()) ?? {};
  return { status, headers: headers as Record<string, string>, html: String(body) };
}
const statusOf = async (url: string) => (await view(url)).status;

it("has the subaccount's credits only, and prices only if chosen", async () => {
  const caller = await asOwner();
  const hidden = await caller.reports.get({ id: oslo, ...period });
  expect(hidden.totals).toEqual({ sold: "0.500 t", retired: "0.300 t", pending: "0.200 t" });
  expect([hidden.orders, hidden.prices]).toEqual([2, null]);
  expect(JSON.stringify(hidden)).not.toMatch(/\$|Bergen|private note/);
  const { rows } = hidden.portfolios[0] ?? { rows: [] };
  expect(rows.map(({ project }) => project)).toHaveLength(2);
  expect(hidden.sales?.every(({ serial, certificateUrl }) => serial && certificateUrl)).toBe(true);
  // Retired on an earlier day than the order's, which the report explains.
  expect(hidden.ahead).toMatch(/^Some of these credits were retired before their order/);
  expect((await caller.reports.get({ id: bergen, ...period })).ahead).toBeNull();
  const priced = await caller.reports.get({ id: oslo, ...period, prices: "shown" });
  expect(priced.prices).toBe("API $100.00");
  const empty = await caller.reports.get({ id: oslo, from: "2020-01-01", to: "2020-12-31" });
  expect([empty.orders, empty.portfolios]).toEqual([0, []]);
  const reversed = caller.reports.get({ id: oslo, from: today, to: "2020-01-01" });
  await expect(reversed).rejects.toThrow();
});

async function readFile(file: "pdf" | "csv", id = oslo) {
  const { email } = await makePerson({ accountId: live.id, role: "viewer" });
  const headers = { cookie: await sessionCookie(email) };
  const query = new URLSearchParams({ id, ...period });
  const request = new Request(`http://localhost/x?${query}`, { headers });
  const place = { account: live.slug, mode: "test" };
  const response =
    file === "pdf"
      ? await handleReportPdf(request, place)
      : await handleExportRequest(request, { ...place, file: "report.csv" });
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
}

it("is a PDF and a CSV, whose kilograms add up to the page's", async () => {
  const { text } = await readPdf((await readFile("pdf")).bytes);
  for (const part of [test.name, "Oslo", "0.500 t", "0.300 t retired", "before their order"]) {
    expect(text).toContain(unspaced(part));
  }
  expect(text).not.toContain("$");
  const csv = new TextDecoder().decode((await readFile("csv")).bytes);
  const [names = [], ...lines] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replace("\ufeff", "").split(","));
  const sum = (name: string) =>
    lines.reduce((total, cells) => total + Number(cells[names.indexOf(name)]), 0);
  expect([sum("sold_kg"), sum("retired_kg"), sum("pending_kg")]).toEqual([500, 300, 200]);
  expect(csv).not.toMatch(/usd|private note|Bergen/);
  expect((await readFile("pdf", "sub_none")).status).toBe(404);
  expect((await readFile("csv", "sub_none")).status).toBe(404);
});

async function readShared(url: string, file: string) {
  const token = new URL(url).pathname.split("/")[2] ?? "";
  const params = Promise.resolve({ token, file });
  return serveShared(new Request(`${url}/${file}`), { params });
}

it("is shared by a link without a login, unlisted, until it is revoked", async () => {
  const caller = await asOwner();
  const { id, url } = await caller.reports.createLink({ id: oslo, ...period });
  const { status, headers, html } = await view(url);
  expect([status, html.includes("Oslo"), html.includes(test.name)]).toEqual([200, true, true]);
  expect(html).toContain('<meta name="robots" content="noindex');
  expect(html).not.toMatch(/Bergen|private note|\$/);
  expect([headers["x-robots-tag"], headers["referrer-policy"]]).toEqual([
    "noindex, nofollow",
    "no-referrer",
  ]);
  expect(headers["cache-control"]).toContain("no-store");
  for (const file of ["report.pdf", "report.csv"]) {
    const response = await readShared(url, file);
    expect([file, response.status]).toEqual([file, 200]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    await response.arrayBuffer();
  }
  expect((await readShared(url, "toString")).status).toBe(404);
  const token = new URL(url).pathname.split("/")[2] ?? "";
  expect(loggedPath(`/reports/${token}/report.pdf`)).toBe("/reports/…/report.pdf");
  const wrong = { id: bergen, link_id: id };
  await expect(caller.reports.revokeLink(wrong)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await caller.reports.links({ id: oslo })).toHaveLength(1);
  await caller.reports.revokeLink({ id: oslo, link_id: id });
  await caller.reports.revokeLink({ id: oslo, link_id: id });
  expect([await statusOf(url), (await readShared(url, "report.csv")).status]).toEqual([404, 404]);
  expect(await caller.reports.links({ id: oslo })).toEqual([]);
  const entries = await database().prisma.auditEntry.findMany({
    where: { accountId: test.id, action: { startsWith: "report_link." } },
  });
  expect(entries.map(({ action }) => action)).toEqual([
    "report_link.created",
    "report_link.revoked",
  ]);
  expect(JSON.stringify(entries)).not.toContain(token);
});

it("is not shared for more than 90 days, after its time, or by a guessed address", async () => {
  const caller = await asOwner();
  await expect(caller.reports.createLink({ id: oslo, ...period, days: 91 })).rejects.toThrow();
  const { id, url } = await caller.reports.createLink({ id: oslo, ...period, days: 90 });
  expect(await statusOf(url)).toBe(200);
  const at = new Date(Date.now() - 1000);
  await database().prisma.reportLink.updateMany({
    where: { id },
    data: { createdAt: new Date(at.getTime() - 86_400_000), expiresAt: at },
  });
  expect(await statusOf(url)).toBe(404);
  for (const token of ["rpt_", "rpt_x", "%00", `${url.slice(0, -1)}`, "x".repeat(3000)]) {
    expect(await statusOf(`http://localhost/reports/${encodeURIComponent(token)}`)).toBe(404);
  }
});
