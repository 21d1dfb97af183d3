import { countCoveredKg, findBackOrderDay, findCoveredKg } from "#checkout/payments/holds";
import type { CreateCheckoutSession as Body } from "#checkout/schema";
import { requireNoClaims } from "#core/claims";
import type { AccountContext, Context } from "#core/context";
import { isForeignKeyViolation } from "#core/db-errors";
import { conflict, invalid, notFound, Problem } from "#core/errors";
import { newSecretId } from "#core/id";
import type { Language } from "#core/language";
import { formatMoney, moneyOf } from "#core/money";
import { recordAudit, requireActive } from "#domain/accounts";
import {
  lockForArchiving,
  markArchived,
  type Offer,
  pricedPerTonne,
  priceOf,
  resolveOffer,
} from "#domain/catalogue";
import type { Purchase, Reservations } from "#domain/holds";
import { requireMerchant } from "#domain/merchants";
import { type Beneficiary, beneficiaryColumns, countPlacedOrders } from "#domain/orders";
import {
  asOf,
  type BeneficiaryChanges,
  type Buyer,
  buyerColumns,
  type CheckoutSession,
  enteredColumns,
  SESSION_LIFETIME_MS,
} from "./rules";
import { chargeableKg, type PriceLimits, priceLimits, requireProvider } from "./sale-terms";

interface CreateCheckoutSession
  extends Omit<Body, "notification_config" | "customer_email" | "reservation_id"> {
  /** The reservation that gives the session its amount, price and credits. */
  reservation?: (Reservations & { id: string }) | null;
  subaccountId: string | null;
  /** Checked by `requireCallbackUrl`, whose DNS lookup must not run in a transaction. */
  callbackUrl: string | null;
  customerEmail: string | null;
  /** The link that the customer came from. */
  paymentLinkId?: string | null;
}

/** The session's total price. @throws invalid `amount_kg` if no provider can charge it */
function requirePrice({ amountKg, offer }: Purchase, limits: PriceLimits): number {
  const price = priceOf(offer, amountKg);
  const { min, max } = limits;
  if (price >= min && price <= max) return price;
  const money = (minor: number) => formatMoney(moneyOf(offer, minor), "en");
  const { leastKg, mostKg } = chargeableKg(offer, limits);
  const costs = `costs ${money(price)} at ${money(offer.pricePerTonne)} per tonne`;
  throw price < min
    ? invalid("amount_kg", `${costs}; the minimum is ${money(min)}: ${leastKg} kg`, "too-small")
    : invalid("amount_kg", `${costs}; the maximum is ${money(max)}: ${mostKg} kg`, "too-large");
}

/**
 * Returns the day by which credits beyond stock come; null if stock covers the amount.
 * @throws insufficient-stock naming the available kg
 */
async function requireStock(
  ctx: AccountContext,
  amountKg: number,
  offer: Offer,
): Promise<Date | null> {
  const { portfolioId, splitPortfolioId } = offer;
  const { mode } = ctx.account;
  const demand = { mode, portfolioId, splitPortfolioId, amountKg };
  if ((await findCoveredKg(ctx, demand)) >= amountKg) return null;
  // Matching may have moved credits between these reads, so only a locked count refuses.
  const availableKg = await countCoveredKg(ctx, demand);
  if (availableKg >= amountKg) return null;
  const backOrderDay = await findBackOrderDay(ctx, { accountId: ctx.account.id });
  if (backOrderDay) return backOrderDay;
  throw new Problem("insufficient-stock", {
    detail: `Only ${availableKg} kg of portfolio ${portfolioId} are available now, not ${amountKg} kg.`,
    availableKg,
  });
}

/** Amount and price of a new session: those of its reservation, or today's. */
async function findPurchase(ctx: AccountContext, input: CreateCheckoutSession): Promise<Purchase> {
  const { reservation, amount_kg: amountKg, portfolio_id, subaccountId } = input;
  if (reservation) {
    const use = { amount_kg: amountKg, portfolio_id, subaccountId };
    return reservation.findUsable(ctx, { reservation_id: reservation.id, ...use });
  }
  if (amountKg === undefined) {
    throw invalid("amount_kg", "is required unless you pass reservation_id", "required");
  }
  const portfolioId = portfolio_id ?? null;
  const offer = await resolveOffer(ctx, { portfolioId, subaccountId, channel: "checkout" });
  return { amountKg, offer };
}

/**
 * Creates a session of the account at the price of the checkout channel.
 * @throws account-suspended; invalid naming the field; invalid-subaccount; forbidden if no provider can charge it or
 * seller details are missing; insufficient-stock; conflict if the reservation was used or has ended
 */
export async function createCheckoutSession(
  ctx: AccountContext,
  input: CreateCheckoutSession,
): Promise<CheckoutSession> {
  requireActive(ctx);
  // A customer can't change what a payment link says.
  if (!input.paymentLinkId) {
    requireNoClaims({
      description: input.description,
      "beneficiary.message": input.beneficiary?.message,
    });
  }
  await requireMerchant(ctx);
  const provider = requireProvider(ctx);
  const purchase = await findPurchase(ctx, input);
  const { amountKg, offer } = purchase;
  const price = requirePrice(purchase, priceLimits(ctx, provider));
  const { reservation } = input;
  const creditsExpectedBy = reservation ? null : await requireStock(ctx, amountKg, offer);
  const data = {
    accountId: ctx.account.id,
    mode: ctx.account.mode,
    provider,
    id: newSecretId("checkoutSession"),
    subaccountId: input.subaccountId,
    portfolioId: offer.portfolioId,
    splitPortfolioId: offer.splitPortfolioId,
    amountKg,
    creditsExpectedBy,
    ...pricedPerTonne(offer),
    price,
    currency: offer.currency,
    successUrl: input.success_url,
    cancelUrl: input.cancel_url,
    description: input.description ?? null,
    metadata: input.metadata ?? null,
    callbackUrl: input.callbackUrl,
    ...beneficiaryColumns(input.beneficiary ?? null),
    customerEmail: input.customerEmail,
    paymentLinkId: input.paymentLinkId ?? null,
    state: "open",
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + SESSION_LIFETIME_MS),
  };
  try {
    const row = await ctx.db.prisma.checkoutSession.create({ data });
    if (reservation) await reservation.take(ctx, { id: reservation.id, sessionId: row.id });
    await recordAudit(ctx, { action: "checkout_session.created", subjectId: row.id });
    return asOf(ctx.now, row);
  } catch (error) {
    // The foreign key holds if the subaccount was deleted since it was read.
    if (isForeignKeyViolation(error)) throw new Problem("invalid-subaccount", { cause: error });
    throw error;
  }
}

/** The account's session with this id, as of now. @throws not-found */
export async function getCheckoutSession(
  ctx: AccountContext,
  input: { id: string },
): Promise<CheckoutSession> {
  const where = { accountId: ctx.account.id, id: input.id };
  const row = await ctx.db.prisma.checkoutSession.findFirst({ where });
  if (!row) throw notFound("checkout session");
  return asOf(ctx.now, row);
}

export interface Customer {
  /** Null: the address that the integrator set. */
  email: string | null;
  /** The name on the certificate; null: as the shop set it. */
  beneficiary: Beneficiary | null;
  language: Language;
  /** Hash of this browser's cookie. Only this browser sees the address and a card's failure again. */
  browserHash?: string | null;
  /** Null where the seller has no profile. */
  buyer?: Buyer | null;
}

/** The valid part of a customer's input; other fields stay unchanged. */
export interface CustomerDetails extends Partial<Omit<Customer, "beneficiary">> {
  beneficiary?: (Pick<Beneficiary, "name"> & Partial<Beneficiary>) | null;
}

function changesOf(beneficiary: CustomerDetails["beneficiary"]): BeneficiaryChanges {
  if (beneficiary === undefined) return {};
  if (beneficiary === null) return beneficiaryColumns(null);
  const { message, url } = beneficiary;
  return {
    beneficiaryName: beneficiary.name,
    ...(message !== undefined && { beneficiaryMessage: message }),
    ...(url !== undefined && { beneficiaryUrl: url }),
  };
}

/**
 * Stores details of the customer in an open session that is not being paid. Those of another browser
 * stay as they are: this one must not get to see them.
 */
export async function saveCustomer(
  ctx: Context,
  input: { sessionId: string; customer: CustomerDetails },
): Promise<void> {
  const { email, language, beneficiary, browserHash = null, buyer } = input.customer;
  const { checkoutSession } = ctx.db.prisma;
  const where = { id: input.sessionId, state: "open", paying: false };
  const session = await checkoutSession.findFirst({ where });
  if (!session) return;
  const isOwn = session.browserHash === null || session.browserHash === browserHash;
  const details = {
    ...(browserHash && { browserHash }),
    ...(email && { customerEmail: email, emailEntered: true }),
    ...enteredColumns(session, changesOf(beneficiary)),
    ...(buyer && buyerColumns(buyer, { language: language ?? "en", now: ctx.now })),
  };
  const data = { ...(language !== undefined && { language }), ...(isOwn && details) };
  await checkoutSession.updateMany({ where: { ...where, browserHash: session.browserHash }, data });
}

const counted = (count: number, singular: string, plural: string) =>
  count === 1 ? `1 ${singular}` : `${count} ${plural}`;

/** Returns what is still sold or filled from the portfolio, as a sentence, or null. */
async function findSales(ctx: AccountContext, id: string): Promise<string | null> {
  const open = await ctx.db.prisma.checkoutSession.count({
    where: { accountId: ctx.account.id, portfolioId: id, state: "open" },
  });
  if (open > 0) {
    const sessions = counted(open, "checkout session is", "checkout sessions are");
    return `${sessions} open with it. A session ends after 24 hours, or when you expire it through the API.`;
  }
  const placed = await countPlacedOrders(ctx, { portfolioId: id });
  if (placed > 0) return `${counted(placed, "order waits", "orders wait")} to be filled from it.`;
  return null;
}

/**
 * Archives an account's own portfolio.
 * @throws not-found; forbidden; conflict with the reason while it is in use
 */
export async function archivePortfolio(ctx: AccountContext, input: { id: string }): Promise<void> {
  await lockForArchiving(ctx, input);
  const sales = await findSales(ctx, input.id);
  if (sales) throw conflict("This portfolio is still in use", sales);
  await markArchived(ctx, input);
}
