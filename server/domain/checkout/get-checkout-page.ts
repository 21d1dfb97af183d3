// Reads what a session's page shows to whoever holds its address.
import type { Account, Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { orderNumber } from "#core/id";
import { logoUrl } from "#domain/accounts";
import { type Beneficiary, toBeneficiary } from "#domain/orders";
import {
  type CheckoutPart,
  type Failure,
  failures,
  type ProviderName,
  payments,
  providerNamed,
  scriptPath,
} from "#gateways/payments";
import { findObstacle, type Obstacle, sessionProvider } from "./find-obstacle";
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
  obstacle: Obstacle | null;
  /** Why this browser's last attempt took no money. */
  failure: Failure | null;
  provider: ProviderName;
  /** Null where the provider cannot take money now. */
  form: PaymentForm | null;
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

/** The provider's part of the page; a provider that does not answer leaves the secret out. */
async function formOf(
  ctx: Context,
  { provider, mode, view }: { provider: ProviderName; mode: Mode; view: CheckoutView },
  payment: Payment,
): Promise<PaymentForm | null> {
  const owner = providerNamed(provider);
  if (!owner.takes(mode)) return null;
  const part = owner.checkout();
  const scripts = [...part.scripts, ...(owner.readScript ? [scriptPath(provider)] : [])];
  const form = { ...part, provider, scripts, clientSecret: null };
  const id = payment?.providerPaymentId;
  if (view !== "confirm" || part.form !== "token" || !id) return form;
  const status = await payments(ctx.db, { provider, mode })
    .find(id)
    .catch(() => null);
  return {
    ...form,
    clientSecret: status?.state === "requires_action" ? status.clientSecret : null,
  };
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
  const provider = sessionProvider(session, payment);
  const obstacle = view === "open" ? await findObstacle(ctx, { session, provider }) : null;
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
    obstacle,
    provider,
    form: await formOf(ctx, { provider, mode: session.mode as Mode, view }, payment),
    refund: refundOf(payment),
    order: orderOf(ctx, order),
  };
}
