// The only ways in which a checkout session ends: each is one statement, and only one can win.
import type { QueryCreator, RawBuilder } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { asOf, type CheckoutSession } from "./rules";
import type { CheckoutTables } from "./tables";

const query = queriesOn<CheckoutTables>();

interface Expired {
  accountId: string;
  id: string;
}

/** A payment that was tried and declined is to be ended at its provider, too: it is due now. */
function endPayments(
  db: QueryCreator<CheckoutTables & { expired: Expired }>,
  now: RawBuilder<Date>,
) {
  return db
    .updateTable("payments as p")
    .from("expired")
    .set({ askAt: now, asked: 0 })
    .whereRef("p.accountId", "=", "expired.accountId")
    .whereRef("p.checkoutSessionId", "=", "expired.id");
}

// What ends a session asks in its own statement whether it is open: of several at once, the row's
// lock lets one through, and the others then see its state.
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

// A session that somebody is just ending is left to them. The state is no parameter, so that every
// plan may use the index of open sessions.
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

/** Expires up to `limit` sessions, of any account, whose time is over. */
export async function expireDue(db: Sql, now: Date, limit: number): Promise<CheckoutSession[]> {
  const sessions = await expireSome(db, { now, limit });
  return sessions.map((row) => asOf(now, { ...row, priceUsdCents: BigInt(row.priceUsdCents) }));
}
