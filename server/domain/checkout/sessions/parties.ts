// Seller and buyer of a session, as the page and mails show them.
import type { Context } from "#core/context";
import { type Language, languageOf, languages } from "#core/language";
import { findMerchantProfile, type MerchantProfile, withdrawalEnd } from "#domain/merchants";
import type { Tax } from "#domain/tax";
import {
  buyerOf,
  CONSENT_VERSION,
  consentText,
  type WithdrawalState,
  withdrawalStateOf,
} from "./buyer-terms";
import type { CheckoutSession } from "./rules";
import { findSaleTax } from "./sale-terms";

/** A consent as it was given. */
export interface GivenConsent {
  text: string;
  at: Date;
}

/** The session's consent, in the words that the customer read. */
export function consentOf(
  session: Pick<CheckoutSession, "consentText" | "consentAt" | "consentLanguage">,
): GivenConsent | null {
  const { consentText: version, consentAt: at, consentLanguage } = session;
  if (version === null || at === null) return null;
  return { text: consentText(version, languageOf(consentLanguage) ?? "en"), at };
}

export interface Parties {
  /** The seller's legal set-up; null if it has none, as in test mode. */
  merchant: MerchantProfile | null;
  /** Entered in this browser; null for other browsers. */
  buyer: { country: string; isBusiness: boolean; hasConsent: boolean } | null;
  /** The consent that the form offers. */
  consentOffer: { version: string; text: Record<Language, string> };
  /** Until when a consumer who pays now could withdraw. */
  withdrawalUntil: Date;
  /** Before paying: for the buyer, or for the country that the page was requested with. */
  tax: Tax | null;
  /** Null if the customer has no right of withdrawal. */
  withdrawal: {
    state: WithdrawalState;
    until: Date;
    /** True while the order waits for the end of the period. */
    isCoolingOff: boolean;
    /** Ends the address of the withdrawal; null for other browsers. */
    key: string | null;
    /** Null for other browsers. */
    consent: GivenConsent | null;
  } | null;
}

const consentOffer: Parties["consentOffer"] = {
  version: CONSENT_VERSION,
  text: Object.fromEntries(
    languages.map((language) => [language, consentText(CONSENT_VERSION, language)]),
  ) as Record<Language, string>,
};

interface Query {
  session: CheckoutSession;
  orderState: Parameters<typeof withdrawalStateOf>[1]["orderState"] | null;
  /** True for the browser whose customer's details the session has. */
  isOwn: boolean;
  /** A country to show the tax of, before it is stored. */
  preview: { country: string; isBusiness: boolean } | null;
}

function withdrawalOf(ctx: Context, { session, orderState, isOwn }: Query): Parties["withdrawal"] {
  const { withdrawalUntil: until, withdrawalKey } = session;
  if (orderState === null || until === null) return null;
  const state = withdrawalStateOf(session, { orderState, now: ctx.now });
  if (state === null) return null;
  return {
    ...{ state, until, isCoolingOff: state === "open" && session.consentAt === null },
    key: isOwn ? withdrawalKey : null,
    consent: isOwn ? consentOf(session) : null,
  };
}

export async function findParties(ctx: Context, query: Query): Promise<Parties> {
  const { session, isOwn, preview } = query;
  const merchant = await findMerchantProfile(ctx, { accountId: session.accountId });
  const stored = isOwn ? buyerOf(session) : null;
  const { priceUsdCents } = session;
  const buyer = preview ?? stored;
  const tax = await findSaleTax(ctx, { profile: merchant, buyer, priceUsdCents, on: ctx.now });
  return {
    merchant,
    buyer: stored && { ...stored, hasConsent: session.consentAt !== null },
    consentOffer,
    withdrawalUntil: withdrawalEnd(ctx.now),
    tax,
    withdrawal: withdrawalOf(ctx, query),
  };
}
