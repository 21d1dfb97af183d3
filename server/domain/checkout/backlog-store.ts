// The SQL of what payments, mails and sessions wait for the worker.
import { type Backlog, COUNTED, LOST_MS } from "#core/backlog";
import type { Sql } from "#core/db";
import { firstIdAt } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { CheckoutTables } from "./tables";

const query = queriesOn<CheckoutTables & AccountTables>();

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

// What was given up by a look-up in each account, by the time that is in the ids.
const findMailBacklog = query(
  "checkout-mail-backlog",
  (db, { now, since }: Params<{ now: Date; since: string }>) =>
    db
      .with(
        (cte) => cte("waiting").materialized(),
        (qb) =>
          qb
            .selectFrom("mails")
            .select(["dueAt", "lastError"])
            .where("state", "=", "due")
            .orderBy("dueAt")
            .limit(COUNTED),
      )
      .selectFrom("waiting")
      .select(({ fn, selectFrom }) => [
        fn.countAll<number>().filterWhere("dueAt", "<=", now).as("due"),
        fn.min<Date | null>("dueAt").filterWhere("dueAt", "<=", now).as("oldestDueAt"),
        fn.countAll<number>().filterWhere("dueAt", ">", now).as("later"),
        fn.count<number>("lastError").as("retrying"),
        selectFrom("accounts as a")
          .crossJoinLateral((eb) =>
            eb
              .selectFrom("mails as m")
              .select("m.id")
              .whereRef("m.accountId", "=", "a.id")
              .where("m.id", ">=", since)
              .where("m.state", "=", "dropped")
              .where("m.attempts", ">", 1)
              .limit(COUNTED)
              .as("lost"),
          )
          .select((eb) => eb.fn.countAll<number>().as("lost"))
          .$asScalar()
          .$notNull()
          .as("lost"),
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

export async function countPayments(db: Sql, now: Date): Promise<Backlog> {
  return only(await findPaymentBacklog(db, { now }));
}

export async function countMails(db: Sql, now: Date): Promise<Backlog> {
  const since = firstIdAt("mail", new Date(now.getTime() - LOST_MS));
  return only(await findMailBacklog(db, { now, since }));
}

export async function countExpiry(db: Sql, now: Date): Promise<Backlog> {
  return only(await findExpiryBacklog(db, { now }));
}
