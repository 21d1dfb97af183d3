import { expect, it, onTestFinished } from "vitest";
import { database } from "#core/db";
import { currencies } from "#core/money";
import { readRates, replaceTaxRules, setRates } from "#domain/tax";
import {
  billAccount,
  endedMonth,
  issue,
  makeBilledAccount,
  offerIn,
  sellOrders,
  setUpIssuer,
} from "#testing/billing";
import { readPdf } from "#testing/certificates";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { makeTaxRule } from "#testing/tax-rules";
import { getInvoice } from "./invoices";
import { listDrafts } from "./issue-month";
import { findIssuer } from "./issuer-store";
import { addIssuer, chooseIssuer, setIssuer } from "./issuers";
import { getInvoicePdf } from "./stored-pdfs";

const system = systemContext();

async function billedIn(currency: string, country: string) {
  const { account } = await makeAccount("write", "test", currency);
  await billAccount(account, { profile: { country_code: country } });
  return contextOf({ ...account, terms: "invoice" });
}

const inTransaction = <Result>(work: (ctx: typeof system) => Promise<Result>) =>
  database().transaction((db) => work({ ...system, db }));

it("an invoice waits for the rate of its tax point, says so, and states tax, rate and source", async () => {
  const { portfolioId } = await makeStock({ tonnes: 100 });
  await setUpIssuer();
  await offerIn(portfolioId, ["gbp"]);
  const ctx = await billedIn("gbp", "DE");
  await sellOrders(ctx, { portfolioId, kg: [10_000] });
  const { period, now } = endedMonth();
  const waiting = /Tax must be stated in EUR.*from GBP to EUR.*bmf_monthly/;
  await expect(issue(ctx)).rejects.toMatchObject({
    status: 409,
    detail: expect.stringMatching(waiting),
  });
  const [draft] = await listDrafts({ ...system, now }, { mode: "test" });
  expect(draft).toMatchObject({ accountId: ctx.account.id, period, currency: "gbp" });
  expect(draft?.waitsFor).toMatch(waiting);

  await inTransaction((own) =>
    setRates(
      own,
      readRates(
        `rule,from,to,valid_from,valid_to,rate,source\nbmf_monthly,EUR,GBP,${period}-01,${period}-28,0.9,too short\nbmf_monthly,eur,gbp,${period}-02,2999-12-31,0.85610,"BMF, monthly"`,
      ),
    ),
  );
  const invoice = await issue(ctx);
  const document = await getInvoice({ ...ctx, now }, { id: invoice?.id ?? "" });
  // £200 and 19% of it, at 0.8561 pounds for a euro.
  expect(document.content).toMatchObject({
    currency: "GBP",
    ...{ net: 20_000, tax: 3_800, total: 23_800 },
    national: {
      ...{ currency: "EUR", net: null, tax: 4_439 },
      rates: [{ from: "EUR", to: "GBP", rate: "0.85610", source: "BMF, monthly" }],
    },
  });
  const pdf = await getInvoicePdf({ ...ctx, now }, { id: document.id });
  expect(pdf.bytes.length).toBeGreaterThan(1_000);
});

it("reverse charge states nothing, and a country that the table lacks waits only if it charges tax", async () => {
  const { portfolioId } = await makeStock({ tonnes: 100 });
  await setUpIssuer("test", { country_code: "NO", number_prefix: "NO" });
  await inTransaction((own) => replaceTaxRules(own, { rules: [makeTaxRule({ seller: "NO" })] }));
  const { ctx } = await makeBilledAccount({ profile: { country_code: "NO" } });
  await sellOrders(ctx, { portfolioId, kg: [100] });
  await expect(issue(ctx)).rejects.toMatchObject({
    detail: "It is not known how sellers in NO state tax on their documents, so they wait.",
  });
  await offerIn(portfolioId, ["eur", "nok"]);
  const atHome = await billedIn("nok", "NO");
  await sellOrders(atHome, { portfolioId, kg: [1000] });
  expect(JSON.parse((await issue(atHome))?.content ?? "{}")).toMatchObject({
    ...{ currency: "NOK", net: 2_000, tax: 380, national: null },
  });
  await setUpIssuer();
  const abroad = await billedIn("eur", "FR");
  await sellOrders(abroad, { portfolioId, kg: [100] });
  const invoice = await issue(abroad);
  expect(JSON.parse(invoice?.content ?? "{}")).toMatchObject({ tax: 0, national: null });
});

it.each([
  ["isk", { digits: 0, providerDigits: 2, step: 1, smallestCharge: 50 }, "ISK20,001"],
  ["kwd", { digits: 3, providerDigits: 3, step: 10, smallestCharge: 200 }, "KWD20.010"],
])("an invoice in %s has the currency's decimals and steps", async (currency, rules, total) => {
  currencies[currency] = rules;
  onTestFinished(() => {
    delete currencies[currency];
  });
  const { portfolioId } = await makeStock({ tonnes: 100 });
  await setUpIssuer();
  await offerIn(portfolioId, [currency]);
  const ctx = await billedIn(currency, "FR");
  // 20,001 minor units at 2 for a kilogram, rounded up to the step.
  await sellOrders(ctx, { portfolioId, kg: [10_000] });
  await database().prisma.portfolioPrice.updateMany({
    where: { portfolioId, currency },
    data: { apiPricePerTonne: 1_000 },
  });
  await sellOrders(ctx, { portfolioId, kg: [1] });
  const document = await issue(ctx);
  const now = endedMonth().now;
  const pdf = await getInvoicePdf({ ...ctx, now }, { id: document?.id ?? "" });
  expect((await readPdf(pdf.bytes)).text).toContain(total);
});

it("numbers run for each issuer, and go on if a former one comes back", async () => {
  const { portfolioId } = await makeStock({ tonnes: 100 });
  await setUpIssuer("test", { number_prefix: "ONE" });
  const first = await findIssuer(system, { mode: "test" });
  if (!first) throw new Error("no issuer");
  const bill = async () => {
    const { ctx } = await makeBilledAccount();
    await sellOrders(ctx, { portfolioId, kg: [100] });
    return Number((await issue(ctx))?.sequence);
  };
  const before = await bill();
  const other = {
    ...first.details,
    legal_name: "Other",
    number_prefix: "TWO",
    mode: "test",
  } as const;
  await expect(
    inTransaction((own) => addIssuer(own, { ...other, number_prefix: "ONE" })),
  ).rejects.toMatchObject({ errors: { number_prefix: [expect.stringContaining("Nordklima")] } });
  await inTransaction((own) => addIssuer(own, other));
  expect([await bill(), await bill()]).toEqual([1, 2]);
  await inTransaction((own) => chooseIssuer(own, { mode: "test", id: first.id }));
  expect(await bill()).toBe(before + 1);
});

it("an issuer chooses among the rates that its country allows", async () => {
  await setUpIssuer();
  const issuer = await findIssuer(system, { mode: "test" });
  if (!issuer) throw new Error("no issuer");
  await expect(
    inTransaction((own) =>
      setIssuer(own, { ...issuer.details, mode: "test", rate_rule: "hmrc_period" }),
    ),
  ).rejects.toMatchObject({
    errors: { rate_rule: [expect.stringContaining("one of bmf_monthly, ecb_daily")] },
  });
});

it.each([
  ["a line without a source", "ecb_daily,eur,usd,2026-10-01,2026-10-01,1.08,", /line 2: source/],
  ["a rate with an exponent", "ecb_daily,eur,usd,2026-10-01,2026-10-01,1e2,ECB", /line 2: rate/],
  ["a rate of zero", "ecb_daily,eur,usd,2026-10-01,2026-10-01,0.000,ECB", /line 2: rate/],
  ["an unknown rule", "mine,eur,usd,2026-10-01,2026-10-01,1.08,ECB", /line 2: rule/],
  ["an end before its beginning", "ecb_daily,eur,usd,2026-10-02,2026-10-01,1.08,ECB", /valid_to/],
])("a file with %s is refused", (_, line, message) => {
  const read = () => readRates(`rule,from,to,valid_from,valid_to,rate,source\n${line}\n`);
  expect(read).toThrow();
  try {
    read();
  } catch (error) {
    expect(JSON.stringify(error)).toMatch(message);
  }
});
