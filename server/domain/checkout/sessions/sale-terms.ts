// Terms of a sale: payment methods, limits and stock.
import { findBackOrderDay, findCoveredKg, findSupply } from "#checkout/payments/holds";
import type { Payment } from "#checkout/payments/store";
import type { AccountContext, Context, Mode } from "#core/context";
import { leastCheckoutPrice } from "#core/contract-money";
import { forbidden } from "#core/errors";
import type { Money } from "#core/money";
import { isSuspended, requireActive } from "#domain/accounts";
import { kgForTotal, type Offer, resolveOffer } from "#domain/catalogue";
import { findMerchantProfile, requireMerchant } from "#domain/merchants";
import {
  type CheckoutPart,
  findProvider,
  type ProviderName,
  payments,
  providerNamed,
  providerOf,
  providersFor,
  type Source,
  scriptPath,
  setupHints,
  unrecordedProvider,
} from "#gateways/payments";
import type { CheckoutSession, CheckoutView } from "./rules";

/** No payment can be taken, or there is too little stock. */
export type CheckoutBlocker = "no_provider" | "no_stock";

type Session = Pick<CheckoutSession, "mode" | "provider" | "price" | "currency">;

/** The session's provider, stored when it was created; older versions did not store it. */
export function sessionProvider(
  session: Pick<Session, "mode" | "provider">,
  payment: { provider: string } | null,
): ProviderName {
  const recorded = (session.provider ?? payment?.provider ?? null) as ProviderName | null;
  const isLive = session.mode === "live";
  // Live credits are paid with real money only.
  if (recorded !== null && !(isLive && providerNamed(recorded).isStandIn)) return recorded;
  return unrecordedProvider(isLive ? "live" : "test");
}

/**
 * Providers that can take the session's payment now: its own first, then those of other methods.
 */
export function methodsOf(session: Session, payment: { provider: string } | null) {
  const provider = providerNamed(sessionProvider(session, payment));
  const offered = providersFor(session.mode as Mode, provider);
  const price = Number(session.price);
  return offered.filter(({ limits }) => {
    const { min, max } = limits(session.currency);
    return min <= price && price <= max;
  });
}

/** Returns why the open session cannot be paid now, or null, and when credits beyond stock come. */
export async function findBlocker(
  ctx: Context,
  input: { session: CheckoutSession; methods: readonly unknown[] },
): Promise<{ blocker: CheckoutBlocker | null; creditsExpectedBy: Date | null }> {
  const { session, methods } = input;
  if (methods.length === 0 || (await isSuspended(ctx, session))) {
    return { blocker: "no_provider", creditsExpectedBy: null };
  }
  const supply = await findSupply(ctx, session);
  return {
    blocker: supply ? null : "no_stock",
    creditsExpectedBy: supply?.creditsExpectedBy ?? null,
  };
}

export interface PaymentMethod {
  provider: ProviderName;
  /** Type of payment source that its form collects. */
  form: Source["type"];
}

/** Requirements of a session's form, before any customer input is read. */
export interface FormRules {
  mode: Mode;
  methods: PaymentMethod[];
  /** True if the browser may leave the address empty, because the integrator set one. */
  hasEmail: boolean;
  /** Sellers with a profile need the country. */
  seller: { sellsToConsumers: boolean } | null;
}

/** Null if the session does not exist. */
export async function findFormRules(
  ctx: Context,
  input: { sessionId: string; browserHash: string | null },
): Promise<FormRules | null> {
  const { checkoutSession, payment } = ctx.db.prisma;
  const session = await checkoutSession.findFirst({ where: { id: input.sessionId } });
  if (!session) return null;
  const { mode, accountId, id: checkoutSessionId, browserHash } = session;
  const started =
    session.provider === null
      ? await payment.findFirst({ where: { accountId, checkoutSessionId } })
      : null;
  const methods = methodsOf(session, started).map((method) => ({
    provider: method.name,
    form: method.checkout().form,
  }));
  const isOwn = browserHash === null || browserHash === input.browserHash;
  return {
    mode: mode as Mode,
    methods,
    hasEmail: session.customerEmail !== null && !session.emailEntered && isOwn,
    seller: await findMerchantProfile(ctx, { accountId }),
  };
}

/** The provider's part of the page. */
export interface PaymentForm extends Omit<CheckoutPart, "data"> {
  provider: ProviderName;
  data: Record<string, string>;
  /** Opens the bank's window in the provider's script; null if no window is needed. */
  clientSecret: string | null;
}

/** The secret of a confirmation; null without one, or if the provider is unavailable. */
async function findSecret(ctx: Context, payment: Payment | null): Promise<string | null> {
  if (!payment?.providerPaymentId) return null;
  const { provider, providerPaymentId } = payment;
  try {
    const calls = payments(ctx.db, { provider, mode: payment.mode as Mode });
    const status = await calls.find(providerPaymentId);
    return status.state === "requires_action" ? status.clientSecret : null;
  } catch {
    return null;
  }
}

/** The providers' parts of the page; only that of a payment under way, if there is one. */
export async function findForms(
  ctx: Context,
  input: {
    methods: ReturnType<typeof methodsOf>;
    view: CheckoutView;
    payment: Payment | null;
    price: Money;
  },
): Promise<PaymentForm[]> {
  const { methods, view, payment, price } = input;
  const forms = methods.map((owner): PaymentForm => {
    const part = owner.checkout();
    const scripts = [...part.scripts, ...(owner.readScript ? [scriptPath(owner.name)] : [])];
    const data = part.data(price);
    return { ...part, data, provider: owner.name, scripts, clientSecret: null };
  });
  if (view === "open") return forms;
  const current = forms.find(({ provider }) => provider === payment?.provider);
  if (!current) return [];
  const hasSecret = view === "confirm" && current.form === "token";
  return [hasSecret ? { ...current, clientSecret: await findSecret(ctx, payment) } : current];
}

/** The provider's script for the checkout page, or null. */
export async function readPaymentScript(provider: string): Promise<string | null> {
  return (await findProvider(provider)?.readScript?.()) ?? null;
}

/** The provider of a new session. @throws forbidden */
export function requireProvider({ account }: AccountContext): ProviderName {
  const provider = providerOf(account.mode);
  if (provider) return provider;
  throw forbidden(
    `Cannot create a ${account.mode} checkout session`,
    `No payment provider is set up for ${account.mode} accounts here: ${setupHints(account.mode).join("; or ")}.`,
  );
}

export interface PriceLimits {
  min: number;
  max: number;
}

/** Lowest and highest price of a session that some provider can charge. */
export function priceLimits({ account }: AccountContext, provider: ProviderName): PriceLimits {
  const { mode, currency } = account;
  const limits = providersFor(mode, providerNamed(provider)).map((one) => one.limits(currency));
  return {
    min: Math.max(leastCheckoutPrice(currency), Math.min(...limits.map(({ min }) => min))),
    max: Math.max(...limits.map(({ max }) => max)),
  };
}

/** Fewest and most kg whose price a provider can charge. */
export function chargeableKg(offer: Offer, { min, max }: PriceLimits) {
  return { leastKg: kgForTotal(offer, min - offer.priceStep) + 1, mostKg: kgForTotal(offer, max) };
}

export interface SaleTerms {
  offer: Offer;
  /** Fewest and most kg that can be charged. */
  leastKg: number;
  mostKg: number;
  /** The part of the amount that a new buyer could get from stock now. */
  availableKg: number;
  /** The day by which credits beyond stock come; null if the account does not sell them. */
  creditsExpectedBy: Date | null;
}

/**
 * Terms of a sale of up to this amount, as of now.
 * @throws invalid `portfolio_id`; invalid-subaccount; forbidden if the account cannot sell
 */
export async function findSaleTerms(
  ctx: AccountContext,
  input: { portfolioId: string | null; subaccountId: string | null; amountKg: number },
): Promise<SaleTerms> {
  requireActive(ctx);
  await requireMerchant(ctx);
  const limits = priceLimits(ctx, requireProvider(ctx));
  const { amountKg, ...chosen } = input;
  const offer = await resolveOffer(ctx, { ...chosen, channel: "checkout" });
  const { portfolioId, splitPortfolioId } = offer;
  const { id: accountId, mode } = ctx.account;
  const availableKg = await findCoveredKg(ctx, { mode, portfolioId, splitPortfolioId, amountKg });
  const creditsExpectedBy = await findBackOrderDay(ctx, { accountId });
  return { offer, ...chargeableKg(offer, limits), availableKg, creditsExpectedBy };
}
