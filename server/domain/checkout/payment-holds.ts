// Stock held for a session's payment: from its start, until it took no money or its order is filled.
import type { Context, Mode } from "#core/context";
import {
  attachSessionHold,
  findAvailableKg,
  findSessionHold,
  holdStock,
  keepSessionHold,
  moveHolds,
  releaseSessionHolds,
  returnSessionHold,
} from "#domain/holds";
import type { PaymentState } from "./payment-rules";
import type { Payment } from "./payment-store";
import type { CheckoutSession } from "./rules";

/** After an interrupted attempt, whose request may still arrive; longer than it is polled. */
const INTERRUPTED_MS = 20 * 60_000;

const ended: readonly PaymentState[] = ["failed", "refunding", "refunded", "charged_back"];

type Demand = Pick<CheckoutSession, "portfolioId" | "splitPortfolioId" | "amountKg"> & {
  mode: string;
};

/** Returns how many kg of the session a new buyer could get now. */
export function findCoveredKg(ctx: Context, session: Demand): Promise<number> {
  const portfolioId = session.splitPortfolioId ?? session.portfolioId;
  const demand = { portfolioId, amountKg: session.amountKg };
  return findAvailableKg(ctx, { mode: session.mode as Mode, demand });
}

/** Returns whether stock covers the open session now: its own hold, or stock that is not held. */
async function isCovered(ctx: Context, session: CheckoutSession): Promise<boolean> {
  if (await findSessionHold(ctx, session)) return true;
  return (await findCoveredKg(ctx, session)) >= session.amountKg;
}

const DAY_MS = 86_400_000;

/** The day by which credits beyond stock come; null if the account may not sell them. */
export async function findBackOrderDay(
  { db, now }: Context,
  { accountId }: { accountId: string },
): Promise<Date | null> {
  const { mayBackOrder, backOrderDays } = await db.prisma.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { mayBackOrder: true, backOrderDays: true },
  });
  if (!mayBackOrder || backOrderDays === null) return null;
  return new Date((Math.floor(now.getTime() / DAY_MS) + backOrderDays) * DAY_MS);
}

/** Supply for a payment of the open session: stock, credits by a later day, or nothing. */
export async function findSupply(
  ctx: Context,
  session: CheckoutSession,
): Promise<{ isCovered: boolean; creditsExpectedBy: Date | null }> {
  if (await isCovered(ctx, session)) return { isCovered: true, creditsExpectedBy: null };
  const day = session.creditsExpectedBy ?? (await findBackOrderDay(ctx, session));
  return { isCovered: false, creditsExpectedBy: day };
}

/** Keeps the hold that the session has, if stock still covers it. */
async function keepOwnHold(ctx: Context, session: CheckoutSession): Promise<boolean> {
  if ((await findSessionHold(ctx, session)) === null) return false;
  await moveHolds(ctx, session.mode as Mode);
  return keepSessionHold(ctx, session);
}

type Supply =
  | { isHeld: true; creditsExpectedBy: null }
  | { isHeld: false; creditsExpectedBy: Date };

/**
 * Holds the session's stock for a payment that starts. Returns null if there is too little and the
 * account may not sell beyond stock. @throws a lock timeout while an import runs
 */
export async function holdForPayment(
  ctx: Context,
  session: CheckoutSession,
): Promise<Supply | null> {
  if (await takeHold(ctx, session)) return { isHeld: true, creditsExpectedBy: null };
  const day = session.creditsExpectedBy ?? (await findBackOrderDay(ctx, session));
  return day && { isHeld: false, creditsExpectedBy: day };
}

async function takeHold(ctx: Context, session: CheckoutSession): Promise<boolean> {
  if (await keepOwnHold(ctx, session)) return true;
  // An expired hold that no job has ended yet.
  await releaseSessionHolds(ctx, [session]);
  const held = await holdStock(ctx, {
    kind: "payment",
    accountId: session.accountId,
    mode: session.mode as Mode,
    portfolioId: session.portfolioId,
    splitPortfolioId: session.splitPortfolioId,
    amountKg: session.amountKg,
    checkoutSessionId: session.id,
    expiresAt: null,
  });
  return "hold" in held;
}

/** Gives the session's hold to the order that completes it. */
export async function attachHold(
  ctx: Context,
  input: { session: CheckoutSession; orderId: string },
): Promise<void> {
  const { orderId } = input;
  const { accountId, id } = input.session;
  if (await attachSessionHold(ctx.db, { accountId, id, orderId })) return;
  if (input.session.creditsExpectedBy !== null) return;
  ctx.log.warn(
    { event: "hold.missing", sessionId: id, orderId },
    "checkout session completed without held stock",
  );
}

/** Lets the session's hold follow its payment. */
export async function followPayment(
  ctx: Context,
  input: { session: CheckoutSession; payment: Payment },
): Promise<void> {
  const { session } = input;
  const { state, failure } = input.payment;
  if (ended.includes(state)) return releaseSessionHolds(ctx, [session]);
  if (state === "requires_action") await keepSessionHold(ctx, session);
  if (state !== "open") return;
  const mayArrive = failure === "interrupted";
  const keepUntil = new Date(ctx.now.getTime() + INTERRUPTED_MS);
  await returnSessionHold(ctx, { ...session, ...(mayArrive ? { keepUntil } : {}) });
}
