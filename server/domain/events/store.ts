// The SQL of delivery: pending events are their own queue, and a claim is a lease on one of them.
import { type NotNull, type QueryCreator, sql } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { DeliveryState } from "./delivery-rules";
import { type Hosts, pendingHosts } from "./host-store";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

/** An event that a worker has claimed for one attempt. */
export interface ClaimedEvent {
  accountId: string;
  id: string;
  orderId: string;
  type: string;
  callbackUrl: string;
  /** The URL's host and port: what is slow, or down, together. */
  host: string;
  createdAt: Date;
  /** The number of this attempt, from 1. */
  attempt: number;
  /** Attempts that failed since the event became due. */
  failedAttempts: number;
  /** When others may claim it again; it also tells this claim from any other. */
  leasedUntil: Date;
}

/** How many events each host may be sent at this moment. */
export interface Allowance {
  /** In all. */
  limit: number;
  /** For a host that is not named. */
  perHost: number;
  byHost: ReadonlyMap<string, number>;
}

interface Lease extends Pick<Allowance, "limit" | "perHost"> {
  hosts: readonly { name: string; allowed: number }[];
  now: Date;
  leasedUntil: Date;
}

// Of each host come the events due longest, as many as it is allowed. An order's event waits for those
// before it: they are looked up by their key, one event at a time (OFFSET 0), whatever the planner knows;
// that an event is pending is said as "has a next attempt", which no index of pending events offers.
function oldestOfEachHost(db: QueryCreator<EventTables & Hosts>, lease: Params<Lease>) {
  return db
    .selectFrom("host")
    .leftJoin(unnest("known", lease.hosts, { name: "text", allowed: "int" }), (join) =>
      join.onRef("known.name", "=", "host.name"),
    )
    .leftJoin("callbackHosts as pause", (join) =>
      join.onRef("pause.host", "=", "host.name").on("pause.pausedUntil", ">", lease.now),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("events as e")
        .select(["e.accountId", "e.id", "e.nextAttemptAt"])
        .where("e.deliveryState", "=", "pending")
        .whereRef("e.callbackHost", "=", "host.name")
        .where("e.nextAttemptAt", "<=", lease.now)
        .where((eb) =>
          eb.or([
            eb("e.sequence", "=", 1),
            eb.not(
              eb.exists(
                eb
                  .selectFrom("events as earlier")
                  .whereRef("earlier.accountId", "=", "e.accountId")
                  .whereRef("earlier.orderId", "=", "e.orderId")
                  .whereRef("earlier.sequence", "<", "e.sequence")
                  .where("earlier.nextAttemptAt", "is not", null)
                  .offset(0),
              ),
            ),
          ]),
        )
        .orderBy("e.nextAttemptAt")
        .limit(
          sql<number>`CASE WHEN pause.host IS NULL
            THEN coalesce(known.allowed, ${lease.perHost}::int) ELSE 0 END`,
        )
        .as("e"),
    )
    .select(["e.accountId", "e.id"])
    .orderBy("e.nextAttemptAt")
    .limit(lease.limit);
}

// Only what is taken in the end is locked, so that other workers find the rest.
const claim = query("events-claim", (db, lease: Params<Lease>) =>
  db
    .withRecursive("host(name)", pendingHosts)
    .with(
      (cte) => cte("oldest").materialized(),
      (qb) => oldestOfEachHost(qb, lease),
    )
    .with(
      (cte) => cte("due").materialized(),
      (qb) =>
        qb
          .selectFrom("events as e")
          .innerJoin("oldest", (join) =>
            join.onRef("oldest.accountId", "=", "e.accountId").onRef("oldest.id", "=", "e.id"),
          )
          .select(["e.accountId", "e.id"])
          .where("e.deliveryState", "=", "pending")
          .where("e.nextAttemptAt", "<=", lease.now)
          .forUpdate("e")
          .skipLocked(),
    )
    .updateTable("events as e")
    .from("due")
    .set((eb) => ({ attempts: eb("e.attempts", "+", 1), nextAttemptAt: lease.leasedUntil }))
    .whereRef("e.accountId", "=", "due.accountId")
    .whereRef("e.id", "=", "due.id")
    .returning(["e.accountId", "e.id", "e.orderId", "e.type", "e.createdAt", "e.failedAttempts"])
    .returning(["e.callbackUrl", "e.callbackHost as host", "e.attempts as attempt"])
    .$narrowType<{ callbackUrl: NotNull; host: NotNull }>(),
);

/** One attempt as it went. */
export interface Attempt {
  attemptedAt: Date;
  durationMs: number;
  /** Null where no answer came. */
  responseStatus: number | null;
  responseBody: string | null;
  /** Why no answer came, for the account to read. */
  error: string | null;
}

interface Decision {
  state: DeliveryState;
  nextAttemptAt: Date | null;
  failedAttempts: number;
}

/** An attempt, the event that it was made for, and what was decided after it. */
export interface Recorded {
  event: ClaimedEvent;
  attempt: Attempt;
  decision: Decision;
}

type Made = Attempt &
  Decision &
  Pick<ClaimedEvent, "accountId" | "attempt" | "leasedUntil"> & { eventId: string };

const keptColumns = [
  "accountId",
  "eventId",
  "attempt",
  "attemptedAt",
  "durationMs",
  "responseStatus",
  "responseBody",
  "error",
] as const satisfies readonly (keyof EventTables["eventDeliveries"])[];

// An attempt is kept in any case; its outcome counts only while its lease is the event's own.
const record = query("events-record", (db, { attempts }: Params<{ attempts: readonly Made[] }>) =>
  db
    .with("made", (qb) =>
      qb
        .selectFrom(
          unnest("made", attempts, {
            accountId: "text",
            eventId: "text",
            attempt: "int",
            attemptedAt: "timestamptz",
            durationMs: "int",
            responseStatus: "int",
            responseBody: "text",
            error: "text",
            state: "text",
            nextAttemptAt: "timestamptz",
            failedAttempts: "int",
            leasedUntil: "timestamptz",
          }),
        )
        .selectAll(),
    )
    .with("kept", (qb) =>
      qb
        .insertInto("eventDeliveries")
        .columns(keptColumns)
        .expression((from) => from.selectFrom("made").select(keptColumns))
        .onConflict((conflict) => conflict.doNothing()),
    )
    .updateTable("events as e")
    .from("made")
    .set((eb) => ({
      deliveryState: eb.ref("made.state"),
      nextAttemptAt: eb.ref("made.nextAttemptAt"),
      failedAttempts: eb.ref("made.failedAttempts"),
    }))
    .whereRef("e.accountId", "=", "made.accountId")
    .whereRef("e.id", "=", "made.eventId")
    .where("e.deliveryState", "=", "pending")
    .whereRef("e.nextAttemptAt", "=", "made.leasedUntil"),
);

/** Leases due events, of each host those due longest, until `leasedUntil`. */
export async function claimDue(
  db: Sql,
  lease: Allowance & { now: Date; leasedUntil: Date },
): Promise<ClaimedEvent[]> {
  const { byHost, leasedUntil } = lease;
  const hosts = [...byHost].map(([name, allowed]) => ({ name, allowed }));
  const events = await claim(db, { ...lease, hosts });
  return events.map((event) => ({ ...event, leasedUntil }));
}

/** Keeps the attempts, and what was decided after each, in one statement. */
export async function keepAttempts(db: Sql, list: readonly Recorded[]): Promise<void> {
  const attempts = list.map(({ event, attempt, decision }) => ({
    accountId: event.accountId,
    eventId: event.id,
    attempt: event.attempt,
    leasedUntil: event.leasedUntil,
    ...attempt,
    ...decision,
  }));
  await record(db, { attempts });
}
