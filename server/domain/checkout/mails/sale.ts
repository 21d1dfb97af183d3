// Seller, tax, consent and right of withdrawal, as mails state them.
import {
  asOf,
  consentOf,
  type GivenConsent,
  matchableFromOf,
  withdrawalStateOf,
} from "#checkout/sessions/rules";
import { paidTaxOf, taxInRefund } from "#checkout/sessions/sale-terms";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import type { Language } from "#core/language";
import { type MailBrand, oneLine } from "#core/mail-document";
import { formatMoney } from "#core/money";
import { smallLogo } from "#core/page-headers";
import { findBrand } from "#domain/brands";
import { findMerchantProfile, type MerchantProfile } from "#domain/merchants";
import type { OrderState } from "#domain/orders";
import type { MailSender } from "#domain/queue";
import type { Tax } from "#domain/tax";

export interface SaleFacts {
  brand?: MailBrand;
  /** Name, address and tax id in one line; null without a profile. */
  legalSeller: string | null;
  /** "$0.57 (19% VAT)": within the price, or within the refund. */
  tax: string | null;
  taxText: string | null;
  consent: GivenConsent | null;
  /** Null if the customer cannot withdraw, or not any more. */
  withdrawal: { until: Date; isCoolingOff: boolean } | null;
  /** The day by which the credits of a waiting back-order come. */
  creditsExpectedBy: Date | null;
  urls: Record<"withdraw" | "terms" | "refunds", string | null>;
}

function sellerLine(profile: MerchantProfile | null, language: Language): string | null {
  if (!profile?.legalName) return null;
  const { legalName, address, countryCode, taxId, supportEmail } = profile;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const country = countryCode && names.of(countryCode);
  const lines = [legalName, ...(address?.split("\n") ?? []), country, taxId, supportEmail];
  return lines
    .filter(Boolean)
    .map((line) => oneLine(line ?? ""))
    .join(", ");
}

function taxLine(tax: Tax, taxCents: number, language: Language): string | null {
  if (taxCents === 0) return null;
  const rate = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  const amount = formatMoney(taxCents, "USD", language);
  return `${amount} (${rate.format(tax.rateBasisPoints / 10_000)} ${tax.name[language]})`;
}

/** A refund, and what was refunded before it. */
export interface RefundFacts {
  cents: number;
  beforeCents: number;
}

interface Query {
  sessionId: string;
  orderState: OrderState | null;
  language: Language;
  /** The subaccount, or else the account. */
  shopName: string;
  /** Null in mails that are not about a refund. */
  refund?: RefundFacts | null;
}

/** The facts of a sale, and the sender of mails about it. */
export async function findSaleFacts(
  ctx: Context,
  { sessionId, orderState, language, shopName, refund = null }: Query,
): Promise<{ sale: SaleFacts; sender: MailSender }> {
  const row = await ctx.db.prisma.checkoutSession.findFirstOrThrow({ where: { id: sessionId } });
  const { now } = ctx;
  const session = asOf(now, row);
  const { accountId, withdrawalUntil: until, withdrawalKey } = session;
  const profile = await findMerchantProfile(ctx, { accountId });
  const brand = await findBrand(ctx, session);
  const tax = paidTaxOf(session);
  const taxCents = tax && (refund ? taxInRefund(tax, refund) : tax.taxCents);
  const state = orderState && withdrawalStateOf(session, { orderState, now });
  const isOpen = state === "open" && until !== null;
  return {
    sender: {
      name: oneLine(brand.senderName ?? shopName),
      replyTo: profile?.replyTo ?? profile?.supportEmail ?? null,
    },
    sale: {
      brand: {
        name: oneLine(shopName),
        logoUrl: brand.logoUrl && smallLogo(brand.logoUrl),
        accent: brand.accent,
      },
      legalSeller: sellerLine(profile, language),
      tax: tax && taxLine(tax, taxCents ?? 0, language),
      taxText: tax?.legalText?.[language] ?? null,
      consent: consentOf(session),
      withdrawal: isOpen ? { until, isCoolingOff: matchableFromOf(session, now) !== null } : null,
      creditsExpectedBy: orderState === "placed" ? session.creditsExpectedBy : null,
      urls: {
        withdraw: isOpen ? `${appUrl()}/withdraw/${withdrawalKey}?lang=${language}` : null,
        terms: profile?.termsUrl ?? null,
        refunds: profile?.refundUrl ?? null,
      },
    },
  };
}
