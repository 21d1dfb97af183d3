import { expect, test } from "vitest";
import { CONSENT_VERSION } from "#checkout/sessions/rules";
import { database } from "#core/db";
import {
  customerMails,
  findWithdrawal,
  payCheckoutSession,
  withdrawFromContract,
} from "#domain/checkout";
import { replaceTaxRules } from "#domain/tax";
import { releaseStock } from "#jobs/chores";
import {
  BROWSER,
  booksOf,
  cards,
  letTimePass,
  openSession,
  pageOf,
  passDispute,
  refund,
} from "#testing/checkout";
import { makeAccount, matchAll, saveSellerDetails, systemContext } from "#testing/factories";
import { makeTaxRule } from "#testing/tax-rules";

interface Purchase {
  seller?: string;
  country?: string;
  isBusiness?: boolean;
  company?: { name: string; address: string; vatId: string | null } | null;
  consent?: string | null;
  number?: string;
}

/** A paid session of a seller with complete details, whose stock covers it. */
async function buy({
  seller = "DE",
  country = "DE",
  isBusiness = false,
  company = null,
  consent = null,
  number = cards.good,
}: Purchase = {}) {
  const { test: account } = await makeAccount();
  await saveSellerDetails(account, { country_code: seller });
  const { id } = await openSession({ account });
  await payCheckoutSession(systemContext(), {
    database: database(),
    sessionId: id,
    customer: {
      email: "ada@example.com",
      beneficiary: null,
      language: "de",
      browserHash: BROWSER,
      buyer: { country, isBusiness, company, consent },
    },
    source: { type: "card", number, expiryMonth: 12, expiryYear: 2040, cvc: "123" },
  });
  const { session, orders } = await booksOf(id);
  return { id, account, session, order: orders[0], key: session.withdrawalKey ?? "" };
}

const withdraw = (key: string, now = new Date()) =>
  database().transaction((db) => withdrawFromContract({ ...systemContext(), db, now }, { key }));

test("a consumer without consent gets at least 14 days, in which nothing is allocated", async () => {
  const { id, session, order } = await buy();
  expect(session).toMatchObject({ customerCountry: "DE", isBusiness: false, consentAt: null });
  const days = ((order?.matchableFrom?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(14);
  expect(order).toMatchObject({ coolingOff: true, state: "placed" });
  await matchAll();
  expect((await booksOf(id)).orders[0]?.state).toBe("placed");
  expect((await pageOf(id)).withdrawal).toMatchObject({ state: "open", isCoolingOff: true });
});

test("an order is fulfilled when its cooling-off period is over, and not before", async () => {
  const { id, order } = await buy();
  const end = order?.matchableFrom ?? new Date(0);
  const stateAt = async (now: Date) => {
    await releaseStock({ ...systemContext(), now });
    await matchAll();
    return (await booksOf(id)).orders[0]?.state;
  };
  expect(await stateAt(new Date(end.getTime() - 1))).toBe("placed");
  expect(await stateAt(end)).toBe("fulfilled");
});

test("consent is recorded with its text's version, language and time, and matching starts at once", async () => {
  const { id, session, order } = await buy({ consent: CONSENT_VERSION });
  expect(session).toMatchObject({
    consentText: CONSENT_VERSION,
    consentLanguage: "de",
    consentAt: expect.any(Date),
  });
  expect(order).toMatchObject({ coolingOff: false, matchableFrom: null });
  await matchAll();
  const page = await pageOf(id);
  expect(page.withdrawal).toMatchObject({ state: "performed", isCoolingOff: false });
  expect(page.withdrawal?.consent?.text).toContain("Widerrufsrecht");
});

test.each([
  ["a business", { isBusiness: true, consent: CONSENT_VERSION }],
  ["a consumer elsewhere", { country: "US", consent: CONSENT_VERSION }],
])("%s has no right of withdrawal and gives up none", async (_, purchase) => {
  const { session, order } = await buy(purchase);
  expect(session).toMatchObject({ withdrawalKey: null, consentText: null });
  expect(order).toMatchObject({ coolingOff: false });
});

test("a consent with an unknown text is no consent", async () => {
  const { session, order } = await buy({ consent: "yes" });
  expect(session.consentText).toBeNull();
  expect(order?.coolingOff).toBe(true);
});

test("a withdrawal cancels the order, refunds it and is confirmed by mail, once", async () => {
  const { id, key, account } = await buy();
  await Promise.all([withdraw(key), withdraw(key)]);
  await withdraw(key);
  await letTimePass(id);
  const { session, payment, orders, mails } = await booksOf(id);
  expect(session.withdrawnAt).not.toBeNull();
  expect(orders[0]?.state).toBe("cancelled");
  expect(payment?.state).toBe("refunded");
  expect(mails.filter(({ kind }) => kind === "withdrawal")).toHaveLength(1);
  expect(await findWithdrawal(systemContext(), { key })).toMatchObject({
    state: "withdrawn",
    maskedEmail: "a…@example.com",
  });
  const where = { accountId: account.id, action: "checkout_session.withdrawn" };
  expect(await database().prisma.auditEntry.count({ where })).toBe(1);
});

/** The customer's mail as it is sent now. */
async function mailOf(id: string, name: string, refundId?: string) {
  const template = customerMails.find((one) => one.name === name);
  const params = { checkoutSessionId: id, ...(refundId && { refundId }) };
  const mail = await template?.prepare(systemContext(), { params, createdAt: new Date() });
  if (mail?.state !== "ready") throw new Error(`no ${name} is ready`);
  return mail;
}

test("after a partial refund, page and mail state what the withdrawal really refunds, with its tax", async () => {
  const { id, account, key } = await buy({ seller: "GB", country: "GB" });
  const first = await refund(account, id, 100);
  await letTimePass(id);
  const before = await findWithdrawal(systemContext(), { key });
  expect(before).toMatchObject({ price: 300, refundedBefore: 100, isPaid: true });
  await withdraw(key);
  await letTimePass(id);
  const { refunds, payment } = await booksOf(id);
  expect(refunds.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["requested", 100n],
    ["cancellation", 200n],
  ]);
  expect(payment?.refunded).toBe(300n);
  // The rules of today would say otherwise; the sale's tax stays as it was shown.
  await saveSellerDetails(account, { country_code: "DE" });
  const mails = {
    receipt: (await mailOf(id, "receipt")).content.text,
    first: (await mailOf(id, "refund", first.id)).content.text,
    withdrawal: (await mailOf(id, "withdrawal")).content.text,
    second: (await mailOf(id, "refund", refunds[1]?.id)).content.text,
  };
  const tax = (text: string) =>
    /Steuer \(USD\): (\d),(\d\d).\$ \(20.% /.exec(text)?.slice(1).join("");
  // 0.17 + 0.33 is what 20% VAT is in $3.00.
  expect(Object.values(mails).map(tax)).toEqual(["050", "017", "033", "033"]);
  expect(mails.withdrawal).toMatch(/Bereits erstattet \(USD\): 1,00/);
  expect(mails.withdrawal).toMatch(/Erstattung \(USD\): 2,00/);
});

test("beside an open dispute, page and mail of a withdrawal promise a refund only if the bank returns nothing", async () => {
  const { id, key } = await buy({ number: cards.lostDispute });
  await passDispute(id, "opened");
  const before = await findWithdrawal(systemContext(), { key });
  expect(before).toMatchObject({ state: "open", isDisputed: true });
  await withdraw(key);
  await letTimePass(id);
  const { text } = (await mailOf(id, "withdrawal")).content;
  expect(text).toContain("Ihre Bank entscheidet noch über diese Zahlung.");
  expect(text).not.toMatch(/Erstattung \(USD\)|innerhalb von 14 Tagen/);
  const held = { refunds: [{ outcome: "held", amount: 300 }] };
  expect(await pageOf(id)).toMatchObject({ view: "cancelled", dispute: "disputed", ...held });
  expect(await pageOf(id, new Date(), null)).toMatchObject({ dispute: "reviewed", ...held });
  await passDispute(id, "closed");
  expect(await pageOf(id)).toMatchObject({ dispute: "returned", refunds: [] });
});

test("a rule that comes later adds no tax to a sale, in mails", async () => {
  const { id } = await buy();
  const rules = [makeTaxRule()];
  await database().transaction((db) => replaceTaxRules({ ...systemContext(), db }, { rules }));
  expect((await mailOf(id, "receipt")).content.text).not.toMatch(/Steuer/);
});

test("mails about a sale come from the account's name or its sender name, and replies go to the seller", async () => {
  const { id, account } = await buy();
  const senders = async () => (await mailOf(id, "receipt")).sender;
  expect(await senders()).toEqual({ name: account.name, replyTo: "help@stores.example" });
  await saveSellerDetails(account, { sender_name: "Stores", reply_to: "hello@stores.example" });
  expect(await senders()).toEqual({ name: "Stores", replyTo: "hello@stores.example" });
});

test("a consumer who agreed can withdraw until the credits are allocated, and not after", async () => {
  const waiting = await buy({ consent: CONSENT_VERSION });
  expect((await pageOf(waiting.id)).withdrawal).toMatchObject({ state: "open" });
  await withdraw(waiting.key);
  const done = await buy({ consent: CONSENT_VERSION });
  await matchAll();
  await expect(withdraw(done.key)).rejects.toMatchObject({ code: "conflict" });
  expect((await booksOf(done.id)).orders[0]?.state).toBe("fulfilled");
});

test("after the period nothing can be withdrawn, and an unknown key finds nothing", async () => {
  const { key, session } = await buy();
  const late = new Date((session.withdrawalUntil?.getTime() ?? 0) + 1);
  await expect(withdraw(key, late)).rejects.toMatchObject({ code: "conflict" });
  await expect(withdraw("x".repeat(32))).rejects.toMatchObject({ code: "not-found" });
});

test("another browser sees neither the customer's details nor the withdrawal's address", async () => {
  const { id } = await buy({ consent: CONSENT_VERSION });
  const other = await pageOf(id, undefined, "another browser");
  expect(other).toMatchObject({ email: null, maskedEmail: null, buyer: null });
  expect(other.withdrawal).toMatchObject({ key: null, consent: null });
});
