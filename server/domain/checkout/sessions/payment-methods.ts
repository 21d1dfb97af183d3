import { findSupply } from "#checkout/payments/holds";
import type { Context, Mode } from "#core/context";
import { isSuspended } from "#domain/accounts";
import { findMerchantProfile } from "#domain/merchants";
import {
  findProvider,
  type ProviderName,
  providerNamed,
  providersFor,
  type Source,
  unrecordedProvider,
} from "#gateways/payments";
import type { CheckoutSession } from "./rules";

/** No payment can be taken, or there is too little stock. */
export type CheckoutBlocker = "no_provider" | "no_stock";

type Session = Pick<CheckoutSession, "mode" | "provider" | "priceUsdCents">;

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
  const own = providerNamed(sessionProvider(session, payment));
  const offered = providersFor(session.mode as Mode, own);
  return offered.filter(({ maxCents }) => Number(session.priceUsdCents) <= maxCents);
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
  const { isCovered, creditsExpectedBy } = await findSupply(ctx, session);
  return { blocker: isCovered || creditsExpectedBy ? null : "no_stock", creditsExpectedBy };
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
  const methods = methodsOf(session, started).map((one) => ({
    provider: one.name,
    form: one.checkout().form,
  }));
  const isOwn = browserHash === null || browserHash === input.browserHash;
  return {
    mode: mode as Mode,
    methods,
    hasEmail: session.customerEmail !== null && !session.emailEntered && isOwn,
    seller: await findMerchantProfile(ctx, { accountId }),
  };
}

/** The provider's script for the checkout page, or null. */
export async function readPaymentScript(provider: string): Promise<string | null> {
  return (await findProvider(provider)?.readScript?.()) ?? null;
}
