// What waits for the worker: payments that are to be polled, and sessions past their time.
import type { Context } from "#core/context";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, COUNTED } from "#core/workers";
import type { CheckoutTables } from "./tables";

const query = queriesOn<CheckoutTables>();

const findPaymentBacklog = query("checkout-payment-backlog", (db, { now }: Params<{ now: Date }>) =>
  db
    .with(
      (cte) => cte("asked").materialized(),
      (qb) =>
        qb
          .selectFrom("payments")
          .select("askAt")
          .where("askAt", "is not", null)
          .orderBy("askAt")
          .limit(COUNTED),
    )
    .selectFrom("asked")
    .select(({ fn, lit }) => [
      fn.countAll<number>().filterWhere("askAt", "<=", now).as("due"),
      fn.min<Date | null>("askAt").filterWhere("askAt", "<=", now).as("oldestDueAt"),
      fn.countAll<number>().filterWhere("askAt", ">", now).as("later"),
      lit(0).as("retrying"),
      lit(0).as("lost"),
    ]),
);

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
          .limit(COUNTED),
    )
    .selectFrom("over")
    .select(({ fn, lit }) => [
      fn.countAll<number>().as("due"),
      fn.min<Date | null>("expiresAt").as("oldestDueAt"),
      lit(0).as("later"),
      lit(0).as("retrying"),
      lit(0).as("lost"),
    ]),
);

function only([backlog]: Backlog[]): Backlog {
  if (!backlog) throw new Error("a backlog was not counted");
  return backlog;
}

/** Payments of all accounts that are to be polled, live and test. */
export async function getPaymentBacklog({ db, now }: Context): Promise<Backlog> {
  return only(await findPaymentBacklog(db, { now }));
}

/** Sessions of all accounts that are past their time, live and test. */
export async function getExpiryBacklog({ db, now }: Context): Promise<Backlog> {
  return only(await findExpiryBacklog(db, { now }));
}
