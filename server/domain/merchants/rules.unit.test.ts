import { expect, test } from "vitest";
import { emptyProfile, type MerchantProfile, missingFields, withdrawalEnd } from "./rules";

const complete: MerchantProfile = {
  ...emptyProfile,
  legalName: "Example Stores GmbH",
  address: "Hafenstraße 1",
  countryCode: "DE",
  supportEmail: "help@stores.example",
  termsUrl: "https://stores.example/terms",
  privacyUrl: "https://stores.example/privacy",
  refundUrl: "https://stores.example/refunds",
  taxId: "DE123456789",
};

test("an account without a profile lacks each required field by name", () => {
  expect(missingFields(null)).toEqual([
    "legal name",
    "address",
    "country",
    "support email",
    "link to the terms",
    "link to the privacy policy",
    "link to the refund policy",
    "tax id, or that you have none",
  ]);
});

test("a complete profile lacks nothing, and any required field alone is noticed", () => {
  expect(missingFields(complete)).toEqual([]);
  expect(missingFields({ ...complete, refundUrl: null })).toEqual(["link to the refund policy"]);
  expect(missingFields({ ...complete, taxId: null, hasTaxId: false })).toEqual([]);
  expect(missingFields({ ...complete, taxId: null })).toHaveLength(1);
});

test("a customer in any time zone has 14 whole days, and the last is no Saturday or Sunday", () => {
  const DAY_MS = 86_400_000;
  for (let hour = 0; hour < 24 * 28; hour += 1) {
    const purchasedAt = new Date(Date.UTC(2026, 10, 2, hour));
    const end = withdrawalEnd(purchasedAt);
    for (const offset of [-10, -4, 0, 1, 4, 14]) {
      const local = new Date(purchasedAt.getTime() + offset * 3_600_000);
      let last = Math.floor(local.getTime() / DAY_MS) + 14;
      while ([0, 6].includes(new Date(last * DAY_MS).getUTCDay())) last += 1;
      const localEnd = (last + 1) * DAY_MS - offset * 3_600_000;
      expect(end.getTime()).toBeGreaterThanOrEqual(localEnd);
    }
    expect(end.getTime() - purchasedAt.getTime()).toBeLessThan(19 * DAY_MS);
  }
});
