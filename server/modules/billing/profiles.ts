import type { AccountContext, Context, Mode } from "#core/context";
import { changesOf } from "#core/edits";
import { findAccount, lockAccount, recordAudit } from "#domain/accounts";
import { taxOf } from "#domain/tax";
import type { BillingProfile } from "#prisma";
import { setCreditLimit, setTaxRate } from "./balances/balances";
import { findIssuer } from "./issuer-store";
import type { SetBilledProfile, SetBillingProfile, SetIssuer } from "./schema";

/** Values that the form begins with before anything is saved. */
const newProfile = { language: "en", payment_days: 30 };

const toProfileInput = (row: BillingProfile): SetBilledProfile => ({
  legal_name: row.legalName,
  address: row.address,
  country_code: row.countryCode,
  tax_id: row.taxId,
  billing_email: row.billingEmail,
  language: row.language as SetBilledProfile["language"],
  payment_days: row.paymentDays,
});

/** The recipient of the account's documents. Null until it is set. */
export async function findBillingProfile(ctx: AccountContext): Promise<SetBilledProfile | null> {
  const row = await ctx.db.prisma.billingProfile.findUnique({
    where: { accountId: ctx.account.id },
  });
  return row && toProfileInput(row);
}

/** Sets the recipient; without `payment_days`, those stay as they are. */
export async function setBillingProfile(
  ctx: AccountContext,
  input: SetBillingProfile & Partial<SetBilledProfile>,
): Promise<void> {
  const accountId = ctx.account.id;
  const values = {
    legalName: input.legal_name,
    address: input.address,
    countryCode: input.country_code,
    taxId: input.tax_id,
    billingEmail: input.billing_email,
    language: input.language,
    ...(input.payment_days !== undefined && { paymentDays: input.payment_days }),
    updatedAt: ctx.now,
  };
  await lockAccount(ctx);
  const before = { ...((await findBillingProfile(ctx)) ?? newProfile) };
  const changes = changesOf(ctx, { thing: "the billing profile", before, after: input });
  await ctx.db.prisma.billingProfile.upsert({
    where: { accountId },
    create: { accountId, ...values },
    update: values,
  });
  await recordAudit(ctx, { action: "billing_profile.set", changes });
  await refreshTaxRate(ctx);
}

/** Both parties of the account's documents. Accounts are businesses. */
export async function findParties(ctx: AccountContext) {
  const issuer = await findIssuer(ctx, { mode: ctx.account.mode });
  const buyer = await findBillingProfile(ctx);
  return { issuer, buyer };
}

/** The tax on a supply between the parties. Null if no rule covers it. */
export function taxBetween(
  ctx: Context,
  parties: {
    issuer: Pick<SetIssuer, "country_code">;
    buyer: Pick<SetBillingProfile, "country_code">;
    on: Date;
  },
) {
  return taxOf(ctx, {
    sellerCountry: parties.issuer.country_code,
    buyerCountry: parties.buyer.country_code,
    isBusiness: true,
    on: parties.on,
    amount: 0,
    isInclusive: false,
  });
}

/** Stores the rate that is held back with each order of the account, as of today. */
async function refreshTaxRate(ctx: AccountContext): Promise<number> {
  const { issuer, buyer } = await findParties(ctx);
  const tax =
    issuer && buyer && (await taxBetween(ctx, { issuer: issuer.details, buyer, on: ctx.now }));
  const rate = tax?.rateBasisPoints ?? 0;
  await setTaxRate(ctx, { taxRateBasisPoints: rate });
  return rate;
}

/** Sets how far orders may take the balance, and the tax that they are charged. */
export async function setLimit(
  ctx: AccountContext,
  limit: { creditLimit: number | null },
): Promise<void> {
  await setCreditLimit(ctx, limit);
  await refreshTaxRate(ctx);
}

/** As `refreshTaxRate`, for all accounts of a mode: rules start and end on a day. */
export async function refreshTaxRates(ctx: Context, { mode }: { mode: Mode }): Promise<void> {
  const rows = await ctx.db.prisma.accountBalance.findMany({ where: { mode } });
  for (const { accountId } of rows) {
    const account = await findAccount(ctx, accountId);
    if (account) await refreshTaxRate({ ...ctx, account });
  }
}
