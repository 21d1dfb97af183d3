import { afterAll, beforeAll, expect, it } from "vitest";
import { findBrowserHash } from "#core/caller";
import { database } from "#core/db";
import { replaceTaxRules } from "#domain/tax";
import { booksOf, openSession, pageOf } from "#testing/checkout";
import { makeAccount, saveSellerDetails, systemContext } from "#testing/factories";
import { makeTaxRule } from "#testing/tax-rules";
import { payForm } from "./checkout-forms";

const importRules = (rules: unknown[]) =>
  database().transaction((db) => replaceTaxRules({ ...systemContext(), db }, { rules }));

// A German seller who charges consumers in Germany and France, and no others.
beforeAll(() =>
  importRules([
    makeTaxRule(),
    makeTaxRule({ id: "to-fr", buyer: "FR", buyer_kind: "consumer", rate_basis_points: 2_000 }),
  ]),
);
afterAll(() => importRules([]));

const card = { number: "4242 4242 4242 4242", expiry: "12 / 40", cvc: "123", lang: "en" };
const company = {
  buyer: "business",
  company: "Durand SARL",
  address: "1 rue de la Paix\r\n75002 Paris",
};
const business = { ...card, email: "ada@example.com", ...company };

async function open(changes: Parameters<typeof saveSellerDetails>[1] = {}) {
  const { test: account } = await makeAccount();
  await saveSellerDetails(account, { country_code: "DE", ...changes });
  return openSession({ account });
}

const cookies = new Map<string, string>();

/** Sends the form as the session's one browser would. */
async function send(id: string, fields: Record<string, string>) {
  const cookie = cookies.get(id);
  const request = new Request("http://localhost:3000/checkout/x/pay", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: {
      ...{ host: "localhost:3000", "sec-fetch-site": "same-origin" },
      ...(cookie && { cookie }),
    },
  });
  const response = await payForm(request, id);
  const { searchParams } = new URL(response.headers.get("location") ?? "", "http://x");
  const set = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  cookies.set(id, set);
  const browser = findBrowserHash(set);
  return { faults: searchParams.getAll("fault"), browser };
}

/** Sends the form until it says that the tax is the one of the page. */
async function payWithTax(id: string, fields: Record<string, string>) {
  const { browser } = await send(id, fields);
  const { tax } = await pageOf(id, undefined, browser);
  return send(id, { ...fields, tax: tax?.ruleId ?? "" });
}

it("a business of another member state with a VAT id pays the same price by reverse charge", async () => {
  const { id } = await open();
  const fields = { ...business, country: "FR", vat_id: "fr 12.345.678.901" };
  expect((await send(id, fields)).faults).toEqual(["tax.changed"]);
  expect((await payWithTax(id, fields)).faults).toEqual([]);
  const { session, payment } = await booksOf(id);
  expect(session).toMatchObject({
    ...{ state: "complete", customerCountry: "FR", isBusiness: true },
    ...{ buyerName: "Durand SARL", buyerVatId: "FR12345678901" },
    buyerAddress: "1 rue de la Paix\n75002 Paris",
    saleTax: { kind: "reverse_charge", tax: 0, net: 300, gross: 300 },
  });
  expect(payment?.amount).toBe(300n);
});

it.each([
  ["of another member state", "FR", { kind: "standard", rateBasisPoints: 2_000, tax: 50 }],
  ["at home", "DE", { kind: "standard", rateBasisPoints: 1_900, tax: 48 }],
  ["outside of the rules", "US", null],
])("a business %s without a VAT id is taxed as a consumer", async (_, country, tax) => {
  const { id } = await open();
  expect((await payWithTax(id, { ...business, country })).faults).toEqual([]);
  const { session } = await booksOf(id);
  expect(session).toMatchObject({ isBusiness: true, buyerName: "Durand SARL", buyerVatId: null });
  if (tax === null) expect(session.saleTax).toBeNull();
  else expect(session.saleTax).toMatchObject(tax);
});

it.each([
  [{ company: "" }, ["company.missing"]],
  [{ company: "a".repeat(201) }, ["company.long"]],
  [{ address: " " }, ["address.missing"]],
  [{ address: "a".repeat(501) }, ["address.long"]],
  [{ vat_id: "FR12345" }, ["vat_id.invalid"]],
  // Of the seller's country, not of the buyer's.
  [{ vat_id: "DE123456789" }, ["vat_id.invalid"]],
])("a form with a fault names its field and charges no one: %o", async (wrong, faults) => {
  const { id } = await open();
  const fields = { ...business, country: "FR", tax: "to-fr", ...wrong };
  const sent = await send(id, fields);
  expect(sent.faults).toEqual(faults);
  expect((await booksOf(id)).payment).toBeNull();
  // Valid fields are filled in when the form comes back.
  expect((await pageOf(id, undefined, sent.browser)).buyer).toMatchObject({ country: "FR" });
});

it("a consumer's form keeps nothing of a company", async () => {
  const { id } = await open();
  const fields = { ...business, buyer: "consumer", country: "FR", vat_id: "FR12345678901" };
  expect((await payWithTax(id, fields)).faults).toEqual([]);
  const { session } = await booksOf(id);
  expect(session).toMatchObject({ isBusiness: false, buyerName: null, buyerVatId: null });
  expect(session.saleTax).toMatchObject({ tax: 50 });
});

it("a seller can refuse consumers whom no rule covers, before anything is charged", async () => {
  const { id } = await open({ refuses_uncovered: true });
  const sent = await send(id, { ...business, buyer: "consumer", country: "AT" });
  expect(sent.faults).toEqual(["country.refused"]);
  expect(await pageOf(id, undefined, sent.browser)).toMatchObject({ isRefused: true, tax: null });
  // A business without a VAT id counts as one.
  expect((await send(id, { ...business, country: "AT" })).faults).toEqual(["country.refused"]);
  expect((await booksOf(id)).payment).toBeNull();
  const proven = { ...business, country: "AT", vat_id: "ATU12345678" };
  expect((await payWithTax(id, proven)).faults).toEqual([]);
});

it("a seller who has not chosen goes on without tax, as before", async () => {
  const { id } = await open();
  const fields = { ...business, buyer: "consumer", country: "AT" };
  expect((await send(id, fields)).faults).toEqual([]);
  expect((await booksOf(id)).session).toMatchObject({ state: "complete", saleTax: null });
});
