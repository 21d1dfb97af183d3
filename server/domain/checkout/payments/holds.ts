// Stock held for a session's payment: from its start, until it took no money or its order is filled.
import type { CheckoutSession } from "#checkout/sessions/rules";
import type { Context, Mode, SqlContext } from "#core/context";
import { lockStock } from "#domain/catalogue";
import {
  attachSessionHold,
  findAvailableKg,
  findSessionHold,
  holdStock,
  keepSessionHold,
  type MovedHolds,
  moveHolds,
  orUnavailable,
  releaseSessionHolds,
  returnSessionHold,
} from "#domain/holds";
import type { PaymentState } from "./rules";
import { type Payment, schedulePollsOfUnconfirmed } from "./store";

/** After an interrupted attempt, whose request may still arrive; longer than it is polled. */
const HOLD_AFTER_INTERRUPTION_MS = 20 * 60_000;

const STATES_WITHOUT_HOLD: readonly PaymentState[] = [
  "failed",
  "refunding",
  "refunded",
  "charged_back",
];

type Demand = Pick<CheckoutSession, "portfolioId" | "splitPortfolioId" | "amountKg"> & {
  mode: string;
};

/**
 * Returns how many kg of the session a new buyer could get now. For pages: without a lock, so that no
 * visitor waits for matching or makes it wait. A payment holds its stock under the lock.
 */
export function findCoveredKg(ctx: Context, session: Demand): Promise<number> {
  const portfolioId = session.splitPortfolioId ?? session.portfolioId;
  const demand = { portfolioId, amountKg: session.amountKg };
  return findAvailableKg(ctx, { mode: session.mode as Mode, demand });
}

/** As `findCoveredKg`, exactly: matching and other buyers wait. @throws unavailable */
export async function countCoveredKg(ctx: Context, session: Demand): Promise<number> {
  await orUnavailable(lockStock(ctx, session.mode as Mode));
  return findCoveredKg(ctx, session);
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

/** The day by which credits beyond stock come; null if stock covers the purchase. */
type Supply = Pick<CheckoutSession, "creditsExpectedBy">;

/** Supply for a payment of the open session: its own hold, other stock, or credits of a later day. */
export async function findSupply(ctx: Context, session: CheckoutSession): Promise<Supply | null> {
  const isCovered =
    (await findSessionHold(ctx, session)) !== null ||
    (await findCoveredKg(ctx, session)) >= session.amountKg;
  return isCovered ? { creditsExpectedBy: null } : findBackOrder(ctx, session);
}

async function findBackOrder(ctx: Context, session: CheckoutSession): Promise<Supply | null> {
  const creditsExpectedBy = session.creditsExpectedBy ?? (await findBackOrderDay(ctx, session));
  return creditsExpectedBy && { creditsExpectedBy };
}

/**
 * Moves holds whose stock was removed or stopped. Payments whose hold is void, and which wait for
 * their customer, are polled at once: that cancels them. @throws a lock timeout while an import runs
 */
export async function moveHeldStock(ctx: SqlContext, mode: Mode): Promise<MovedHolds> {
  const moved = await moveHolds(ctx, mode);
  await schedulePollsOfUnconfirmed(ctx.db, { sessions: moved.sessions, now: ctx.now });
  return moved;
}

/** Returns whether the session's payment may be charged: its stock is held, or comes later. */
export async function isBacked(
  ctx: Context,
  { accountId, checkoutSessionId: id }: Pick<Payment, "accountId" | "checkoutSessionId">,
): Promise<boolean> {
  if (await findSessionHold(ctx, { accountId, id })) return true;
  const { checkoutSession } = ctx.db.prisma;
  const where = { accountId_id: { accountId, id } };
  const select = { creditsExpectedBy: true };
  return (await checkoutSession.findUniqueOrThrow({ where, select })).creditsExpectedBy !== null;
}

/** Keeps the hold that the session has, if stock still covers it. */
async function keepEarlierHold(ctx: Context, session: CheckoutSession): Promise<boolean> {
  if ((await findSessionHold(ctx, session)) === null) return false;
  await moveHeldStock(ctx, session.mode as Mode);
  return keepSessionHold(ctx, session);
}

/**
 * Holds the session's stock for a payment that starts. Returns null if there is too little and the
 * account may not sell beyond stock. @throws a lock timeout while an import runs
 */
export async function holdForPayment(
  ctx: Context,
  session: CheckoutSession,
): Promise<Supply | null> {
  return (await takeHold(ctx, session)) ? { creditsExpectedBy: null } : findBackOrder(ctx, session);
}

/**
 * As `holdForPayment`, for the order of a payment that took money, or will. Its hold may be void or
 * have ended since the payment started.
 */
export async function findOrderSupply(
  ctx: Context,
  session: CheckoutSession,
): Promise<Supply | null> {
  const { creditsExpectedBy } = session;
  if (creditsExpectedBy !== null || (await keepSessionHold(ctx, session))) {
    return { creditsExpectedBy };
  }
  const supply = await holdForPayment(ctx, session);
  if (supply) return supply;
  ctx.log.warn(
    { event: "hold.missing", sessionId: session.id, accountId: session.accountId },
    "stock of a payment is gone; its money is refunded",
  );
  return null;
}

async function takeHold(ctx: Context, session: CheckoutSession): Promise<boolean> {
  if (await keepEarlierHold(ctx, session)) return true;
  // An expired hold that no job has ended yet.
  await releaseSessionHolds(ctx, [session]);
  const held = await holdStock(ctx, {
    kind: "payment",
    accountId: session.accountId,
    mode: session.mode as Mode,
    currency: session.currency,
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
  { session, orderId }: { session: CheckoutSession; orderId: string },
): Promise<void> {
  const { accountId, id, creditsExpectedBy } = session;
  if (await attachSessionHold(ctx.db, { accountId, id, orderId })) return;
  if (creditsExpectedBy === null) throw new Error(`session ${id} has no stock for ${orderId}`);
}

/** Lets the session's hold follow its payment. */
export async function followPayment(
  ctx: Context,
  input: { session: CheckoutSession; payment: Payment },
): Promise<void> {
  const { session } = input;
  const { state, failure } = input.payment;
  if (STATES_WITHOUT_HOLD.includes(state)) return releaseSessionHolds(ctx, [session]);
  if (state === "requires_action") await keepSessionHold(ctx, session);
  if (state !== "open") return;
  const mayArrive = failure === "interrupted";
  const keepUntil = new Date(ctx.now.getTime() + HOLD_AFTER_INTERRUPTION_MS);
  await returnSessionHold(ctx, { ...session, ...(mayArrive ? { keepUntil } : {}) });
}
