import type { AccountContext, Context } from "#core/context";
import { changesOf } from "#core/edits";
import { appUrl } from "#core/env";
import { forbidden, notFound } from "#core/errors";
import { lockAccount, recordAudit } from "#domain/accounts";
import type { MerchantProfile as Row } from "#prisma";
import { toMerchantProfileInput } from "./resource";
import { type MerchantProfile, missingFields } from "./rules";
import type { SetMerchantProfile } from "./schema";

function toProfile({ accountId: _, updatedAt: __, ...profile }: Row): MerchantProfile {
  return profile;
}

/** @throws not-found */
async function liveIdOf(ctx: Context, accountId: string): Promise<string> {
  const account = await ctx.db.prisma.account.findUnique({ where: { id: accountId } });
  if (!account) throw notFound("account");
  return account.liveAccountId ?? account.id;
}

/**
 * The profile of an account, which it shares with its counterpart in the other mode; null where none
 * was saved.
 * @throws not-found
 */
export async function findMerchantProfile(
  ctx: Context,
  input: { accountId: string },
): Promise<MerchantProfile | null> {
  const accountId = await liveIdOf(ctx, input.accountId);
  const row = await ctx.db.prisma.merchantProfile.findUnique({ where: { accountId } });
  return row && toProfile(row);
}

/** Replaces the profile of the context's account and its counterpart. @throws not-found */
export async function setMerchantProfile(
  ctx: AccountContext,
  input: SetMerchantProfile,
): Promise<MerchantProfile> {
  const accountId = await liveIdOf(ctx, ctx.account.id);
  const values = {
    legalName: input.legal_name,
    address: input.address,
    countryCode: input.country_code,
    supportEmail: input.support_email,
    supportUrl: input.support_url,
    termsUrl: input.terms_url,
    privacyUrl: input.privacy_url,
    refundUrl: input.refund_url,
    taxId: input.has_tax_id ? input.tax_id : null,
    hasTaxId: input.has_tax_id,
    senderName: input.sender_name,
    replyTo: input.reply_to,
    sellsToConsumers: input.sells_to_consumers,
    namedForCustomers: input.named_for_customers,
    refusesUncovered: input.refuses_uncovered,
    orderButton: input.order_button,
    updatedAt: ctx.now,
  };
  await lockAccount(ctx);
  const before = toMerchantProfileInput(await findMerchantProfile(ctx, { accountId }));
  const changes = changesOf(ctx, { thing: "the seller details", before, after: input });
  const row = await ctx.db.prisma.merchantProfile.upsert({
    where: { accountId },
    create: { accountId, ...values },
    update: values,
  });
  const profile = toProfile(row);
  const data = toMerchantProfileInput(profile);
  const subjectId = ctx.account.id;
  await recordAudit(ctx, { action: "merchant_profile.set", subjectId, data, changes });
  return profile;
}

const settingsUrl = ({ account }: AccountContext) =>
  `${appUrl()}/admin/${account.slug}/live/settings#seller`;

/** @throws forbidden naming what is missing, for a live account that may not sell yet */
export async function requireMerchant(ctx: AccountContext): Promise<void> {
  if (ctx.account.mode === "test") return;
  const missing = missingFields(await findMerchantProfile(ctx, { accountId: ctx.account.id }));
  if (missing.length === 0) return;
  throw forbidden(
    "Complete the seller details before you open a live checkout",
    `Missing: ${missing.join(", ")}. Add them at ${settingsUrl(ctx)} or with \`till account merchant\`; ${appUrl()}/docs/selling#seller-details explains them. Test mode works without.`,
  );
}

/** Counts sellers to consumers by their country, and by whether they refuse those whom no rule covers. */
export async function listConsumerSellers(ctx: Context) {
  const rows = await ctx.db.prisma.merchantProfile.groupBy({
    by: ["countryCode", "refusesUncovered"],
    where: { sellsToConsumers: true, countryCode: { not: null } },
    orderBy: [{ countryCode: "asc" }, { refusesUncovered: "asc" }],
    _count: true,
  });
  return rows.flatMap(({ countryCode, refusesUncovered, _count: sellers }) =>
    countryCode === null ? [] : [{ countryCode, refusesUncovered, sellers }],
  );
}
