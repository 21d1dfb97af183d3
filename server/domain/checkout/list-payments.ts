// Pages through the payments of an account's checkout sessions, newest first.
import type { AccountContext } from "#core/context";
import { invalid } from "#core/errors";
import { type Page, pageOf, walkOf } from "#core/page";
import { containing } from "#core/text";
import type { CheckoutSession, Payment as PaymentRow, Prisma } from "#prisma";
import type { PaymentState } from "./payment-rules";
import type { SearchPayments } from "./schema";
import { searchCursorOf } from "./search-rules";

/** A payment with what people know it by. */
export type Payment = Omit<PaymentRow, "state"> & {
  state: PaymentState;
  session: Pick<CheckoutSession, "customerEmail" | "orderId" | "description">;
};

async function whereSearch(
  { db, account }: AccountContext,
  search: string,
): Promise<Prisma.PaymentWhereInput> {
  const sessions = await db.prisma.checkoutSession.findMany({
    where: {
      accountId: account.id,
      OR: [{ id: search }, { orderId: search }, { customerEmail: containing(search) }],
    },
    select: { id: true },
    orderBy: { id: "desc" },
    take: MOST_SESSIONS,
  });
  const ids = sessions.map(({ id }) => id);
  return {
    OR: [{ id: search }, { providerPaymentId: search }, { checkoutSessionId: { in: ids } }],
  };
}

/** Of a customer with more sessions than these, the newest are looked through. */
const MOST_SESSIONS = 10_000;

/**
 * A page of the account's payments; with `last`, the page at the other end.
 * @throws invalid naming the cursor that is not there, or `last` where there is one too
 */
export async function listPayments(
  ctx: AccountContext,
  input: SearchPayments,
): Promise<Page<Payment>> {
  const accountId = ctx.account.id;
  const { payment, checkoutSession } = ctx.db.prisma;
  const { limit, search, state, from, to } = input;
  const cursor = searchCursorOf(input);
  if (cursor?.id && !(await payment.findFirst({ where: { accountId, id: cursor.id } }))) {
    throw invalid(cursor.parameter, "is not the id of a payment", "unknown-id");
  }
  const { beyond, ...walk } = walkOf(limit, cursor);
  const rows = await payment.findMany({
    where: {
      accountId,
      ...beyond,
      ...(state && { state }),
      createdAt: { ...(from && { gte: from }), ...(to && { lte: to }) },
      AND: search ? [await whereSearch(ctx, search)] : [],
    },
    ...walk,
  });
  const sessions = await checkoutSession.findMany({
    where: { accountId, id: { in: rows.map((row) => row.checkoutSessionId) } },
  });
  const byId = new Map(sessions.map((session) => [session.id, session]));
  const found = rows.map((row) => {
    const session = byId.get(row.checkoutSessionId);
    if (!session) throw new Error(`payment ${row.id} is of no session`);
    const { customerEmail, orderId, description } = session;
    const state = row.state as PaymentState;
    return { ...row, state, session: { customerEmail, orderId, description } };
  });
  return pageOf(found, limit, cursor);
}
