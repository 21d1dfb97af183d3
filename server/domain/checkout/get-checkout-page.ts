// Reads what a session's page shows to whoever holds its address.
import type { Account, Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { orderNumber } from "#core/id";
import type { Language } from "#core/language";
import { logoUrl } from "#domain/accounts";
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
import { type CheckoutBlocker, findBlocker, methodsOf, sessionProvider } from "./methods";
import { type CheckoutView, MAX_ATTEMPTS, type PaymentState, viewOf } from "./payment-rules";
import { asOf, type CheckoutSession, fillTemplate } from "./rules";

/** How the session is paid: the provider's part of the page. */
interface PaymentForm extends CheckoutPart {
  provider: ProviderName;
  /** With which the provider's script opens the bank's window; null where there is none to open. */
  clientSecret: string | null;
}

export interface CheckoutPage {
  id: string;
  view: CheckoutView;
  account: Account;
  /** Whose shop it is: the subaccount's, where the session has one. */
  seller: { name: string; logoUrl: string | null };
  /** Whose parts are sold. */
  portfolioId: string;
  amountKg: number;
  pricePerKgCents: number;
  priceCents: number;
  description: string | null;
  createdAt: Date;
  expiresAt: Date;
  /** With the session's id in its place. */
  successUrl: string;
  cancelUrl: string;
  /** What this browser's customer entered, or the integrator knew; null for any other browser. */
  email: string | null;
  beneficiary: Beneficiary | null;
  /** Whether the customer may try to pay once more. */
  hasAttemptsLeft: boolean;
  /** Why nobody can pay it just now, although it is open. */
  blocker: CheckoutBlocker | null;
  /** Why this browser's last attempt took no money. */
  failure: Failure | null;
  provider: ProviderName;
  /** How it can be paid now; first as its customer is paying, or as it was created for. */
  forms: PaymentForm[];
  /** How its customer pays elsewhere, while that is waited for. */
  instructions: Record<Language, Instructions> | null;
  /** What was given back, and whether that is done. Null where nothing is. */
  refund: { isDone: boolean; amountCents: number } | null;
  order: { id: string; number: string; isFulfilled: boolean; isWaiting: boolean } | null;
}

type Order = NonNullable<Awaited<ReturnType<Context["db"]["prisma"]["order"]["findFirst"]>>>;
type Payment = Awaited<ReturnType<typeof findPayment>>;

function findPayment(ctx: Context, session: CheckoutSession) {
  const where = { accountId: session.accountId, checkoutSessionId: session.id };
  return ctx.db.prisma.payment.findFirst({ where });
}

async function findSeller(ctx: Context, session: CheckoutSession) {
  const account = await ctx.db.prisma.account.findUniqueOrThrow({
    where: { id: session.accountId },
  });
  const sub =
    session.subaccountId === null
      ? null
      : await ctx.db.prisma.subaccount.findFirst({
          where: { accountId: account.id, id: session.subaccountId },
        });
  const seller = sub ?? account;
  const shown = { name: seller.name, logoUrl: logoUrl(seller) };
  return { account: { ...account, mode: session.mode } as Account, seller: shown };
}

type Methods = ReturnType<typeof methodsOf>;

/** The secret of a confirmation, or null where there is none, or its provider does not answer. */
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

/** The providers' parts of the page, that of the payment under way before the others. */
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
  const asked = { id, mode: mode as Mode, amountCents: Number(amountUsdCents) };
  return (await providerNamed(provider).instructions?.(ctx.db, asked)) ?? null;
}

function refundOf(payment: Payment): CheckoutPage["refund"] {
  if (payment?.state !== "refunding" && payment?.state !== "refunded") return null;
  return { isDone: payment.state === "refunded", amountCents: Number(payment.amountUsdCents) };
}

/** What only the browser that entered it may see again. */
function privateDetails(session: CheckoutSession, payment: Payment, browserHash: string | null) {
  const isOwn = session.browserHash !== null && session.browserHash === browserHash;
  // Before anybody entered anything, the address is what the integrator gave.
  const isUntouched = session.browserHash === null && payment === null;
  return {
    email: isOwn || isUntouched ? session.customerEmail : null,
    failure: isOwn ? (failures.find((one) => one === payment?.failure) ?? null) : null,
  };
}

/** An order that was not filled for so long waits for credits, whether matching tried it or not. */
const WAITS_AFTER_MS = 60_000;

function orderOf({ now }: Context, order: Order | null): CheckoutPage["order"] {
  if (order === null) return null;
  const isOld = now.getTime() - order.createdAt.getTime() > WAITS_AFTER_MS;
  const isTried = order.triedStockVersion > 0n;
  return {
    id: order.id,
    number: orderNumber(order.id),
    isFulfilled: order.state === "fulfilled",
    isWaiting: order.state === "placed" && !order.awaitingPayment && (isTried || isOld),
  };
}

/**
 * The page's facts as of now, for whoever has the session's id. What a customer entered is only
 * for the browser with this hash. @throws not-found
 */
export async function getCheckoutPage(
  ctx: Context,
  input: { id: string; browserHash?: string | null },
): Promise<CheckoutPage> {
  const row = await ctx.db.prisma.checkoutSession.findFirst({ where: { id: input.id } });
  if (!row) throw notFound("checkout session");
  const session = asOf(ctx.now, row);
  const payment = await findPayment(ctx, session);
  const order =
    session.orderId === null
      ? null
      : await ctx.db.prisma.order.findFirst({
          where: { accountId: session.accountId, id: session.orderId },
        });
  const orderState = (order?.state ?? null) as Parameters<typeof viewOf>[2];
  const view = viewOf(session, (payment?.state ?? null) as PaymentState | null, orderState);
  const methods = methodsOf(session, payment);
  const blocker = view === "open" ? await findBlocker(ctx, { session, methods }) : null;
  return {
    id: session.id,
    view,
    ...(await findSeller(ctx, session)),
    portfolioId: session.splitPortfolioId ?? session.portfolioId,
    amountKg: session.amountKg,
    pricePerKgCents: session.pricePerKgUsdCents,
    priceCents: Number(session.priceUsdCents),
    description: session.description,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    successUrl: fillTemplate(session.successUrl, session.id),
    cancelUrl: session.cancelUrl,
    ...privateDetails(session, payment, input.browserHash ?? null),
    beneficiary: toBeneficiary(session),
    hasAttemptsLeft: (payment?.attempts ?? 0) < MAX_ATTEMPTS,
    blocker,
    provider: (payment?.provider as ProviderName) ?? sessionProvider(session, payment),
    forms: await formsOf(ctx, { methods, view }, payment),
    instructions: await instructionsOf(ctx, view, payment),
    refund: refundOf(payment),
    order: orderOf(ctx, order),
  };
}
