// Drawn invoices and credit notes of several issuers, compared with a model of the law's table.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { readRates, replaceTaxRules, setRates } from "#domain/tax";
import { billAccount, offerIn, placeCharged } from "#testing/billing";
import { type Invoiced, linesOf, type Sold } from "#testing/billing-model/documents";
import { currencies, type Issuer, issuers, periods, ratesFile } from "#testing/billing-model/rates";
import { type Country, compare, rateDay } from "#testing/billing-model/table";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { fulfillAt } from "#testing/fulfillment-time";
import { enduranceSeed } from "#testing/seed";
import { makeTaxRule } from "#testing/tax-rules";
import { checkBilling } from "./check-billing";
import { monthSpan } from "./content-rules";
import { issueCreditNote } from "./issue-credit-note";
import { issueMonth } from "./issue-month";
import { addIssuer, chooseIssuer } from "./issuers";
import { InvoiceContent } from "./schema";

const DOCUMENTS = 1_000;
const TIMEOUT_MS = 600_000;

/** Before and after the change of a rate. */
const days = ["02", "15", "16", "28"];
const buyers = ["DE", "FR", "GB", "US", "PL", "IE", "CH"];
/** The same lines of a stored document. */
function statedBy({ taxes, total, national }: InvoiceContent): Record<string, unknown> {
  const lines: Record<string, unknown> = { gross: total };
  for (const { rule_id: ruleId, rate_basis_points: rate, net, tax } of taxes) {
    lines[`${rate} net`] = net;
    lines[`${rate} vat`] = tax;
    lines[`${rate} gross`] = net + tax;
    const stated = national?.taxes.find((each) => each.rule_id === ruleId);
    if (!stated) continue;
    if (stated.net !== null) lines[`${rate} national net`] = stated.net;
    lines[`${rate} national vat`] = stated.tax;
  }
  if (national === null) return lines;
  if (national.net !== null) lines["national net"] = national.net;
  lines["national vat"] = national.tax;
  lines["rates"] = national.rates.map(({ rate }) => rate).join(" ");
  lines["tax point"] = national.tax_point;
  return lines;
}

const rulesOf = (country: Country) => {
  const at = (id: string, changes: object) =>
    makeTaxRule({ id: `${country}-${id}`.toLowerCase(), seller: country, ...changes });
  const legal = { en: "No tax", de: "Keine", fr: "Aucune", es: "Nada" };
  const none = { rate_basis_points: 0, legal_text: legal };
  if (country === "US") return [at("any", { ...none, buyer: "anywhere", kind: "out_of_scope" })];
  return [
    at("eu", { ...none, buyer: "other_eu_state", kind: "reverse_charge" }),
    at("world", { ...none, buyer: "abroad", kind: "out_of_scope" }),
    ...periods.flatMap((period) => [
      at(`${period}-a`, { valid_from: `${period}-01`, valid_to: `${period}-15` }),
      at(`${period}-b`, {
        valid_from: `${period}-16`,
        valid_to: rateDay(period, { friday: false }),
        rate_basis_points: 700,
      }),
    ]),
  ];
};

async function openAccounts(): Promise<{ ctx: AccountContext; buyer: string }[]> {
  const accounts = [];
  for (const currency of currencies) {
    for (const buyer of buyers) {
      const { account } = await makeAccount("write", "test", currency);
      await billAccount(account, { profile: { country_code: buyer } });
      accounts.push({ ctx: contextOf({ ...account, terms: "invoice" }), buyer });
    }
  }
  return accounts;
}

async function setUp(): Promise<void> {
  const rules = [...new Set(issuers.map(({ country }) => country))].flatMap(rulesOf);
  await database().transaction(async (db) => {
    await replaceTaxRules({ ...systemContext(), db }, { rules });
    await setRates({ ...systemContext(), db }, readRates(ratesFile()));
  });
}

const ids = new Map<Issuer, string>();

/** Changes the issuer: the first time it is added, later it is chosen again. */
async function changeIssuer(issuer: Issuer): Promise<void> {
  const id = ids.get(issuer);
  await database().transaction(async (db) => {
    const ctx = { ...systemContext(), db };
    if (id !== undefined) {
      await chooseIssuer(ctx, { mode: "test", id });
      return;
    }
    const at = issuers.indexOf(issuer);
    const added = await addIssuer(ctx, {
      ...{ mode: "test", legal_name: `Issuer ${at}`, address: "Road 1", tax_id: null },
      ...{ bank_text: null, number_prefix: `I${at}`, rate_rule: issuer.rule },
      country_code: issuer.country,
    });
    ids.set(issuer, added.id);
  });
}

/** Counts documents, and expects the next number of an issuer, kind and year. */
function numbering() {
  const next = new Map<string, number>();
  return {
    documents: 0,
    expect(issuer: Issuer, kind: "invoice" | "credit_note", number: string) {
      const year = number.split("-").at(-2);
      const key = `I${issuers.indexOf(issuer)}${kind === "invoice" ? "" : "-CN"}-${year}`;
      next.set(key, (next.get(key) ?? 0) + 1);
      this.documents += 1;
      expect(number).toBe(`${key}-${String(next.get(key)).padStart(5, "0")}`);
    },
  };
}

type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Issues the invoices of a month, and compares each with the model. */
async function invoiceMonth(
  accounts: Accounts,
  { period, issuer, now }: { period: string; issuer: Issuer; now: Date },
  orders: ReadonlyMap<string, Sold[]>,
): Promise<(Invoiced & { number: string })[]> {
  const { blocked, issued } = await issueMonth(
    { ...systemContext(), now },
    { mode: "test", period, database: database() },
  );
  expect(blocked).toEqual([]);
  const invoices = [];
  for (const { accountId, number } of issued) {
    const account = accounts.find(({ ctx }) => ctx.account.id === accountId);
    if (!account) throw new Error(`no account ${accountId}`);
    const row = await database().prisma.invoice.findFirstOrThrow({ where: { accountId, number } });
    const sold = orders.get(accountId) ?? [];
    const invoice = { ...account, id: row.id, number, issuer, period, orders: sold };
    const open = { ...invoice, credited: new Map<string, number>() };
    const stated = statedBy(InvoiceContent.parse(JSON.parse(row.content)));
    const lines = linesOf(
      open,
      ({ net }) => net,
      () => 0,
    );
    compare(number, lines, stated);
    invoices.push(open);
  }
  return invoices;
}

it(
  `${DOCUMENTS} drawn invoices and credit notes say what the table asks for, and are numbered without gaps`,
  async () => {
    const { portfolioId } = await makeStock({ tonnes: 1_000_000 });
    await offerIn(portfolioId, currencies);
    await setUp();
    await changeIssuer(issuers[0] as Issuer);
    const accounts = await openAccounts();
    const draw = drawing();
    const open: Invoiced[] = [];
    const numbers = numbering();
    const creditOne = async (now: Date) => {
      const invoice = open[draw(open.length)] as Invoiced;
      const number = await credit(invoice, { now, draw });
      if (number !== null) numbers.expect(invoice.issuer, "credit_note", number);
    };
    for (const period of periods) {
      const issuer = issuers[draw(issuers.length)] as Issuer;
      await changeIssuer(issuer);
      const now = new Date(monthSpan(period).to.getTime() + 86_400_000);
      const orders = await sellMonth(accounts, { portfolioId, period, draw });
      for (const invoice of await invoiceMonth(accounts, { period, issuer, now }, orders)) {
        numbers.expect(issuer, "invoice", invoice.number);
        open.push(invoice);
      }
      while (draw(3) > 0 && numbers.documents < DOCUMENTS) await creditOne(now);
    }
    while (numbers.documents < DOCUMENTS) await creditOne(new Date());
    expect(await checkBilling(systemContext())).toEqual([]);
  },
  TIMEOUT_MS,
);

type Draw = (below: number) => number;

function drawing(): Draw {
  const numbers = fc.sample(fc.nat(), { numRuns: 20_000, seed: enduranceSeed() });
  let at = 0;
  return (below) => (numbers[at++ % numbers.length] ?? 0) % below;
}

/** One to three orders of each account, on days of the month. Returns them by account. */
async function sellMonth(
  accounts: readonly { ctx: AccountContext }[],
  { portfolioId, period, draw }: { portfolioId: string; period: string; draw: Draw },
): Promise<Map<string, Sold[]>> {
  const placed: { id: string; accountId: string; day: string }[] = [];
  for (const { ctx } of accounts) {
    for (let count = draw(3); count >= 0; count -= 1) {
      const id = await placeCharged(ctx, { portfolioId, kg: 1 + draw(5_000) });
      const day = `${period}-${days[draw(days.length)]}`;
      placed.push({ id, accountId: ctx.account.id, day });
    }
  }
  await matchAll();
  for (const [day, orders] of Map.groupBy(placed, (order) => order.day)) {
    await fulfillAt(
      `${day}T12:00:00Z`,
      orders.map(({ id }) => id),
    );
  }
  const rows = await database().prisma.order.findMany({
    where: { id: { in: placed.map(({ id }) => id) } },
  });
  const prices = new Map(rows.map(({ id, price }) => [id, Number(price)]));
  const sold = new Map<string, Sold[]>();
  for (const { id, accountId, day } of placed) {
    const order = { id, day, net: prices.get(id) ?? 0 };
    sold.set(accountId, [...(sold.get(accountId) ?? []), order]);
  }
  return sold;
}

/** Credits a part of one order, or all of it. Returns the number; null if nothing is left. */
async function credit(
  invoice: Invoiced,
  { now, draw }: { now: Date; draw: Draw },
): Promise<string | null> {
  const order = invoice.orders[draw(invoice.orders.length)] as Sold;
  const before = new Map(invoice.credited);
  const remaining = order.net - (before.get(order.id) ?? 0);
  if (remaining === 0) return null;
  const net = draw(2) === 0 ? remaining : 1 + draw(remaining);
  invoice.credited.set(order.id, (before.get(order.id) ?? 0) + net);
  const note = await database().transaction((db) =>
    issueCreditNote(
      { ...invoice.ctx, db, now },
      { invoice_id: invoice.id, reason: "Drawn", orders: [{ order_id: order.id, net }] },
    ),
  );
  const lines = linesOf(
    invoice,
    ({ id }) => invoice.credited.get(id) ?? 0,
    ({ id }) => before.get(id) ?? 0,
  );
  compare(note.number, lines, statedBy(InvoiceContent.parse(JSON.parse(note.content))));
  return note.number;
}
