import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "#core/db";
import type { Currency } from "#core/money";
import { setCategoryPrices } from "#domain/catalogue";
import { customerMails, issueWaitingDocuments, payCheckoutSession } from "#domain/checkout";
import { type RateRule, replaceTaxRules, setRates } from "#domain/tax";
import {
  BROWSER,
  booksOf,
  cards,
  letTimePass,
  openSession,
  pageOf,
  refund,
} from "#testing/checkout";
import { makeAccount, makeStock, saveSellerDetails, systemContext } from "#testing/factories";
import { makeTaxRule } from "#testing/tax-rules";

const importRules = (rules: unknown[]) =>
  database().transaction((db) => replaceTaxRules({ ...systemContext(), db }, { rules }));
beforeAll(() => importRules([makeTaxRule()]));
afterAll(() => importRules([]));

const durand = {
  ...{ country: "FR", isBusiness: true, consent: null },
  company: {
    name: "Durand SARL",
    address: "1 rue de la Paix\n75002 Paris",
    vatId: "FR12345678901",
  },
};
const meyer = {
  ...{ country: "DE", isBusiness: true, consent: null },
  company: { name: "Meyer OHG", address: "Am Markt 1, 28195 Bremen", vatId: null },
};

async function makeSeller(currency: Currency = "usd") {
  const { test: account } = await makeAccount("write", "test", currency);
  await saveSellerDetails(account);
  return account;
}

/** A portfolio that costs 30 major units a tonne. */
async function makeStockIn(currency: Currency) {
  const { tag, portfolioId } = await makeStock();
  const prices = {
    ...{ mode: "test" as const, id: `cat_${tag}`, currency },
    ...{ api_price_per_tonne: 2000, checkout_price_per_tonne: 3000 },
    ...{ expected: { api: null, checkout: null }, confirmed: true },
  };
  await database().transaction((db) => setCategoryPrices({ ...systemContext(), db }, prices));
  return portfolioId;
}
type Account = Awaited<ReturnType<typeof makeSeller>>;

interface Sale {
  account: Account;
  buyer: Omit<typeof durand, "company"> & {
    company: { name: string; address: string; vatId: string | null } | null;
  };
  number?: string;
  portfolioId?: string;
}

async function sell({ account, buyer, number = cards.good, ...stock }: Sale) {
  const { id } = await openSession({ account, ...stock });
  await payCheckoutSession(systemContext(), {
    database: database(),
    sessionId: id,
    customer: {
      ...{ email: "ada@example.com", beneficiary: null, language: "en", browserHash: BROWSER },
      buyer,
    },
    source: { type: "card", number, expiryMonth: 12, expiryYear: 2040, cvc: "123" },
  });
  return id;
}

async function mailOf(id: string, name: string, refundId?: string) {
  const template = customerMails.find((one) => one.name === name);
  const params = { checkoutSessionId: id, ...(refundId && { refundId }) };
  const mail = await template?.prepare(systemContext(), { params, createdAt: new Date() });
  if (mail?.state !== "ready") throw new Error(`no ${name} is ready`);
  return mail.content.text;
}

const year = new Date().getUTCFullYear();

test("the receipt of a business is an invoice, with both parties and the reason why no tax is charged", async () => {
  const account = await makeSeller();
  const id = await sell({ account, buyer: durand });
  // An invoice is issued once: later details of the seller do not change it.
  await saveSellerDetails(account, { legal_name: "Another GmbH" });
  const receipt = await mailOf(id, "receipt");
  for (const text of [
    `TEST-C-${year}-00001`,
    "Example Stores GmbH, Hafenstraße 1, 20457 Hamburg, Germany, VAT/tax ID: DE123456789",
    "Durand SARL, 1 rue de la Paix, 75002 Paris, France, VAT/tax ID: FR12345678901",
    "Date of supply",
    "$0.00 (0% VAT)",
    "Reverse charge (Articles 44 and 196",
    "This is your tax invoice.",
  ]) {
    expect(receipt).toContain(text);
  }
  expect(receipt).not.toContain("not a tax invoice");
  expect((await pageOf(id)).documents).toMatchObject([{ tax: { net: 300, tax: 0, gross: 300 } }]);
  expect((await pageOf(id, undefined, "another browser")).documents).toEqual([]);
});

test("each refund has a credit note with its own number, and all of them add up to the invoice", async () => {
  const account = await makeSeller("eur");
  const id = await sell({ account, buyer: meyer, portfolioId: await makeStockIn("eur") });
  const taxes: number[] = [];
  for (const [index, amount] of [101, 102, 97].entries()) {
    const { id: refundId } = await refund(account, id, amount);
    await letTimePass(id);
    const number = `TEST-R-${year}-0000${index + 1}`;
    const mail = await mailOf(id, "refund", refundId);
    for (const text of [number, `TEST-C-${year}-00001`, "Meyer OHG", "This is your credit note."]) {
      expect(mail).toContain(text);
    }
    const [, ...notes] = (await pageOf(id)).documents;
    const note = notes.find((each) => each !== "waits" && each.number === number);
    if (!note || note === "waits") throw new Error(`no ${number} is on the page`);
    expect(note.tax).toMatchObject({ gross: amount, net: amount - note.tax.tax });
    taxes.push(note.tax.tax);
  }
  expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(48);
});

test("numbers run without a gap through an account's paid sales to businesses", async () => {
  const account = await makeSeller();
  const consumer = { ...meyer, isBusiness: false, company: null };
  await sell({ account, buyer: durand, number: cards.declined });
  const [paid, , pending, next] = [
    await sell({ account, buyer: durand }),
    await sell({ account, buyer: consumer }),
    await sell({ account, buyer: durand, number: cards.paysLater }),
    await sell({ account, buyer: durand }),
  ];
  const numberOf = async (id: string) => {
    const [invoice] = (await pageOf(id)).documents;
    return invoice === "waits" ? "waits" : invoice?.number;
  };
  expect(await numberOf(pending)).toBeUndefined();
  await letTimePass(pending);
  expect((await booksOf(pending)).payment?.state).toBe("paid");
  expect([await numberOf(paid), await numberOf(next), await numberOf(pending)]).toEqual(
    ["1", "2", "3"].map((number) => `TEST-C-${year}-0000${number}`),
  );
  expect(await database().prisma.saleDocument.count({ where: { accountId: account.id } })).toBe(3);
});

test("at home, the invoice states net, rate and tax in the currency of the sale", async () => {
  const account = await makeSeller("eur");
  const id = await sell({ account, buyer: meyer, portfolioId: await makeStockIn("eur") });
  const receipt = await mailOf(id, "receipt");
  for (const text of [`TEST-C-${year}-00001`, "€2.52", "€0.48 (19% VAT)", "€3.00", "Meyer OHG"]) {
    expect(receipt).toContain(text);
  }
});

const rate = (from: string, to: string, value: string, rule: RateRule) => ({
  ...{ rule, from, to, valid_from: `${year}-01-01`, valid_to: `${year + 1}-12-31` },
  ...{ rate: value, source: "Ministry, monthly" },
});
const addRate = (each: ReturnType<typeof rate>) =>
  database().transaction((db) => setRates({ ...systemContext(), db }, [each]));
const tryWaiting = () => issueWaitingDocuments(systemContext(), { database: database() });
const mailsTo = async (id: string) =>
  (await database().prisma.job.findMany({ where: { kind: "customer-mail", subjectId: id } })).map(
    ({ payload }) => (payload as { template: string }).template,
  );

test("documents wait for the exchange rate of the seller's tax, and are issued and mailed with it", async () => {
  const account = await makeSeller("nzd");
  const portfolioId = await makeStockIn("nzd");
  const id = await sell({ account, buyer: meyer, portfolioId });
  const { id: refundId } = await refund(account, id, 100);
  await letTimePass(id);
  expect(await mailOf(id, "receipt")).toContain("not a tax invoice. We email the invoice to you");
  expect(await mailOf(id, "refund", refundId)).toContain("We email the credit note to you once");
  expect((await pageOf(id)).documents).toEqual(["waits", "waits"]);
  const { waiting } = await tryWaiting();
  expect([...waiting.keys()]).toContainEqual(expect.stringMatching(/no rate from NZD to EUR/));

  await addRate(rate("eur", "nzd", "1.9000", "bmf_monthly"));
  // Two workers: each document is issued and mailed once.
  const runs = await Promise.allSettled([tryWaiting(), tryWaiting()]);
  expect(runs.some(({ status }) => status === "fulfilled")).toBe(true);
  await tryWaiting();
  const documents = (await pageOf(id)).documents;
  // 48 and 16 cents of tax at 1.9 dollars for a euro.
  expect(documents).toMatchObject([
    { number: `TEST-C-${year}-00001`, national: { currency: "eur", net: null, tax: 25 } },
    { number: `TEST-R-${year}-00001`, national: { currency: "eur", net: null, tax: 8 } },
  ]);
  expect((await mailsTo(id)).filter((kind) => kind === "invoice")).toHaveLength(1);
  expect((await mailsTo(id)).filter((kind) => kind === "credit-note")).toHaveLength(1);
  const mail = await mailOf(id, "invoice");
  for (const text of ["Tax in EUR", "€0.25", "1 EUR = 1.9000 NZD (Ministry, monthly)", "19% VAT"]) {
    expect(mail).toContain(text);
  }
  expect(await mailOf(id, "credit-note", refundId)).toContain("€0.08");
});

test("a British seller's invoice states net and tax in pounds", async () => {
  await addRate(rate("aud", "gbp", "0.5", "uk_market"));
  const account = await makeSeller("aud");
  await saveSellerDetails(account, { country_code: "GB", tax_id: "GB123456789" });
  const buyer = { ...meyer, country: "GB" };
  const id = await sell({ account, buyer, portfolioId: await makeStockIn("aud") });
  expect((await pageOf(id)).documents).toMatchObject([
    { tax: { net: 250, tax: 50 }, national: { currency: "gbp", net: 125, tax: 25 } },
  ]);
});

test.each([
  ["the seller has no tax id", { has_tax_id: false, tax_id: null }],
  ["no rule says which tax it is", { country_code: "US" }],
])("if %s, the receipt is no invoice", async (_, details) => {
  const account = await makeSeller();
  await saveSellerDetails(account, details);
  const id = await sell({ account, buyer: durand });
  expect(await mailOf(id, "receipt")).toContain("It is not a tax invoice.");
});
