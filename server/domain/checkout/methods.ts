// How a session can be paid: which providers take its money, and why nobody does just now.
import type { Context, Mode } from "#core/context";
import { findAvailableKg } from "#domain/orders";
import {
  findProvider,
  type ProviderName,
  providerNamed,
  providersFor,
  type Source,
  unrecordedProvider,
} from "#gateways/payments";
import { findPaying } from "./payment-store";
import type { CheckoutSession } from "./rules";

/** Nobody can take the money here now, or there is not enough stock for it. */
export type CheckoutBlocker = "no_provider" | "no_stock";

type Session = Pick<CheckoutSession, "mode" | "provider" | "priceUsdCents">;

/** The session's provider, recorded when it was created; older versions did not record it. */
export function sessionProvider(
  session: Pick<Session, "mode" | "provider">,
  payment: { provider: string } | null,
): ProviderName {
  const recorded = (session.provider ?? payment?.provider ?? null) as ProviderName | null;
  const isLive = session.mode === "live";
  // Only real money pays for live credits.
  if (recorded !== null && !(isLive && providerNamed(recorded).isStandIn)) return recorded;
  return unrecordedProvider(isLive ? "live" : "test");
}

/** Who can take the session's money now: first its own provider, then those of other methods. */
export function methodsOf(session: Session, payment: { provider: string } | null) {
  const own = providerNamed(sessionProvider(session, payment));
  const offered = providersFor(session.mode as Mode, own);
  return offered.filter(({ maxCents }) => Number(session.priceUsdCents) <= maxCents);
}

/** What of a session's amount the stock covers now, after older orders and payments under way. */
export async function findCoveredKg(
  ctx: Context,
  session: Pick<CheckoutSession, "portfolioId" | "splitPortfolioId" | "amountKg"> & {
    mode: string;
  },
): Promise<number> {
  const mode = session.mode as Mode;
  const portfolioId = session.splitPortfolioId ?? session.portfolioId;
  return findAvailableKg(ctx, {
    mode,
    demand: { portfolioId, amountKg: session.amountKg },
    reserved: await findPaying(ctx.db, mode),
  });
}

/** Why the open session, which nobody is paying, cannot be paid now; null where it can. */
export async function findBlocker(
  ctx: Context,
  input: { session: CheckoutSession; methods: readonly unknown[] },
): Promise<CheckoutBlocker | null> {
  const { session, methods } = input;
  if (methods.length === 0) return "no_provider";
  const coveredKg = await findCoveredKg(ctx, session);
  return coveredKg < session.amountKg ? "no_stock" : null;
}

export interface PaymentMethod {
  provider: ProviderName;
  /** What its form asks for. */
  form: Source["type"];
}

/**
 * How the session can be paid now, before anything that its customer sent is read. Null where there is
 * no such session.
 */
export async function findPaymentMethods(
  ctx: Context,
  input: { sessionId: string },
): Promise<{ mode: Mode; methods: PaymentMethod[] } | null> {
  const { checkoutSession, payment } = ctx.db.prisma;
  const session = await checkoutSession.findFirst({ where: { id: input.sessionId } });
  if (!session) return null;
  const { mode, accountId, id: checkoutSessionId } = session;
  const begun =
    session.provider === null
      ? await payment.findFirst({ where: { accountId, checkoutSessionId } })
      : null;
  const methods = methodsOf(session, begun).map((one) => ({
    provider: one.name,
    form: one.checkout().form,
  }));
  return { mode: mode as Mode, methods };
}

/** The script that a provider brings for the checkout page, or null where it has none. */
export async function readPaymentScript(provider: string): Promise<string | null> {
  return (await findProvider(provider)?.readScript?.()) ?? null;
}
