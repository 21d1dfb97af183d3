// Reads how a session is paid, before anything that its customer sent is read.
import type { Context, Mode } from "#core/context";
import { type ProviderName, providerNamed, type Source } from "#gateways/payments";
import { sessionProvider } from "./find-obstacle";

export interface PaymentMethod {
  mode: string;
  provider: ProviderName;
  /** What its form asks for; null where the provider cannot take money now. */
  form: Source["type"] | null;
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
  const name = sessionProvider(session, begun);
  const provider = providerNamed(name);
  const form = provider.takes(mode as Mode) ? provider.checkout().form : null;
  return { mode, provider: name, form };
}
