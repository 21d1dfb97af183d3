// Reads what a session's page shows to whoever holds its address.
import type { Account, Context } from "#core/context";
import { env } from "#core/env";
import { notFound } from "#core/errors";
import { orderNumber } from "#core/id";
import { logoUrl } from "#domain/accounts";
import { type Beneficiary, toBeneficiary } from "#domain/orders";
import {
  type Failure,
  failures,
  type ProviderName,
  payments,
  providerOf,
} from "#gateways/payments";
import { type CheckoutView, MAX_ATTEMPTS, type PaymentState, viewOf } from "./payment-rules";
import { asOf, type CheckoutSession, fillTemplate } from "./rules";

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
  /** What the customer wrote before, or the integrator knew. */
  email: string | null;
  beneficiary: Beneficiary | null;
  /** Whether the customer may try to pay once more. */
  hasAttemptsLeft: boolean;
  /** Why the last attempt took no money. */
  failure: Failure | null;
  provider: ProviderName;
  /** For the provider's own script, where it has one. */
  stripe: { publishableKey: string; clientSecret: string | null } | null;
  /** What was given back, and whether that is done. Null where nothing is. */
  refund: { isDone: boolean; amountCents: number } | null;
  order: { id: string; number: string; isFulfilled: boolean } | null;
}

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

/** What the provider's own script needs; a provider that does not answer leaves the secret out. */
async function stripeOf(
  ctx: Context,
  provider: ProviderName,
  view: CheckoutView,
  payment: Payment,
) {
  if (provider !== "stripe" || !env.stripe) return null;
  const { publishableKey } = env.stripe;
  const id = payment?.providerPaymentId;
  if (view !== "confirm" || !id) return { publishableKey, clientSecret: null };
  const status = await payments(ctx.db, provider)
    .find(id)
    .catch(() => null);
  const clientSecret = status?.state === "requires_action" ? status.clientSecret : null;
  return { publishableKey, clientSecret };
}

function refundOf(payment: Payment): CheckoutPage["refund"] {
  if (payment?.state !== "refunding" && payment?.state !== "refunded") return null;
  return { isDone: payment.state === "refunded", amountCents: Number(payment.amountUsdCents) };
}

/** The page's facts as of now; the session's id is all that it takes. @throws not-found */
export async function getCheckoutPage(ctx: Context, input: { id: string }): Promise<CheckoutPage> {
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
  // What is to be tried is tried at today's provider, what was begun ends where it began.
  const begun = view === "open" ? null : payment?.provider;
  const provider = (begun ?? providerOf(session.mode) ?? "test") as ProviderName;
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
    email: session.customerEmail,
    beneficiary: toBeneficiary(session),
    hasAttemptsLeft: (payment?.attempts ?? 0) < MAX_ATTEMPTS,
    failure: failures.find((one) => one === payment?.failure) ?? null,
    provider,
    stripe: await stripeOf(ctx, provider, view, payment),
    refund: refundOf(payment),
    order: order && {
      id: order.id,
      number: orderNumber(order.id),
      isFulfilled: order.state === "fulfilled",
    },
  };
}
