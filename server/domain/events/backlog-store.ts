// The SQL of how callbacks fare: those that are due, those that fail, and whose they are.
import { type AliasableExpression, type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { type Backlog, COUNTED, LOST_MS } from "#core/backlog";
import type { Mode } from "#core/context";
import type { Sql } from "#core/db";
import { firstIdAt } from "#core/id";
import { type Params, queriesOn, type Table } from "#core/query";
import type { Account, Prisma } from "#prisma";
import { type Hosts, pendingHosts } from "./host-store";
import type { EventTables } from "./tables";

interface Accounts {
  accounts: Table<Account, Prisma.AccountUncheckedCreateInput, { mode: Mode }>;
}

const query = queriesOn<EventTables & Accounts>();

/** How many rows a query has, as a column. */
function countOf(rows: AliasableExpression<object>) {
  return sql<number>`(SELECT count(*) FROM ${rows.as("counted")})`;
}

/** The time of the oldest event that is due: the first of each host is found by a look-up. */
function oldestDueOf(eb: ExpressionBuilder<EventTables & Hosts, never>, now: RawBuilder<Date>) {
  return eb
    .selectFrom("host")
    .crossJoinLateral((from) =>
      from
        .selectFrom("events as e")
        .select("e.nextAttemptAt")
        .where("e.deliveryState", "=", "pending")
        .whereRef("e.callbackHost", "=", "host.name")
        .where("e.nextAttemptAt", "<=", now)
        .orderBy("e.nextAttemptAt")
        .limit(1)
        .as("first"),
    )
    .select(({ fn }) => fn.min("first.nextAttemptAt").as("at"));
}

// What is due for a host that fails again and again is held: it says nothing about the worker. A
// worker tries such a host at least once a minute, so a pause that ended longer ago is over.
// The oldest is exact: the first of each host, which are found by leaps through the index. What was
// given up is found by a look-up in each account, by the time that is in the ids.
const findBacklog = query(
  "events-delivery-backlog",
  (db, { now, since }: Params<{ now: Date; since: string }>) =>
    db
      .withRecursive("host(name)", pendingHosts)
      .with(
        (cte) => cte("failing").materialized(),
        (qb) =>
          qb
            .selectFrom("callbackHosts")
            .select("host")
            .where("pausedUntil", ">", sql<Date>`${now}::timestamptz - interval '1 minute'`),
      )
      .selectNoFrom((eb) => {
        const failing = eb.selectFrom("failing").select("host");
        const pending = eb
          .selectFrom("events")
          .where("deliveryState", "=", "pending")
          .limit(COUNTED);
        return [
          countOf(
            pending.where("nextAttemptAt", "<=", now).where("callbackHost", "not in", failing),
          ).as("due"),
          countOf(
            eb
              .selectFrom("failing")
              .innerJoin("events as e", "e.callbackHost", "failing.host")
              .where("e.deliveryState", "=", "pending")
              .where("e.nextAttemptAt", "<=", now)
              .limit(COUNTED),
          ).as("held"),
          oldestDueOf(eb, now).where("host.name", "not in", failing).as("oldestDueAt"),
          countOf(pending.where("nextAttemptAt", ">", now)).as("later"),
          countOf(pending.where("failedAttempts", ">", 0)).as("retrying"),
          countOf(
            eb
              .selectFrom("accounts as a")
              .crossJoinLateral((from) =>
                from
                  .selectFrom("events as e")
                  .whereRef("e.accountId", "=", "a.id")
                  .where("e.deliveryState", "=", "failed")
                  .where("e.id", ">=", since)
                  .limit(COUNTED)
                  .as("failed"),
              ),
          ).as("lost"),
        ];
      }),
);

/** As of now. */
export async function countDeliveries(db: Sql, now: Date): Promise<Backlog> {
  const since = firstIdAt("event", new Date(now.getTime() - LOST_MS));
  const [backlog] = await findBacklog(db, { now, since });
  if (!backlog) throw new Error("a backlog was not counted");
  return backlog;
}

export interface FailingAccount {
  accountId: string;
  /** The live account's id, where this is its test twin. */
  liveAccountId: string | null;
  name: string;
  mode: string;
  /** Callbacks that failed and are tried again. */
  retrying: number;
  /** Callbacks of the last days that were given up. */
  failed: number;
  /** Where the latest of them was to go: host and port. */
  host: string | null;
}

const latestHost = sql<string | null>`(array_agg(e.callback_host ORDER BY e.id DESC))[1]`;

const findFailing = query(
  "events-find-failing-accounts",
  (db, { since }: Params<{ since: string }>) =>
    db
      .selectFrom("accounts as a")
      .crossJoinLateral((from) =>
        from
          .selectFrom((events) =>
            events
              .selectFrom("events")
              .select(["id", "callbackHost", "failedAttempts"])
              .whereRef("accountId", "=", "a.id")
              .where("deliveryState", "=", "pending")
              .limit(COUNTED)
              .as("e"),
          )
          .select(({ fn }) => [fn.countAll<number>().as("events"), latestHost.as("host")])
          .where("e.failedAttempts", ">", 0)
          .as("retrying"),
      )
      .crossJoinLateral((from) =>
        from
          .selectFrom((events) =>
            events
              .selectFrom("events")
              .select(["id", "callbackHost"])
              .whereRef("accountId", "=", "a.id")
              .where("deliveryState", "=", "failed")
              .where("id", ">=", since)
              .limit(COUNTED)
              .as("e"),
          )
          .select(({ fn }) => [fn.countAll<number>().as("events"), latestHost.as("host")])
          .as("failed"),
      )
      .select(["a.id as accountId", "a.liveAccountId", "a.name", "a.mode"])
      .select(["retrying.events as retrying", "failed.events as failed"])
      .select(({ fn }) => fn.coalesce("retrying.host", "failed.host").as("host"))
      .where(({ eb, ref }) => eb(eb("retrying.events", "+", ref("failed.events")), ">", 0))
      .orderBy(({ eb, ref }) => eb("retrying.events", "+", ref("failed.events")), "desc")
      .orderBy("a.id")
      .limit(50),
);

/** The accounts, live and test, with the most callbacks that fail. */
export function findFailingAccounts(db: Sql, since: Date): Promise<FailingAccount[]> {
  return findFailing(db, { since: firstIdAt("event", since) });
}
