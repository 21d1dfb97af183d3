// The CSV of an invoice's orders, as a spreadsheet program reads it.
import { parse } from "csv-parse/sync";
import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { getInvoice } from "#modules/billing/invoices";
import { issueCreditNote } from "#modules/billing/issue-credit-note";
import { endedMonth, issue, makeBilledAccount, sellOrders, setUpIssuer } from "#testing/billing";
import { makeStock } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";
import { handleExportRequest } from "#trpc/exports";

type Row = Record<string, string>;

let portfolioId: string;
let operator: string;

beforeAll(async () => {
  ({ portfolioId } = await makeStock());
  await setUpIssuer();
  operator = await sessionCookie((await makePerson({ isOperator: true })).email);
});

const amount = (rows: readonly Row[], column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

/** An account with an invoice of orders of 1 to 7 kg, and a member who reads its billing. */
async function makeInvoice() {
  const { ctx } = await makeBilledAccount();
  const orders = await sellOrders(ctx, { portfolioId, kg: [1, 2, 3, 4, 5, 6, 777] });
  const invoice = await issue(ctx);
  if (!invoice) throw new Error("nothing was issued");
  const own = await database().prisma.account.findUniqueOrThrow({ where: { id: ctx.account.id } });
  const where = { id: own.liveAccountId ?? "" };
  const live = await database().prisma.account.findUniqueOrThrow({ where });
  const { email } = await makePerson({ accountId: live.id, role: "admin" });
  const { content } = await getInvoice(ctx, { id: invoice.id });
  return { ctx, orders, content, live, id: invoice.id, cookie: await sessionCookie(email) };
}

async function download(cookie: string, account: string | null, file: string, query: object) {
  const search = new URLSearchParams({ ...query });
  const url = `http://localhost:3000/admin/x/test/export/${file}?${search}`;
  const request = new Request(url, { headers: { cookie } });
  const response = await handleExportRequest(request, { account, mode: "test", file });
  return {
    status: response.status,
    name: response.headers.get("content-disposition"),
    rows: response.ok ? (parse(await response.text(), { columns: true, bom: true }) as Row[]) : [],
  };
}

it("has each credit of each order, sums to the invoice, and is named for it", async () => {
  const { live, id, cookie, content, orders } = await makeInvoice();
  const own = await download(cookie, live.slug, "document-orders.csv", { id });
  expect(own.status).toBe(200);
  expect(own.name).toContain(`${content.number}.csv`);
  expect(amount(own.rows, "net")).toBe(content.net);
  expect(amount(own.rows, "amount_kg")).toBe(100 * 798);
  expect(new Set(own.rows.map((row) => row["order_id"]))).toEqual(new Set(orders));
  for (const row of own.rows) {
    expect(row).toMatchObject({ document_number: content.number, currency: "USD" });
    for (const column of ["serial_number_range", "project_name", "vintage_year", "registry"]) {
      expect(row[column]).not.toBe("");
    }
    expect(row["certificate_public_url"]).toContain(row["order_id"]);
  }
  const query = { account: live.id, id };
  const byOperator = await download(operator, null, "account-document-orders.csv", query);
  expect(byOperator.rows).toEqual(own.rows);
});

it("of a credit note has what is credited of each order", async () => {
  const { ctx, live, id, cookie, orders } = await makeInvoice();
  const credit = { order_id: orders[6] ?? "", net: 101 };
  const note = await database().transaction((db) =>
    issueCreditNote({ ...ctx, db }, { invoice_id: id, reason: "Goodwill", orders: [credit] }),
  );
  const { rows } = await download(cookie, live.slug, "document-orders.csv", { id: note.id });
  expect(amount(rows, "net")).toBe(101);
  expect(new Set(rows.map((row) => row["order_id"]))).toEqual(new Set([credit.order_id]));
});

it("of another account's invoice is not found by operators", async () => {
  const [own, other] = [await makeInvoice(), await makeInvoice()];
  const query = { account: own.live.id, id: other.id };
  expect((await download(operator, null, "account-document-orders.csv", query)).status).toBe(404);
});

it("the register of documents has each once, with credit notes negative", async () => {
  const { ctx, live, id, cookie, content } = await makeInvoice();
  const input = { invoice_id: id, reason: "Goodwill", orders: undefined };
  await database().transaction((db) =>
    issueCreditNote({ ...ctx, db, now: endedMonth().now }, input),
  );
  const { rows } = await download(cookie, live.slug, "documents.csv", {});
  expect(rows.map((row) => row["kind"]).sort()).toEqual(["credit_note", "invoice"]);
  for (const column of ["net", "tax", "total"]) expect(amount(rows, column)).toBe(0);
  const invoice = rows.find((row) => row["kind"] === "invoice");
  expect(invoice).toMatchObject({
    ...{ document_number: content.number, currency: "USD", open: "0.00", open_minor_units: "0" },
    ...{ total: (content.total / 100).toFixed(2) },
  });
});
