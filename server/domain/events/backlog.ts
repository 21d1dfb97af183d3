import {
  type AliasableExpression,
  type ExpressionBuilder,
  type QueryCreator,
  type RawBuilder,
  sql,
} from "kysely";
import type { Context } from "#core/context";
import { firstIdAt } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import { type Backlog, GIVEN_UP_PERIOD_MS, MAX_COUNTED } from "#core/workers";
import type { DeliveryState } from "./delivery-rules";
import { type Lanes, pendingLanes } from "./lanes";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

const LOOKBACK_MS = 7 * 24 * 3_600_000;

function countOf(rows: AliasableExpression<object>) {
  return sql<number>`(SELECT count(*) FROM ${rows.as("counted")})`;
}

/** Takes the first delivery of each lane with one index lookup. */
function oldestDueOf(eb: ExpressionBuilder<EventTables & Lanes, never>, now: RawBuilder<Date>) {
  return eb
    .selectFrom("lanes")
    .crossJoinLateral((from) =>
      from
        .selectFrom("deliveries as d")
        .select("d.nextAttemptAt")
        .where("d.state", "=", "pending")
        .whereRef("d.lane", "=", "lanes.lane")
        .where("d.nextAttemptAt", "<=", now)
        .orderBy("d.nextAttemptAt")
        .limit(1)
        .as("first"),
    )
    .select(({ fn }) => fn.min("first.nextAttemptAt").as("at"));
}

/** The recursive table `name`: accounts with deliveries in the state, and a null after the last. */
function accountsWith(state: DeliveryState, name: string) {
  const [owners, only] = [sql.table(name), sql.lit(state)];
  return sql<{ accountId: string | null }>`(
    SELECT min(account_id) AS account_id FROM deliveries WHERE state = ${only}
    UNION ALL
    SELECT (SELECT min(d.account_id) FROM deliveries d
            WHERE d.state = ${only} AND d.account_id > o.account_id)
    FROM ${owners} o WHERE o.account_id IS NOT NULL)`;
}

/** Lanes that fail or are slow now, and those of listeners, which workers leave alone. */
function heldLanes(db: QueryCreator<EventTables>, now: RawBuilder<Date>) {
  return db
    .selectFrom("lanePauses")
    .select("lane")
    .where("pausedUntil", ">", sql<Date>`${now}::timestamptz - interval '1 minute'`)
    .unionAll(
      db.selectFrom("webhookEndpoints").select("id as lane").where("lastPolledAt", "is not", null),
    );
}

// Deliveries in a lane that keeps failing or is slow are held, which is no sign of a slow worker.
// Workers try such a lane at least once a minute, so a pause that ended longer ago is over.
const findBacklog = query(
  "events-delivery-backlog",
  (db, { now, since }: Params<{ now: Date; since: string }>) =>
    db
      .withRecursive("lanes(lane)", pendingLanes)
      .withRecursive("owners(accountId)", () => accountsWith("failed", "owners"))
      .with(
        (cte) => cte("held").materialized(),
        (qb) => heldLanes(qb, now),
      )
      .selectNoFrom((eb) => {
        const held = eb.selectFrom("held").select("lane");
        const pending = eb
          .selectFrom("deliveries")
          .where("state", "=", "pending")
          .limit(MAX_COUNTED);
        return [
          countOf(pending.where("nextAttemptAt", "<=", now).where("lane", "not in", held)).as(
            "due",
          ),
          countOf(
            eb
              .selectFrom("held")
              .innerJoin("deliveries as d", "d.lane", "held.lane")
              .where("d.state", "=", "pending")
              .where("d.nextAttemptAt", "<=", now)
              .limit(MAX_COUNTED),
          ).as("held"),
          oldestDueOf(eb, now).where("lanes.lane", "not in", held).as("oldestDueAt"),
          countOf(pending.where("nextAttemptAt", ">", now)).as("later"),
          countOf(pending.where("failedAttempts", ">", 0)).as("retrying"),
          countOf(
            eb
              .selectFrom("owners")
              .crossJoinLateral((from) =>
                from
                  .selectFrom("deliveries as d")
                  .whereRef("d.accountId", "=", "owners.accountId")
                  .where("d.state", "=", "failed")
                  .where("d.eventId", ">=", since)
                  .limit(MAX_COUNTED)
                  .as("failed"),
              ),
          ).as("lost"),
        ];
      }),
);

/** For all accounts, live and test. */
export async function getDeliveryBacklog({ db, now }: Context): Promise<Backlog> {
  const since = firstIdAt("event", new Date(now.getTime() - GIVEN_UP_PERIOD_MS));
  const [backlog] = await findBacklog(db, { now, since });
  if (!backlog) throw new Error("backlog query returned no row");
  return backlog;
}

export interface FailingAccount {
  accountId: string;
  /** Deliveries that failed and will be retried, or wait for a failing or slow receiver. */
  waiting: number;
  /** Deliveries of the last 7 days that were given up. */
  failed: number;
  /** Host and port of the latest one. */
  host: string | null;
}

const latestLane = sql<string | null>`(array_agg(lane ORDER BY event_id DESC))[1]`;

const findFailing = query(
  "events-find-failing-accounts",
  (db, { now, since }: Params<{ now: Date; since: string }>) =>
    db
      .withRecursive("trying(accountId)", () => accountsWith("pending", "trying"))
      .withRecursive("failing(accountId)", () => accountsWith("failed", "failing"))
      .with("held", (qb) => heldLanes(qb, now))
      .with("waiting", (qb) =>
        qb
          .selectFrom("trying as a")
          .crossJoinLateral((from) =>
            from
              .selectFrom((deliveries) =>
                deliveries
                  .selectFrom("deliveries")
                  .select(["eventId", "lane", "failedAttempts"])
                  .whereRef("accountId", "=", "a.accountId")
                  .where("state", "=", "pending")
                  .limit(MAX_COUNTED)
                  .as("d"),
              )
              .select(({ fn }) => [fn.countAll<number>().as("number"), latestLane.as("lane")])
              .where(sql<boolean>`d.failed_attempts > 0 OR d.lane IN (SELECT held.lane FROM held)`)
              .as("some"),
          )
          .select(["a.accountId", "some.number", "some.lane"]),
      )
      .with("failed", (qb) =>
        qb
          .selectFrom("failing as a")
          .crossJoinLateral((from) =>
            from
              .selectFrom((deliveries) =>
                deliveries
                  .selectFrom("deliveries")
                  .select(["eventId", "lane"])
                  .whereRef("accountId", "=", "a.accountId")
                  .where("state", "=", "failed")
                  .where("eventId", ">=", since)
                  .limit(MAX_COUNTED)
                  .as("d"),
              )
              .select(({ fn }) => [fn.countAll<number>().as("number"), latestLane.as("lane")])
              .as("some"),
          )
          .select(["a.accountId", "some.number", "some.lane"]),
      )
      .selectFrom("waiting as r")
      .fullJoin("failed as f", "f.accountId", "r.accountId")
      .select(({ fn, val }) => [
        fn.coalesce("r.accountId", "f.accountId").$notNull().as("accountId"),
        fn.coalesce("r.number", val(0)).as("waiting"),
        fn.coalesce("f.number", val(0)).as("failed"),
        fn.coalesce("r.lane", "f.lane").as("host"),
      ])
      .where(sql<boolean>`coalesce(r.number, 0) + coalesce(f.number, 0) > 0`)
      .orderBy(sql`coalesce(r.number, 0) + coalesce(f.number, 0)`, "desc")
      .orderBy(sql`coalesce(r.account_id, f.account_id)`)
      .limit(50),
);

/**
 * The live and test accounts with the most failing deliveries, and those given up in the last 7
 * days.
 */
export function listFailingAccounts({ db, now }: Context): Promise<FailingAccount[]> {
  const since = firstIdAt("event", new Date(now.getTime() - LOOKBACK_MS));
  return findFailing(db, { now, since });
}

const findRetrying = query(
  "events-find-retrying-accounts",
  (db, { attempts }: Params<{ attempts: number }>) =>
    db
      .withRecursive("trying(accountId)", () => accountsWith("pending", "trying"))
      .selectFrom("trying as t")
      .select(({ ref }) => ref("t.accountId").$notNull().as("accountId"))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom((deliveries) =>
            deliveries
              .selectFrom("deliveries")
              .select("failedAttempts")
              .whereRef("accountId", "=", "t.accountId")
              .where("state", "=", "pending")
              .limit(MAX_COUNTED)
              .as("d"),
          )
            .select("d.failedAttempts")
            .where("d.failedAttempts", ">=", attempts),
        ),
      ),
);

/** Live and test accounts with a delivery that failed at least so often and will be tried again. */
export async function listRetryingAccounts(
  { db }: Context,
  input: { attempts: number },
): Promise<string[]> {
  return (await findRetrying(db, input)).map(({ accountId }) => accountId);
}
