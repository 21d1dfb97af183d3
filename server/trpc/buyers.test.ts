import { expect, test } from "vitest";
import { database } from "#core/db";
import { payCheckoutSession, withdrawFromContract } from "#domain/checkout";
import { booksOf, cards, openSession } from "#testing/checkout";
import { makeAccount, saveSellerDetails, systemContext } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";
import { dashboardOf } from "#testing/procedures";
import { handleExportRequest } from "./exports";

/** Orders of a consumer who agreed to immediate retirement, and of one who withdrew. */
async function sell() {
  const { live, test: account } = await makeAccount();
  await saveSellerDetails(account);
  const buy = async (consent: string | null) => {
    const { id } = await openSession({ account });
    const buyer = { country: "DE", isBusiness: false, company: null, consent };
    await payCheckoutSession(systemContext(), {
      database: database(),
      sessionId: id,
      customer: { email: "ada@example.com", beneficiary: null, language: "fr", buyer },
      source: { type: "card", number: cards.good, expiryMonth: 12, expiryYear: 2040, cvc: "123" },
    });
    const { session, orders } = await booksOf(id);
    return { id, orderId: orders[0]?.id ?? "", session };
  };
  const [agreed, withdrawn] = [await buy("2026-11"), await buy(null)];
  await database().transaction((db) =>
    withdrawFromContract(
      { ...systemContext(), db },
      { key: withdrawn.session.withdrawalKey ?? "" },
    ),
  );
  const person = await makePerson({ accountId: live.id });
  const caller = await dashboardOf(person, { slug: live.slug });
  const csv = async (file: string) => {
    const url = `http://localhost:3000/admin/x/test/export/${file}`;
    const headers = { cookie: await sessionCookie(person.email) };
    const place = { account: live.slug, mode: "test", file };
    const text = await (await handleExportRequest(new Request(url, { headers }), place)).text();
    const [head = "", ...rows] = text.trimEnd().split("\r\n");
    return { head: head.split(","), rows };
  };
  return { agreed, withdrawn, caller, csv };
}

test("order, session and CSV files show buyer, consent as it was given, and withdrawal", async () => {
  const { agreed, withdrawn, caller, csv } = await sell();
  const consented = {
    ...{ customer_country: "DE", is_business: false, consent_text: "2026-11" },
    consent_language: "fr",
    consent_wording: expect.stringContaining("droit de rétractation"),
    consent_on: agreed.session.consentAt?.toISOString(),
    withdrawn_on: null,
  };
  expect(await caller.checkout.get({ id: agreed.id })).toMatchObject(consented);
  expect((await caller.orders.get({ id: agreed.orderId })).buyer).toMatchObject(consented);
  const without = { consent_text: null, consent_wording: null, consent_on: null };
  const left = { ...without, withdrawn_on: expect.stringMatching(/^20/) };
  expect(await caller.checkout.get({ id: withdrawn.id })).toMatchObject(left);
  const order = await caller.orders.get({ id: withdrawn.orderId });
  expect(order).toMatchObject({ state: "cancelled", buyer: left });
  for (const file of ["orders.csv", "checkout-sessions.csv"]) {
    const { head, rows } = await csv(file);
    expect(head.slice(-11)).toEqual([
      ...["customer_country", "buyer", "consent_text", "consent_language", "consent_on"],
      ...["withdrawal_until", "withdrawn_on", "consent_wording"],
      ...["buyer_name", "buyer_address", "buyer_vat_id"],
    ]);
    const [later = "", earlier = ""] = rows;
    expect(rows).toHaveLength(2);
    expect(earlier).toContain(`,DE,consumer,2026-11,fr,${consented.consent_on},`);
    expect(earlier).toContain("droit de rétractation");
    expect(later).toContain(",DE,consumer,,,,");
    expect(later).toContain(order.buyer?.withdrawn_on);
  }
});
