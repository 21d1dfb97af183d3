// Reads how a session is paid, before anything that its customer sent is read.
import type { Context } from "#core/context";
import { canCharge, type ProviderName } from "#gateways/payments";
import { sessionProvider } from "./find-obstacle";

export interface PaymentMethod {
  mode: string;
  provider: ProviderName;
  /** Whether that provider can take money now. */
  isAvailable: boolean;
}

/** The session's payment method, or null where there is no such session. */
export async function findPaymentMethod(
  ctx: Context,
  input: { sessionId: string },
): Promise<PaymentMethod | null> {
  const { checkoutSession, payment } = ctx.db.prisma;
  const session = await checkoutSession.findFirst({ where: { id: input.sessionId } });
  if (!session) return null;
  const { mode, accountId, id: checkoutSessionId } = session;
  const begun =
    session.provider === null
      ? await payment.findFirst({ where: { accountId, checkoutSessionId } })
      : null;
  const provider = sessionProvider(session, begun);
  return { mode, provider, isAvailable: canCharge(provider, mode) };
}
