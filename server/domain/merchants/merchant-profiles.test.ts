import { expect, test } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createCheckoutSession } from "#domain/checkout";
import {
  contextOf,
  makeAccount,
  makeStock,
  saveSellerDetails,
  sellerDetails,
  systemContext,
} from "#testing/factories";
import { withLivePayments } from "#testing/settings";
import { findMerchantProfile, toMerchantProfileInput } from "./index";

withLivePayments();

function open(account: Account, portfolioId: string) {
  const input = {
    amount_kg: 100,
    success_url: "https://shop.example/thanks",
    cancel_url: "https://shop.example/basket",
    portfolio_id: portfolioId,
    subaccountId: null,
    callbackUrl: null,
    customerEmail: null,
  };
  return database().transaction((db) =>
    createCheckoutSession({ ...contextOf(account), db }, input),
  );
}

test("a live checkout opens only with complete seller details, and the refusal names what is missing", async () => {
  const { live } = await makeAccount();
  const { portfolioId } = await makeStock({ mode: "live" });
  await expect(open(live, portfolioId)).rejects.toMatchObject({
    code: "forbidden",
    detail: expect.stringContaining("Missing: legal name, address, country, support email"),
  });
  await saveSellerDetails(live, { terms_url: null });
  await expect(open(live, portfolioId)).rejects.toMatchObject({
    detail: expect.stringMatching(/^Missing: link to the terms\. /),
  });
  await saveSellerDetails(live);
  expect((await open(live, portfolioId)).state).toBe("open");
});

test("a test checkout opens without seller details", async () => {
  const { test: account } = await makeAccount();
  const { portfolioId } = await makeStock();
  expect((await open(account, portfolioId)).state).toBe("open");
});

test("live and test account share the profile, and each change is in the audit log", async () => {
  const { live, test: account } = await makeAccount();
  await saveSellerDetails(account, { legal_name: "First GmbH" });
  await saveSellerDetails(live);
  for (const { id } of [live, account]) {
    const profile = await findMerchantProfile(systemContext(), { accountId: id });
    expect(toMerchantProfileInput(profile)).toEqual(sellerDetails);
  }
  const entries = await database().prisma.auditEntry.findMany({
    where: { action: "merchant_profile.set", accountId: { in: [live.id, account.id] } },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ data }) => (data as { legal_name: string }).legal_name)).toEqual([
    "First GmbH",
    "Example Stores GmbH",
  ]);
});
