import {
  type CheckoutView,
  MAX_ATTEMPTS,
  type PaymentState,
  viewOf,
} from "#checkout/payments/rules";
import { findPayment } from "#checkout/payments/store";
import { type CustomerRefund, customerRefunds } from "#checkout/refunds/rules";
import { hasOpenDispute } from "#checkout/refunds/settle-refunds";
import { findRefunds } from "#checkout/refunds/store";
import { fillTemplate } from "#checkout/schema";
import type { Account, Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { orderNumber } from "#core/id";
import type { Language } from "#core/language";
import { maskEmail } from "#core/text";
import { wasReset } from "#domain/accounts";
import { type Brand, findBrand } from "#domain/brands";
import { storedPricePerTonne } from "#domain/catalogue";
import { type Beneficiary, toBeneficiary } from "#domain/orders";
import {
  type CheckoutPart,
  type Failure,
  failures,
  type Instructions,
  type ProviderName,
  payments,
  providerNamed,
  scriptPath,
} from "#gateways/payments";
import { findParties, type Parties } from "./parties";
import { type CheckoutBlocker, findBlocker, methodsOf, sessionProvider } from "./payment-methods";
import { checkoutUrl } from "./resource";
import { asOf, type CheckoutSession } from "./rules";

/** The provider's part of the page. */
interface PaymentForm extends CheckoutPart {
  provider: ProviderName;
  /** Opens the bank's window in the provider's script; null if no window is needed. */
  clientSecret: string | null;
}

export interface CheckoutPage extends Parties {
  id: string;
  view: CheckoutView;
  account: Account;
  /** The session's subaccount, or else its account. */
  seller: Brand;
  /** The portfolio, or the copy whose parts are sold. */
  portfolioId: string;
  amountKg: number;
  pricePerTonneCents: number;
  priceCents: number;
  description: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** With the session's id filled in; null if customers stay on the session's own page. */
  successUrl: string | null;
  cancelUrl: string;
  /** The address that this browser's customer entered; null for other browsers. */
  email: string | null;
  /**
   * "a…@example.com": this browser's address, or the integrator's before anyone entered details;
   * null for other browsers.
   */
  maskedEmail: string | null;
  /** Null for other browsers if a customer entered it. */
  beneficiary: Beneficiary | null;
  /** True if the customer may try to pay again. */
  hasAttemptsLeft: boolean;
  /** The reason why the open session cannot be paid now. */
  blocker: CheckoutBlocker | null;
  /** The day by which credits beyond stock come; null if stock covers the purchase. */
  creditsExpectedBy: Date | null;
  /** The reason why this browser's last attempt took no money. */
  failure: Failure | null;
  provider: ProviderName;
  /**
   * Forms of the methods that can be used now; the one under way, or else the session's own, first.
   */
  forms: PaymentForm[];
  /** Instructions for a payment outside this page, while it is pending. */
  instructions: Record<Language, Instructions> | null;
  refunds: CustomerRefund[];
  /** The customer's bank claims the money back, or has it; other browsers see only a review. */
  claim: "disputed" | "reviewed" | "returned" | null;
  order: { id: string; number: string; isFulfilled: boolean; isWaiting: boolean } | null;
}

type Order = NonNullable<Awaited<ReturnType<Context["db"]["prisma"]["order"]["findFirst"]>>>;
type Payment = Awaited<ReturnType<typeof findPayment>>;

async function findSeller(ctx: Context, session: CheckoutSession) {
  const account = await ctx.db.prisma.account.findUniqueOrThrow({
    where: { id: session.accountId },
  });
  const seller = await findBrand(ctx, session);
  // Customers do not see the reason of a suspension.
  const pageAccount = { ...account, mode: session.mode, suspensionReason: null };
  return { account: pageAccount as Account, seller };
}

type Methods = ReturnType<typeof methodsOf>;

/** The secret of a confirmation; null without one, or if the provider is unavailable. */
async function findSecret(ctx: Context, payment: Payment): Promise<string | null> {
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
async function formsOf(
  ctx: Context,
  { methods, view }: { methods: Methods; view: CheckoutView },
  payment: Payment,
): Promise<PaymentForm[]> {
  const forms = methods.map((owner): PaymentForm => {
    const part = owner.checkout();
    const scripts = [...part.scripts, ...(owner.readScript ? [scriptPath(owner.name)] : [])];
    return { ...part, provider: owner.name, scripts, clientSecret: null };
  });
  if (view === "open") return forms;
  const own = forms.find(({ provider }) => provider === payment?.provider);
  if (!own) return [];
  const hasSecret = view === "confirm" && own.form === "token";
  return [hasSecret ? { ...own, clientSecret: await findSecret(ctx, payment) } : own];
}

async function instructionsOf(ctx: Context, view: CheckoutView, payment: Payment) {
  if (view !== "processing" || !payment?.providerPaymentId) return null;
  const { provider, providerPaymentId: id, mode, amountUsdCents } = payment;
  const charge = { id, mode: mode as Mode, amountCents: Number(amountUsdCents) };
  return (await providerNamed(provider).instructions?.(ctx.db, charge)) ?? null;
}

/** The money that the customer gets back, or may get back. */
async function findReturns(
  { db }: Context,
  payment: Payment,
  isOwn: boolean,
): Promise<Pick<CheckoutPage, "refunds" | "claim">> {
  if (payment === null) return { refunds: [], claim: null };
  const isDisputed = await hasOpenDispute(db, payment);
  const facts = { ...payment, hasOpenDispute: isDisputed };
  const refunds = customerRefunds(facts, await findRefunds(db, payment));
  if (payment.state === "charged_back") return { refunds, claim: "returned" };
  if (!isDisputed && payment.state !== "disputed") return { refunds, claim: null };
  return { refunds, claim: isOwn && isDisputed ? "disputed" : "reviewed" };
}

/** Details for the browser that entered them. */
function privateDetails(session: CheckoutSession, payment: Payment, isOwn: boolean) {
  const { customerEmail, emailEntered } = session;
  // Before a customer enters anything, the address is the integrator's.
  const isUntouched = session.browserHash === null && payment === null;
  const mayRecognize = customerEmail !== null && (isOwn || isUntouched);
  return {
    email: isOwn && emailEntered ? customerEmail : null,
    beneficiary: isOwn || !session.beneficiaryEntered ? toBeneficiary(session) : null,
    maskedEmail: mayRecognize ? maskEmail(customerEmail) : null,
    failure: isOwn ? (failures.find((one) => one === payment?.failure) ?? null) : null,
  };
}

/** An order that is unfilled for this long waits for credits, whether matching tried it or not. */
const WAITS_AFTER_MS = 60_000;

function orderOf({ now }: Context, order: Order | null): CheckoutPage["order"] {
  if (order === null) return null;
  const isOld = now.getTime() - order.createdAt.getTime() > WAITS_AFTER_MS;
  const isQueued = order.state === "placed" && !order.awaitingPayment && !order.coolingOff;
  const isTried = order.triedStockVersion > 0n;
  return {
    id: order.id,
    number: orderNumber(order.id),
    isFulfilled: order.state === "fulfilled",
    isWaiting: isQueued && (isTried || isOld),
  };
}

type Preview = Parameters<typeof findParties>[1]["preview"];

/**
 * Reads the page's content as of now, for any holder of the session's id. A customer's input is
 * only for the browser with this hash.
 * @throws not-found
 */
export async function getCheckoutPage(
  ctx: Context,
  input: { id: string; browserHash?: string | null; preview?: Preview },
): Promise<CheckoutPage> {
  const { checkoutSession } = ctx.db.prisma;
  const row = await checkoutSession.findFirst({ where: { id: input.id } });
  if (!row || (row.mode === "test" && (await wasReset(ctx, row.accountId)))) {
    throw notFound("checkout session");
  }
  const session = asOf(ctx.now, row);
  const payment = await findPayment(ctx.db, session.accountId, session.id);
  const order =
    session.orderId === null
      ? null
      : await ctx.db.prisma.order.findFirst({
          where: { accountId: session.accountId, id: session.orderId },
        });
  const orderState = (order?.state ?? null) as Parameters<typeof viewOf>[2];
  const view = viewOf(session, (payment?.state ?? null) as PaymentState | null, orderState);
  const isOwn = session.browserHash !== null && session.browserHash === input.browserHash;
  const methods = methodsOf(session, payment);
  const { creditsExpectedBy } = session;
  const successUrl = fillTemplate(session.successUrl, session.id);
  const { blocker, ...supply } =
    view === "open"
      ? await findBlocker(ctx, { session, methods })
      : { blocker: null, creditsExpectedBy: order?.state === "placed" ? creditsExpectedBy : null };
  return {
    id: session.id,
    view,
    ...(await findSeller(ctx, session)),
    portfolioId: session.splitPortfolioId ?? session.portfolioId,
    amountKg: session.amountKg,
    pricePerTonneCents: storedPricePerTonne(session),
    priceCents: Number(session.priceUsdCents),
    description: session.description,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    successUrl: successUrl === checkoutUrl(session.id) ? null : successUrl,
    cancelUrl: session.cancelUrl,
    ...privateDetails(session, payment, isOwn),
    ...(await findParties(ctx, { session, orderState, isOwn, preview: input.preview ?? null })),
    hasAttemptsLeft: (payment?.attempts ?? 0) < MAX_ATTEMPTS,
    blocker,
    creditsExpectedBy: supply.creditsExpectedBy,
    provider: (payment?.provider as ProviderName) ?? sessionProvider(session, payment),
    forms: await formsOf(ctx, { methods, view }, payment),
    instructions: await instructionsOf(ctx, view, payment),
    ...(await findReturns(ctx, payment, isOwn)),
    order: orderOf(ctx, order),
  };
}
