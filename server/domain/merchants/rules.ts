import type { MerchantProfile as Row } from "#prisma";

/** The legal set-up of a seller. A field that is not set yet is null. */
export type MerchantProfile = Omit<Row, "accountId" | "updatedAt">;

export const emptyProfile: MerchantProfile = {
  legalName: null,
  address: null,
  countryCode: null,
  supportEmail: null,
  supportUrl: null,
  termsUrl: null,
  privacyUrl: null,
  refundUrl: null,
  taxId: null,
  hasTaxId: true,
  senderName: null,
  replyTo: null,
  sellsToConsumers: true,
  namedForCustomers: false,
  refusesUncovered: false,
  orderButton: null,
};

/** Names of the fields without which a live checkout does not open. */
const required = {
  legalName: "legal name",
  address: "address",
  countryCode: "country",
  supportEmail: "support email",
  termsUrl: "link to the terms",
  privacyUrl: "link to the privacy policy",
  refundUrl: "link to the refund policy",
} as const satisfies Partial<Record<keyof MerchantProfile, string>>;

/** Names of what is missing before the account may sell in live mode. */
export function missingFields(profile: MerchantProfile | null): string[] {
  const current = profile ?? emptyProfile;
  const fields = Object.keys(required) as (keyof typeof required)[];
  const missing: string[] = fields
    .filter((field) => current[field] === null)
    .map((field) => required[field]);
  if (current.hasTaxId && current.taxId === null) missing.push("tax id, or that you have none");
  return missing;
}

const DAY_MS = 86_400_000;
const WITHDRAWAL_DAYS = 14;
/** When a day ends where it ends last, after midnight in UTC. */
const LAST_MIDNIGHT_MS = DAY_MS / 2;

/**
 * The end of the period in which a consumer may withdraw: at least 14 whole days after the purchase
 * in every time zone, and not on a weekend. Public holidays are not considered.
 */
export function withdrawalEnd(purchasedAt: Date): Date {
  const day = Math.floor(purchasedAt.getTime() / DAY_MS) * DAY_MS;
  // East of Greenwich, the purchase may be on the next day.
  let end = day + (WITHDRAWAL_DAYS + 2) * DAY_MS;
  while ([0, 6].includes(new Date(end - 1).getUTCDay())) end += DAY_MS;
  return new Date(end + LAST_MIDNIGHT_MS);
}
