// A statement that ends sessions does so by itself, and of concurrent ones only one succeeds.
import type { QueryCreator, RawBuilder } from "kysely";
import type { CheckoutTables } from "#checkout/tables";
import type { AccountContext, Context, SqlContext } from "#core/context";
import type { Sql } from "#core/db";
import { conflict } from "#core/errors";
import { firstIdAt } from "#core/id";
import { changeInPages } from "#core/id-pages";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, dueBacklog, MAX_COUNTED } from "#core/workers";
import { recordAudit } from "#domain/accounts";
import { emitEvents } from "#domain/events";
import { releaseSessionHolds } from "#domain/holds";
import type { Prisma } from "#prisma";
import { sessionEvent } from "./resource";
import { asOf, type CheckoutSession, withoutCompany } from "./rules";
import { getCheckoutSession } from "./sessions";

const query = queriesOn<CheckoutTables>();

interface Expired {
  accountId: string;
  id: string;
}

/** A declined payment must be cancelled at its provider too, so it is polled now. */
function endPayments(
  db: QueryCreator<CheckoutTables & { expired: Expired }>,
  now: RawBuilder<Date>,
) {
  return db
    .updateTable("payments as p")
    .from("expired")
    .set({ nextPollAt: now, polls: 0 })
    .whereRef("p.accountId", "=", "expired.accountId")
    .whereRef("p.checkoutSessionId", "=", "expired.id");
}

// The statement itself checks that the session is open: the row's lock lets one succeed, and the
// others then see its state.
const expireOne = query("checkout-expire-open", (db, session: Params<Expired & { now: Date }>) =>
  db
    .with("expired", (qb) =>
      qb
        .updateTable("checkoutSessions")
        .set({ state: "expired" })
        .where("accountId", "=", session.accountId)
        .where("id", "=", session.id)
        .where("state", "=", "open")
        .where("paying", "=", false)
        .where("expiresAt", ">", session.now)
        .returning(["accountId", "id"]),
    )
    .with("ended", (qb) => endPayments(qb, session.now))
    .selectFrom("expired")
    .select("id"),
);

// Skips locked sessions. The state is a literal, so that every plan may use the partial index on
// open sessions.
const expireSome = query("checkout-expire-due", (db, batch: Params<{ now: Date; limit: number }>) =>
  db
    .with("due", (qb) =>
      qb
        .selectFrom("checkoutSessions")
        .select(["accountId", "id"])
        .where("state", "=", "open")
        .where("paying", "=", false)
        .where("expiresAt", "<=", batch.now)
        .orderBy("expiresAt")
        .limit(batch.limit)
        .forUpdate()
        .skipLocked(),
    )
    .with("expired", (qb) =>
      qb
        .updateTable("checkoutSessions as session")
        .from("due")
        .set({ state: "expired" })
        .whereRef("session.accountId", "=", "due.accountId")
        .whereRef("session.id", "=", "due.id")
        .returningAll("session"),
    )
    .with("ended", (qb) => endPayments(qb, batch.now))
    .selectFrom("expired")
    .selectAll(),
);

/** Expires the account's session if it is open at `now`. Returns whether it did. */
export async function expireOpen(db: Sql, session: Expired & { now: Date }): Promise<boolean> {
  return (await expireOne(db, session)).length === 1;
}

/** Expires up to `limit` sessions past their expiration. */
export async function expireDue(
  db: Sql,
  due: { now: Date; limit: number },
): Promise<CheckoutSession[]> {
  const sessions = await expireSome(db, due);
  return sessions.map((row) => asOf(due.now, { ...row, price: BigInt(row.price) }));
}

/** Expires an open session, once. @throws not-found; conflict if it is no longer open */
export async function expireCheckoutSession(
  ctx: AccountContext,
  input: { id: string },
): Promise<CheckoutSession> {
  const { account, now } = ctx;
  const isDone = await expireOpen(ctx.db, { accountId: account.id, id: input.id, now });
  const session = await getCheckoutSession(ctx, input);
  if (!isDone) {
    if (session.state === "open") {
      throw conflict("Cannot expire a checkout session whose payment is under way");
    }
    const article = session.state === "complete" ? "a" : "an";
    throw conflict(`Cannot expire ${article} ${session.state} checkout session`);
  }
  await releaseSessionHolds(ctx, [session]);
  await emitEvents(ctx, [sessionEvent(session, "expired")]);
  await recordAudit(ctx, { action: "checkout_session.expired", subjectId: session.id });
  return session;
}

/** Expires up to `limit` sessions past their expiration, of all accounts. Returns how many. */
export async function expireDueSessions(
  ctx: SqlContext,
  { limit }: { limit: number },
): Promise<number> {
  const sessions = await expireDue(ctx.db, { now: ctx.now, limit });
  await releaseSessionHolds(ctx, sessions);
  await emitEvents(
    ctx,
    sessions.map((session) => sessionEvent(session, "expired")),
  );
  return sessions.length;
}

const findExpiryBacklog = query("checkout-expiry-backlog", (db, { now }: Params<{ now: Date }>) =>
  db
    .with(
      (cte) => cte("over").materialized(),
      (qb) =>
        qb
          .selectFrom("checkoutSessions")
          .select("expiresAt")
          .where("state", "=", "open")
          .where("paying", "=", false)
          .where("expiresAt", "<=", now)
          .orderBy("expiresAt")
          .limit(MAX_COUNTED),
    )
    .selectFrom("over")
    .select(({ fn }) => [
      fn.countAll<number>().as("due"),
      fn.min<Date | null>("expiresAt").as("oldestDueAt"),
    ]),
);

/** Sessions of all accounts, live and test, past their expiration. */
export async function getExpiryBacklog({ db, now }: Context): Promise<Backlog> {
  return dueBacklog(await findExpiryBacklog(db, { now }));
}

/**
 * Removes the customers' data from sessions that expired unpaid before the time, a page of sessions
 * per transaction. The sessions stay: payment links count them. Returns how many it changed.
 */
export async function forgetUnpaidCustomers(
  ctx: Pick<Context, "db" | "progress">,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { checkoutSession } = ctx.db.prisma;
  const end = firstIdAt("checkoutSession", before);
  const unpaid = {
    state: "expired",
    orderId: null,
    expiresAt: { lt: before },
    // Money that arrived too late is refunded, or disputed.
    payments: { none: { state: { notIn: ["open", "failed"] } } },
    OR: [
      { customerEmail: { not: null } },
      { beneficiaryName: { not: null } },
      { buyerName: { not: null } },
      { buyerAddress: { not: null } },
      { buyerVatId: { not: null } },
    ],
  } satisfies Prisma.CheckoutSessionWhereInput;
  return changeInPages(ctx, {
    lastOf: async (after) => {
      const page = await checkoutSession.findMany({
        where: { ...unpaid, id: { gt: after, lt: end } },
        select: { id: true },
        orderBy: { id: "asc" },
        take: limit,
      });
      return page.at(-1)?.id;
    },
    change: (id) =>
      checkoutSession.updateMany({
        where: { ...unpaid, id },
        data: {
          customerEmail: null,
          beneficiaryName: null,
          beneficiaryMessage: null,
          beneficiaryUrl: null,
          ...withoutCompany,
        },
      }),
  });
}
