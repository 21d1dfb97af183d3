import { MAX_ATTEMPTS } from "#checkout/payments/attempt";
import type { PaymentState } from "#checkout/payments/rules";
import { findDocuments, type IssuedDocument } from "#checkout/payments/sale-documents";
import { findPayment } from "#checkout/payments/store";
import { type CustomerRefund, customerRefunds } from "#checkout/refunds/rules";
import { findRefunds, hasOpenDispute } from "#checkout/refunds/store";
import { fillTemplate } from "#checkout/schema";
import type { Account, Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { orderNumber } from "#core/id";
import type { Language } from "#core/language";
import { type Currency, moneyOf } from "#core/money";
import { maskEmail } from "#core/text";
import { wasReset } from "#domain/accounts";
import { type Brand, findBrand } from "#domain/brands";
import { storedPricePerTonne } from "#domain/catalogue";
import { findMerchantProfile, type MerchantProfile, withdrawalEnd } from "#domain/merchants";
import { type Beneficiary, type OrderState, toBeneficiary } from "#domain/orders";
import type { Tax } from "#domain/tax";
import {
  type Failure,
  failures,
  type Instructions,
  type ProviderName,
  providerNamed,
} from "#gateways/payments";
import { checkoutUrl } from "./resource";
import {
  asOf,
  buyerOf,
  type CheckoutSession,
  type CheckoutView,
  consentOf,
  consentOffer,
  type GivenConsent,
  viewOf,
  type WithdrawalState,
  withdrawalStateOf,
} from "./rules";
import { findSaleTax, type TaxedBuyer } from "./sale-tax";
import {
  type CheckoutBlocker,
  findBlocker,
  findForms,
  methodsOf,
  type PaymentForm,
  sessionProvider,
} from "./sale-terms";

export interface CheckoutPage {
  id: string;
  view: CheckoutView;
  account: Account;
  /** The session's subaccount, or else its account. */
  seller: Brand;
  /** The portfolio, or the copy whose parts are sold. */
  portfolioId: string;
  amountKg: number;
  pricePerTonne: number;
  price: number;
  currency: Currency;
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
  /** The seller's legal set-up; null if it has none, as in test mode. */
  sellerDetails: MerchantProfile | null;
  /** Entered in this browser; null for other browsers. */
  buyer: (TaxedBuyer & { hasConsent: boolean }) | null;
  consentOffer: typeof consentOffer;
  /** Until when a consumer who pays now could withdraw. */
  withdrawalUntil: Date;
  /** Before paying: for the buyer, or for the country that the page was requested with. */
  tax: Tax | null;
  /** The seller refuses consumers of this country. */
  isRefused: boolean;
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
  /** Invoice and credit notes of a business; none for other browsers. */
  documents: (IssuedDocument | "waits")[];
  refunds: CustomerRefund[];
  /** The customer's bank claims the money back, or has it; other browsers see only a review. */
  dispute: "disputed" | "reviewed" | "returned" | null;
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

async function instructionsOf(ctx: Context, view: CheckoutView, payment: Payment) {
  if (view !== "processing" || !payment?.providerPaymentId) return null;
  const { provider, providerPaymentId: id, mode, amount, currency } = payment;
  const charge = { id, mode: mode as Mode, amount: Number(amount), currency };
  return (await providerNamed(provider).instructions?.(ctx.db, charge)) ?? null;
}

/** The money that the customer gets back, or may get back. */
async function findReturns(
  { db }: Context,
  payment: Payment,
  isOwn: boolean,
): Promise<Pick<CheckoutPage, "refunds" | "dispute">> {
  if (payment === null) return { refunds: [], dispute: null };
  const isDisputed = await hasOpenDispute(db, payment);
  const facts = { ...payment, hasOpenDispute: isDisputed };
  const refunds = customerRefunds(facts, await findRefunds(db, payment));
  if (payment.state === "charged_back") return { refunds, dispute: "returned" };
  if (!isDisputed && payment.state !== "disputed") return { refunds, dispute: null };
  return { refunds, dispute: isOwn && isDisputed ? "disputed" : "reviewed" };
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
    failure: isOwn ? (failures.find((failure) => failure === payment?.failure) ?? null) : null,
  };
}

/** An order that is unfilled for this long waits for credits, whether matching tried it or not. */
const ORDER_WAITS_AFTER_MS = 60_000;

function orderOf({ now }: Context, order: Order | null): CheckoutPage["order"] {
  if (order === null) return null;
  const isOld = now.getTime() - order.createdAt.getTime() > ORDER_WAITS_AFTER_MS;
  const isQueued = order.state === "placed" && !order.awaitingPayment && !order.coolingOff;
  const isTried = order.triedStockVersion > 0n;
  return {
    id: order.id,
    number: orderNumber(order.id),
    isFulfilled: order.state === "fulfilled",
    isWaiting: isQueued && (isTried || isOld),
  };
}

/** A buyer to show the tax of, before it is stored. */
type Preview = TaxedBuyer | null;

async function findParties(
  ctx: Context,
  { session, isOwn, preview }: { session: CheckoutSession; isOwn: boolean; preview: Preview },
) {
  const { accountId, price } = session;
  const sellerDetails = await findMerchantProfile(ctx, { accountId });
  const stored = isOwn ? buyerOf(session) : null;
  const sale = { profile: sellerDetails, buyer: preview ?? stored, price, on: ctx.now };
  return {
    sellerDetails,
    buyer: stored && { ...stored, hasConsent: session.consentAt !== null },
    consentOffer,
    withdrawalUntil: withdrawalEnd(ctx.now),
    ...(await findSaleTax(ctx, sale)),
  };
}

function withdrawalOf(
  { now }: Context,
  session: CheckoutSession,
  { order, isOwn }: { order: Order | null; isOwn: boolean },
): CheckoutPage["withdrawal"] {
  const { withdrawalUntil: until, withdrawalKey } = session;
  if (order === null || until === null) return null;
  const state = withdrawalStateOf(session, { orderState: order.state as OrderState, now });
  if (state === null) return null;
  return {
    ...{ state, until, isCoolingOff: state === "open" && session.consentAt === null },
    key: isOwn ? withdrawalKey : null,
    consent: isOwn ? consentOf(session) : null,
  };
}

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
    pricePerTonne: storedPricePerTonne(session),
    price: Number(session.price),
    currency: session.currency,
    description: session.description,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    successUrl: successUrl === checkoutUrl(session.id) ? null : successUrl,
    cancelUrl: session.cancelUrl,
    ...privateDetails(session, payment, isOwn),
    ...(await findParties(ctx, { session, isOwn, preview: input.preview ?? null })),
    withdrawal: withdrawalOf(ctx, session, { order, isOwn }),
    hasAttemptsLeft: (payment?.attempts ?? 0) < MAX_ATTEMPTS,
    blocker,
    creditsExpectedBy: supply.creditsExpectedBy,
    provider: (payment?.provider as ProviderName) ?? sessionProvider(session, payment),
    forms: await findForms(ctx, {
      methods,
      view,
      payment,
      price: moneyOf(session, Number(session.price)),
    }),
    documents: isOwn ? await findDocuments(ctx, session) : [],
    instructions: await instructionsOf(ctx, view, payment),
    ...(await findReturns(ctx, payment, isOwn)),
    order: orderOf(ctx, order),
  };
}
