// Finds out why an open session cannot be paid just now, before anybody's card is charged.
import type { Context, Mode } from "#core/context";
import { findAvailableKg } from "#domain/orders";
import { type ProviderName, providerNamed, providerOf, realProvider } from "#gateways/payments";
import { findPaying } from "./payment-store";
import type { CheckoutSession } from "./rules";

/** Nobody can take the money here now, or there is not enough stock for it. */
export type Obstacle = "no_provider" | "no_stock";

/** The session's provider, recorded when it was created; older versions did not record it. */
export function sessionProvider(
  session: Pick<CheckoutSession, "mode" | "provider">,
  payment: { provider: string } | null,
): ProviderName {
  const recorded = (session.provider ?? payment?.provider ?? null) as ProviderName | null;
  const isLive = session.mode === "live";
  // Only real money pays for live credits.
  if (recorded !== null && !(isLive && providerNamed(recorded).isStandIn)) return recorded;
  return (isLive ? null : providerOf("test")) ?? realProvider();
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
export async function findObstacle(
  ctx: Context,
  { session, provider }: { session: CheckoutSession; provider: ProviderName },
): Promise<Obstacle | null> {
  if (!providerNamed(provider).takes(session.mode as Mode)) return "no_provider";
  const coveredKg = await findCoveredKg(ctx, session);
  return coveredKg < session.amountKg ? "no_stock" : null;
}
