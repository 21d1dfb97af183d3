import { sql } from "kysely";
import { requireNoClaims } from "#core/claims";
import type { AccountContext, Context } from "#core/context";
import { changesOf } from "#core/edits";
import { notFound } from "#core/errors";
import { type Params, queriesOn } from "#core/query";
import {
  type AccountTables,
  getSubaccount,
  lockAccount,
  logoUrl,
  recordAudit,
} from "#domain/accounts";
import { findMerchantProfile } from "#domain/merchants";
import type { SetBrand } from "./schema";
import type { BrandTables } from "./tables";

const query = queriesOn<AccountTables & BrandTables>();

/** Name, logo, color and links of an owner, for public pages and mails. */
export interface Brand {
  name: string;
  /** Of a subaccount's account; null for an account itself. */
  accountName: string | null;
  /** Color like "#0d5c41"; null: the theme's. */
  accent: string | null;
  logoUrl: string | null;
  /** For dark pages; null: the other. */
  darkLogoUrl: string | null;
  websiteUrl: string | null;
  story: string | null;
  /** Name in the sender of mails. */
  senderName: string | null;
  imprintUrl: string | null;
  privacyUrl: string | null;
  termsUrl: string | null;
  /** The company that sells, as registered. */
  legalName: string | null;
  /** Of the company, such as "DE". */
  countryCode: string | null;
  /** Names the owner on the certificates of customers who enter no name. */
  isNamedForCustomers: boolean;
  /** Words on the order button; null for those of the language. */
  orderButton: string | null;
}

interface Owner {
  accountId: string;
  subaccountId: string | null;
}

// An account's brand belongs to its live account.
const findRow = query(
  "brands-find",
  (db, of: Params<{ accountId: string; subaccountId: string }>) =>
    db
      .selectFrom("accounts as a")
      .leftJoin("subaccounts as s", (join) =>
        join.onRef("s.accountId", "=", "a.id").on("s.id", "=", of.subaccountId),
      )
      .leftJoin("brands as whole", (join) =>
        join
          .on("whole.accountId", "=", sql<string>`coalesce(a.live_account_id, a.id)`)
          .on("whole.subaccountId", "=", ""),
      )
      .leftJoin("brands as own", (join) =>
        join.onRef("own.accountId", "=", "a.id").onRef("own.subaccountId", "=", "s.id"),
      )
      .select((eb) => [
        eb.fn.coalesce("s.name", "a.name").as("name"),
        eb.fn.coalesce("s.logoFileKey", "a.logoFileKey").as("logoFileKey"),
        // A light and a dark logo belong together.
        eb
          .case()
          .when("s.logoFileKey", "is", null)
          .then(eb.ref("whole.darkLogoFileKey"))
          .else(eb.ref("own.darkLogoFileKey"))
          .end()
          .as("darkLogoFileKey"),
        eb.fn.coalesce("own.accentColor", "whole.accentColor").as("accent"),
        // Statements and links of an account are not those of its subaccounts.
        eb
          .case()
          .when("s.id", "is", null)
          .then(eb.ref("whole.websiteUrl"))
          .else(eb.ref("own.websiteUrl"))
          .end()
          .as("websiteUrl"),
        eb
          .case()
          .when("s.id", "is", null)
          .then(eb.ref("whole.story"))
          .else(eb.ref("own.story"))
          .end()
          .as("story"),
        eb
          .case()
          .when("s.id", "is", null)
          .then(null)
          .else(eb.ref("a.name"))
          .end()
          .as("accountName"),
        eb.fn.coalesce("own.imprintUrl", "whole.imprintUrl").as("imprintUrl"),
        "own.senderName",
        "own.privacyUrl",
      ])
      .where("a.id", "=", of.accountId),
);

const urlOf = (logoFileKey: string | null) => logoUrl({ logoFileKey });

/** The brand of an account or subaccount, with what it has from its account. @throws not-found */
export async function findBrand(ctx: Context, owner: Owner): Promise<Brand> {
  const { accountId, subaccountId } = owner;
  const [row] = await findRow(ctx.db, { accountId, subaccountId: subaccountId ?? "" });
  if (!row) throw notFound("account");
  const seller = await findMerchantProfile(ctx, { accountId });
  const { logoFileKey, darkLogoFileKey, senderName, privacyUrl, ...brand } = row;
  return {
    ...brand,
    logoUrl: urlOf(logoFileKey),
    darkLogoUrl: urlOf(darkLogoFileKey),
    senderName: senderName ?? seller?.senderName ?? null,
    privacyUrl: privacyUrl ?? seller?.privacyUrl ?? null,
    termsUrl: seller?.termsUrl ?? null,
    legalName: seller?.legalName ?? null,
    countryCode: seller?.countryCode ?? null,
    isNamedForCustomers: seller?.namedForCustomers ?? false,
    orderButton: seller?.orderButton ?? null,
  };
}

interface SettingsOf {
  subaccountId: string | null;
}

/** The row that a brand is stored in. @throws not-found */
async function keyOf(ctx: AccountContext, { subaccountId }: SettingsOf) {
  if (subaccountId !== null) {
    await getSubaccount(ctx, { id: subaccountId });
    return { accountId: ctx.account.id, subaccountId };
  }
  const account = await ctx.db.prisma.account.findUnique({ where: { id: ctx.account.id } });
  if (!account) throw notFound("account");
  return { accountId: account.liveAccountId ?? account.id, subaccountId: "" };
}

export interface BrandSettings extends SetBrand {
  dark_logo_url: string | null;
}

/** The settings of the owner itself. @throws not-found */
export async function findBrandSettings(
  ctx: AccountContext,
  input: SettingsOf,
): Promise<BrandSettings> {
  const key = await keyOf(ctx, input);
  const row = await ctx.db.prisma.brand.findUnique({ where: { accountId_subaccountId: key } });
  return {
    accent_color: row?.accentColor ?? null,
    website_url: row?.websiteUrl ?? null,
    story: row?.story ?? null,
    sender_name: row?.senderName ?? null,
    imprint_url: row?.imprintUrl ?? null,
    privacy_url: row?.privacyUrl ?? null,
    dark_logo_url: urlOf(row?.darkLogoFileKey ?? null),
  };
}

/** Replaces the settings of the account, in both modes, or of a subaccount. @throws not-found */
export async function setBrand(
  ctx: AccountContext,
  { subaccountId, ...input }: SetBrand & SettingsOf,
): Promise<BrandSettings> {
  requireNoClaims({ story: input.story });
  const key = await keyOf(ctx, { subaccountId });
  await lockAccount(ctx);
  const before = { ...(await findBrandSettings(ctx, { subaccountId })) };
  const changes = changesOf(ctx, { thing: "the brand", before, after: input });
  const values = {
    accentColor: input.accent_color,
    websiteUrl: input.website_url,
    story: input.story,
    senderName: input.sender_name,
    imprintUrl: input.imprint_url,
    privacyUrl: input.privacy_url,
    updatedAt: ctx.now,
  };
  await ctx.db.prisma.brand.upsert({
    where: { accountId_subaccountId: key },
    create: { ...key, ...values },
    update: values,
  });
  await recordAudit(ctx, {
    action: "brand.set",
    subjectId: subaccountId ?? ctx.account.id,
    changes,
  });
  return findBrandSettings(ctx, { subaccountId });
}

/** Sets or, with null, removes the logo for dark pages. @throws not-found */
export async function setDarkLogo(
  ctx: AccountContext,
  { subaccountId, fileKey }: SettingsOf & { fileKey: string | null },
): Promise<BrandSettings> {
  const key = await keyOf(ctx, { subaccountId });
  const values = { darkLogoFileKey: fileKey, updatedAt: ctx.now };
  await ctx.db.prisma.brand.upsert({
    where: { accountId_subaccountId: key },
    create: { ...key, ...values },
    update: values,
  });
  await recordAudit(ctx, {
    action: fileKey === null ? "brand.dark_logo_removed" : "brand.dark_logo_set",
    subjectId: subaccountId ?? ctx.account.id,
  });
  return findBrandSettings(ctx, { subaccountId });
}
