import { afterAll, beforeAll, expect, test } from "vitest";
import { database } from "#core/db";
import type { Currency } from "#core/money";
import { setCategoryPrices } from "#domain/catalogue";
import { customerMails, payCheckoutSession } from "#domain/checkout";
import { replaceTaxRules } from "#domain/tax";
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

/** A portfolio that costs 30 euros a tonne. */
async function makeEuroStock() {
  const { tag, portfolioId } = await makeStock();
  const prices = {
    ...{ mode: "test" as const, id: `cat_${tag}`, currency: "eur" },
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
    "This receipt is your tax invoice.",
  ]) {
    expect(receipt).toContain(text);
  }
  expect(receipt).not.toContain("not a tax invoice");
  expect((await pageOf(id)).invoice).toMatchObject({ tax: { net: 300, tax: 0, gross: 300 } });
  expect((await pageOf(id, undefined, "another browser")).invoice).toBeNull();
});

test("a refund names the invoice that it corrects", async () => {
  const account = await makeSeller();
  const id = await sell({ account, buyer: durand });
  const { id: refundId } = await refund(account, id, 100);
  await letTimePass(id);
  const mail = await mailOf(id, "refund", refundId);
  expect(mail).toContain(`TEST-C-${year}-00001`);
  expect(mail).toContain("Durand SARL");
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
  const numberOf = async (id: string) => (await pageOf(id)).invoice?.number;
  expect(await numberOf(pending)).toBeUndefined();
  await letTimePass(pending);
  expect((await booksOf(pending)).payment?.state).toBe("paid");
  expect([await numberOf(paid), await numberOf(next), await numberOf(pending)]).toEqual(
    ["1", "2", "3"].map((number) => `TEST-C-${year}-0000${number}`),
  );
  expect(await database().prisma.saleInvoice.count({ where: { accountId: account.id } })).toBe(3);
});

test("at home, the invoice states net, rate and tax in the currency of the sale", async () => {
  const account = await makeSeller("eur");
  const id = await sell({ account, buyer: meyer, portfolioId: await makeEuroStock() });
  const receipt = await mailOf(id, "receipt");
  for (const text of [`TEST-C-${year}-00001`, "€2.52", "€0.48 (19% VAT)", "€3.00", "Meyer OHG"]) {
    expect(receipt).toContain(text);
  }
});

test("tax that must be stated in the seller's currency, too, is on a receipt that is no invoice", async () => {
  const account = await makeSeller();
  const id = await sell({ account, buyer: meyer });
  expect((await booksOf(id)).session.saleTax).toMatchObject({ tax: 48 });
  expect(await mailOf(id, "receipt")).toContain("It is not a tax invoice.");
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
