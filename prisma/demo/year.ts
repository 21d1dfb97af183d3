// A year of the demo account: orders and payments in every state, shops, registry work and invoices.
import type { Account, AccountContext, Context } from "#core/context";
import { withIdsOfPast } from "#core/id";
import { findAccount, insertSubaccount, setAccountLogo, storeLogo } from "#domain/accounts";
import { setTerms } from "#domain/balances";
import {
  issueMonth,
  listInvoices,
  recordInvoicePayment,
  setBillingProfile,
  setIssuer,
} from "#domain/billing";
import { setBrand } from "#domain/brands";
import { cancelAndRefund } from "#domain/checkout";
import { createReservation } from "#domain/holds";
import { setImpactPage } from "#domain/impact";
import { refuseQueuedMails } from "#domain/queue";
import { billed, company, companyBrand, issuer, noBrand, shopBrandOf, shops } from "./cast";
import { Draws } from "./draws";
import { logoOf } from "./logo";
import { retireAtRegistry } from "./registry";
import { expireSessions, openCheckout, placeOrder, refund } from "./sales";
import { at, DAY_MS, HOUR_MS, joined, type Story } from "./story";

const DAYS = 365;
const SEED = 20_260_101;

/** Shops with their logos, created before the first sale. */
async function openShops(ctx: AccountContext): Promise<string[]> {
  const ids: string[] = [];
  for (const shop of shops) {
    const picture = { contentType: "image/svg+xml", bytes: logoOf(shop), field: "logo" };
    const logoFileKey = await storeLogo(ctx, picture);
    const email = `climate@${shop.name.toLowerCase().replace(/\W+/g, "-")}.example`;
    const slug = shop.name.toLowerCase().replace(/\W+/g, "-");
    const { id } = await insertSubaccount(ctx, { name: shop.name, email, logoFileKey, slug });
    await setBrand(ctx, { ...noBrand, ...shopBrandOf(shop), subaccountId: id });
    ids.push(id);
  }
  return ids;
}

/** The account's own logo, color and words. */
async function setUpBrand(ctx: AccountContext): Promise<void> {
  const picture = { contentType: "image/svg+xml", bytes: logoOf(company), field: "logo" };
  await setAccountLogo(ctx, { fileKey: await storeLogo(ctx, picture) });
  await setBrand(ctx, { ...noBrand, ...companyBrand, subaccountId: null });
}

/** Orders of the account are invoiced monthly. Returns the account as it is then. */
async function setUpBilling(ctx: AccountContext): Promise<Account> {
  await setIssuer(ctx, { mode: ctx.account.mode, ...issuer });
  await setBillingProfile(ctx, billed);
  await setTerms(ctx, { terms: "invoice", credit_limit_usd_cents: null });
  return (await findAccount(ctx, ctx.account.id)) ?? ctx.account;
}

/** A time of the day that began `daysAgo` days ago, within business hours. */
function timeOn({ ctx, draws }: Story, daysAgo: number): Date {
  const midnight = new Date(ctx.now.getTime() - daysAgo * DAY_MS).setUTCHours(0, 0, 0, 0);
  return new Date(midnight + draws.integer(7 * 3600, 20 * 3600) * 1000);
}

/** The card of a visitor: most pay, some leave or are declined. */
function drawCard({ draws }: Story) {
  const share = draws.next();
  if (share < 0.78) return "paid" as const;
  return share < 0.92 ? null : ("declined" as const);
}

async function liveThroughDay(story: Story, daysAgo: number): Promise<void> {
  const { draws } = story;
  // Sales grow from one in three days to one a day.
  const growth = 0.33 + 0.67 * (1 - daysAgo / DAYS);
  const time = timeOn(story, daysAgo);
  if (draws.isTrue(growth * 0.6)) await placeOrder(story, { time });
  if (draws.isTrue(growth * 0.3)) await openCheckout(story, { time, card: drawCard(story) });
}

/** Pays the invoices that are a week overdue, so that the last one that was due stays open. */
async function payInvoices(story: Story, now: Date): Promise<void> {
  const ctx = at(story, now);
  const { data } = await listInvoices(ctx, { limit: 100 });
  for (const { id, openCents, overdueDays, content } of data) {
    if (overdueDays < 7) continue;
    const reference = `Transfer for ${content.number}`;
    await recordInvoicePayment(ctx, { invoice_id: id, amount_usd_cents: openCents, reference });
  }
}

async function endMonth(story: Story, now: Date): Promise<void> {
  await retireAtRegistry(story, now);
  await expireSessions(story, now);
  const { account, ctx } = story;
  await payInvoices(story, now);
  await issueMonth(at(story, now), { mode: account.mode, period: null, database: joined(ctx.db) });
}

/** The last days: what waits, what failed, and what is under way. */
async function endYear(story: Story): Promise<void> {
  const { ctx } = story;
  const ago = (hours: number) => new Date(ctx.now.getTime() - hours * HOUR_MS);
  // In the order of time, which IDs follow: refunds come two days after their sales.
  const whole = await openCheckout(story, { time: ago(120), card: "paid" });
  const part = await openCheckout(story, { time: ago(96), card: "paid" });
  await openCheckout(story, { time: ago(72), card: "disputed" });
  await refund(story, { id: whole, time: ago(120), cents: null });
  await refund(story, { id: part, time: ago(96), cents: 100 });
  await placeOrder(story, {
    time: ago(30),
    callbackUrl: "https://receiver.demo-company.example/carbon",
  });
  const cancelled = await placeOrder(story, { time: ago(20), isMatched: false });
  await cancelAndRefund(at(story, ago(19.9)), { id: cancelled });
  await createReservation(at(story, ago(2)), {
    amount_kg: 25_000,
    channel: "api",
    expires_in_seconds: 7 * 24 * 3600,
    subaccountId: null,
  });
  await openCheckout(story, { time: ago(1), card: null });
  await openCheckout(story, { time: ago(0.5), card: "declined" });
}

const startOf = (ctx: Context) => new Date(ctx.now.getTime() - (DAYS + 1) * DAY_MS);

/**
 * Fills the demo account with a year that ends now, in the transaction of `ctx`. Mails of that year
 * are not sent.
 */
export function liveThroughYear(ctx: Context, account: Account): Promise<void> {
  return withIdsOfPast(startOf(ctx), (setTime) => fillYear({ ctx, account, setTime }));
}

async function fillYear(given: Pick<Story, "ctx" | "account" | "setTime">): Promise<void> {
  const { ctx, account } = given;
  const start = startOf(ctx);
  const first = at(given, start);
  await ctx.db.prisma.account.update({ where: { id: account.id }, data: { createdAt: start } });
  await setUpBrand(first);
  const subaccountIds = await openShops(first);
  const story = {
    ...given,
    account: await setUpBilling(first),
    subaccountIds,
    draws: new Draws(SEED),
  };
  const impact = { enabled: true, enabled_equivalents: ["cars" as const, "trees" as const] };
  await setImpactPage(first, { ...impact, subaccountId: null });
  for (let daysAgo = DAYS; daysAgo > 5; daysAgo -= 1) {
    await liveThroughDay(story, daysAgo);
    const day = timeOn(story, daysAgo);
    if (day.getUTCDate() === 1) await endMonth(story, day);
  }
  await endYear(story);
  const reason = "The demo’s past sends no mail.";
  await refuseQueuedMails(at(story, ctx.now), { reason });
}
