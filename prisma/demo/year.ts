// A year of the demo account: orders and payments in every state, shops, registry work and invoices. It
// is filled while the demo is used, in short transactions, and continued if that was interrupted.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account, AccountContext, Context } from "#core/context";
import { type Db, database } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { isLockTimeout, isRetryable } from "#core/db-errors";
import { withIdsOfPast } from "#core/id";
import { log } from "#core/log";
import {
  findAccount,
  insertSubaccount,
  recordAudit,
  setAccountLogo,
  storeLogo,
} from "#domain/accounts";
import { setBrand } from "#domain/brands";
import { priceOf, resolveOffer } from "#domain/catalogue";
import { cancelAndRefund } from "#domain/checkout";
import { holdStock } from "#domain/holds";
import { setImpactPage } from "#domain/impact";
import { refuseQueuedMails } from "#domain/queue";
import { billing } from "#modules";
import { demoParts } from "#modules/demo";
import { company, companyBrand, noBrand, shopBrandOf, shops } from "./cast";
import { Draws } from "./draws";
import { logoOf } from "./logo";
import { retireAtRegistry } from "./registry";
import { expireSessions, openCheckout, placeOrder, refund, StockIsBusy } from "./sales";
import { at, DAY_MS, HOUR_MS, joined, type Story } from "./story";

const DAYS = 365;
/** The last days are filled in one step. */
const LAST_DAYS = 5;
const SEED = "2026-01-01";
const MAX_TRIES = 50;
const PAUSE_MS = 100;
/** Of the transactions of this file. */
const LOCK = 72_707_381;

/** In the audit log, and where the state of the demo is read from. */
const CREATED = "demo.created";
const FILLED = "demo.filled";

/** Begins a year that ends now, in the transaction that creates the account. */
export function beginYear(ctx: AccountContext): Promise<void> {
  return recordAudit(ctx, { action: CREATED });
}

/** Draws the logos of shops and of the account, which takes a while. */
async function storeLogos(ctx: AccountContext): Promise<string[]> {
  const keys: string[] = [];
  for (const owner of [...shops, company]) {
    const picture = { contentType: "image/svg+xml", bytes: logoOf(owner), field: "logo" };
    keys.push(await storeLogo(ctx, picture));
  }
  return keys;
}

/** Creates the shops, before the first sale. */
async function openShops(ctx: AccountContext, logos: readonly string[]): Promise<void> {
  for (const [at, shop] of shops.entries()) {
    const logoFileKey = logos[at] ?? null;
    const email = `climate@${shop.name.toLowerCase().replace(/\W+/g, "-")}.example`;
    const slug = shop.name.toLowerCase().replace(/\W+/g, "-");
    const { id } = await insertSubaccount(ctx, { name: shop.name, email, logoFileKey, slug });
    await setBrand(ctx, { ...noBrand, ...shopBrandOf(shop), subaccountId: id });
  }
}

/** The account's own logo, color and words. */
async function setUpBrand(ctx: AccountContext, fileKey: string | null): Promise<void> {
  await setAccountLogo(ctx, { fileKey });
  await setBrand(ctx, { ...noBrand, ...companyBrand, subaccountId: null });
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

/** Returns true if something was sold. */
async function liveThroughDay(story: Story, daysAgo: number): Promise<boolean> {
  const { draws } = story;
  // Sales grow from one in three days to one a day.
  const growth = 0.33 + 0.67 * (1 - daysAgo / DAYS);
  const time = timeOn(story, daysAgo);
  await expireSessions(story, time);
  const [hasOrder, hasVisitor] = [draws.isTrue(growth * 0.6), draws.isTrue(growth * 0.3)];
  if (hasOrder) await placeOrder(story, { time });
  if (hasVisitor) await openCheckout(story, { time, card: drawCard(story) });
  if (time.getUTCDate() === 1) await endMonth(story, new Date(time.getTime() + HOUR_MS));
  return hasOrder || hasVisitor;
}

async function endMonth(story: Story, now: Date): Promise<void> {
  await retireAtRegistry(story, now);
  const ctx = at(story, now);
  for (const part of demoParts) await part.endMonth(ctx, { database: joined(ctx.db) });
}

/** As the API does. */
async function reserve(story: Story, time: Date): Promise<void> {
  const ctx = at(story, time);
  const { id: accountId, mode, currency } = ctx.account;
  const amountKg = 25_000;
  const offer = await resolveOffer(ctx, { portfolioId: null, subaccountId: null, channel: "api" });
  const { pricePerTonne, ...portfolio } = offer;
  const reservedUntil = new Date(time.getTime() + 7 * DAY_MS);
  await holdStock(ctx, {
    ...{ kind: "reservation", accountId, mode, ...portfolio, amountKg, channel: "api" },
    ...{ currency, pricePerTonne, price: priceOf(offer, amountKg) },
    ...{ reservedUntil, expiresAt: reservedUntil },
  });
}

/** The last days: what waits, what failed, and what is under way. */
async function endYear(story: Story): Promise<void> {
  const { ctx } = story;
  const ago = (hours: number) => new Date(ctx.now.getTime() - hours * HOUR_MS);
  // In the order of time, which IDs follow: refunds come two days after their sales.
  const whole = await openCheckout(story, { time: ago(120), card: "paid" });
  const part = await openCheckout(story, { time: ago(96), card: "paid" });
  await openCheckout(story, { time: ago(72), card: "disputed" });
  await refund(story, { id: whole, time: ago(120), amount: null });
  await refund(story, { id: part, time: ago(96), amount: 100 });
  await placeOrder(story, {
    time: ago(30),
    callbackUrl: "https://receiver.demo-company.example/carbon",
  });
  const cancelled = await placeOrder(story, { time: ago(20), isMatched: false });
  await cancelAndRefund(at(story, ago(19.9)), { id: cancelled, credit: billing.credit });
  await reserve(story, ago(2));
  await openCheckout(story, { time: ago(1), card: null });
  await openCheckout(story, { time: ago(0.5), card: "declined" });
  await recordAudit(at(story, ctx.now), { action: FILLED });
}

type Given = Pick<Story, "ctx" | "account" | "setTime">;

async function setUp(given: Given): Promise<void> {
  const { ctx, account } = given;
  const start = new Date(ctx.now.getTime() - (DAYS + 1) * DAY_MS);
  const first = at(given, start);
  // Before anything is locked.
  const logos = await storeLogos(first);
  await ctx.db.prisma.account.update({ where: { id: account.id }, data: { createdAt: start } });
  await setUpBrand(first, logos[shops.length] ?? null);
  await openShops(first, logos);
  for (const part of demoParts) await part.begin(first);
  const impact = { enabled: true, enabled_equivalents: ["cars" as const, "trees" as const] };
  await setImpactPage(first, { ...impact, subaccountId: null });
}

/** The demo whose year is not complete. */
interface Unfilled {
  accountId: string;
  createdAt: Date;
}

async function findUnfilled({ prisma }: Pick<Db, "prisma">): Promise<Unfilled | null> {
  const created = await prisma.auditEntry.findFirst({ where: { action: CREATED } });
  if (!created?.accountId) return null;
  const { accountId, createdAt } = created;
  const filled = await prisma.auditEntry.count({ where: { accountId, action: FILLED } });
  return filled === 0 ? { accountId, createdAt } : null;
}

/** Returns true if the demo's year has begun and is not complete. */
export async function hasUnfilledYear(): Promise<boolean> {
  return (await findUnfilled(database())) !== null;
}

/** Days before the end of the year to continue with: each step has committed whole days. */
async function findPosition({ db, now }: Context, account: Account): Promise<number> {
  const ofYear = {
    accountId: account.id,
    createdAt: { lt: new Date(now.getTime() - LAST_DAYS * DAY_MS) },
  };
  const latest = { where: ofYear, orderBy: { createdAt: "desc" as const } };
  const order = await db.prisma.order.findFirst(latest);
  const session = await db.prisma.checkoutSession.findFirst(latest);
  const times = [order, session].flatMap((sale) => sale?.createdAt.getTime() ?? []);
  if (times.length === 0) return DAYS;
  const dayOf = (time: number) => Math.floor(time / DAY_MS);
  return dayOf(now.getTime()) - dayOf(Math.max(...times)) - 1;
}

/** Lives until something is sold. Returns false when the year is complete. */
async function takeStep(db: Db, setTime: Story["setTime"]): Promise<boolean> {
  // Void has no value that Prisma can read.
  const lock = `SELECT pg_advisory_xact_lock(${LOCK}) IS NOT NULL AS held`;
  await db.query({ name: "demo-lock", text: lock }, []);
  const unfilled = await findUnfilled(db);
  if (!unfilled) return false;
  const actor = { type: "system", name: "seed" } as const;
  const ctx: Context = { actor, db, now: unfilled.createdAt, requestId: randomUUID(), log };
  const account = await findAccount(ctx, unfilled.accountId);
  if (!account) return false;
  const given = { ctx, account, setTime };
  if (account.createdAt >= ctx.now) {
    await setUp(given);
    return true;
  }
  const ofPast = { accountId: account.id, createdAt: { lt: ctx.now } };
  const subaccounts = await db.prisma.subaccount.findMany({ where: ofPast });
  const subaccountIds = subaccounts.map(({ id }) => id).sort();
  const storyOf = (step: number) => ({
    ...given,
    subaccountIds,
    draws: new Draws(`${SEED} ${step}`),
  });
  let daysAgo = await findPosition(ctx, account);
  while (daysAgo > LAST_DAYS && !(await liveThroughDay(storyOf(daysAgo), daysAgo))) daysAgo -= 1;
  const isLast = daysAgo <= LAST_DAYS;
  if (isLast) await endYear(storyOf(LAST_DAYS));
  // The worker would send them.
  await refuseQueuedMails({ ...ctx, account }, { reason: "The demo’s past sends no mail." });
  return !isLast;
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof StockIsBusy || isLockTimeout(error) || isRetryable(error);
      if (!isBusy || tries === MAX_TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Fills the rest of the demo's year. New IDs of this process have its time until then. */
export async function fillYear(): Promise<void> {
  await withIdsOfPast(new Date(0), async (setTime) => {
    const step = () => database().transaction((db) => takeStep(db, setTime));
    while (await withDatabaseUse("long", () => retrying(step)));
  });
}
