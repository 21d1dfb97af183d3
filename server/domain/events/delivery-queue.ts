// Pending deliveries are their own queue: a claim leases one for an attempt, and recording ends the
// attempt.
import { type QueryCreator, sql } from "kysely";
import type { SqlContext } from "#core/context";
import { type Params, queriesOn, unnest } from "#core/query";
import { type DeliveryState, deliveryTimes, outcomeOf } from "./delivery-rules";
import { type Lanes, listenerLane, pendingLanes, workerLanes } from "./lanes";
import type { EventType, SubjectType } from "./schema";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

export interface ClaimedDelivery {
  accountId: string;
  eventId: string;
  receiver: string;
  lane: string;
  /** Null if the endpoint was disabled or deleted. */
  url: string | null;
  type: EventType;
  subjectType: SubjectType;
  subjectId: string;
  payload: string | null;
  /** When the event happened. */
  createdAt: Date;
  /** Counted from 1. */
  attempt: number;
  /** Failed attempts since the delivery became due. */
  failedAttempts: number;
  /** Others may claim it after this time, which also identifies this claim. */
  leasedUntil: Date;
}

/** Limits on the deliveries that may start now. */
export interface Allowance {
  /** In total. */
  limit: number;
  /** For lanes not in `byLane`. */
  perLane: number;
  byLane: ReadonlyMap<string, number>;
}

interface Lease extends Pick<Allowance, "limit" | "perLane"> {
  /** Null: of all receivers but listeners. */
  listenerId: string | null;
  lanes: readonly { name: string; allowed: number }[];
  now: Date;
  leasedUntil: Date;
}

// Takes the longest due deliveries of each lane up to its allowance. A delivery waits for earlier
// events of its subject to reach the same receiver. OFFSET 0 makes PostgreSQL look them up by key,
// nearest first. "Pending" is written as "has a next attempt" to keep it from using an index of all
// pending deliveries.
function oldestOfEachLane(
  db: QueryCreator<EventTables & Lanes>,
  lease: Params<Lease>,
  isPoll: boolean,
) {
  return db
    .selectFrom((isPoll ? listenerLane(db, lease) : workerLanes(db)).as("lanes"))
    .leftJoin(unnest("known", lease.lanes, { name: "text", allowed: "int" }), (join) =>
      join.onRef("known.name", "=", "lanes.lane"),
    )
    .leftJoin("lanePauses as pause", (join) =>
      join.onRef("pause.lane", "=", "lanes.lane").on("pause.pausedUntil", ">", lease.now),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("deliveries as d")
        .select(["d.accountId", "d.eventId", "d.receiver", "d.nextAttemptAt"])
        .where("d.state", "=", "pending")
        .whereRef("d.lane", "=", "lanes.lane")
        .where("d.nextAttemptAt", "<=", lease.now)
        .where((eb) =>
          eb.or([
            eb("d.sequence", "=", 1),
            eb.not(
              eb.exists(
                eb
                  .selectFrom("events as own")
                  .innerJoin("events as earlier", (join) =>
                    join
                      .onRef("earlier.accountId", "=", "own.accountId")
                      .onRef("earlier.subjectId", "=", "own.subjectId")
                      .onRef("earlier.sequence", "<", "own.sequence"),
                  )
                  .innerJoin("deliveries as before", (join) =>
                    join
                      .onRef("before.accountId", "=", "earlier.accountId")
                      .onRef("before.eventId", "=", "earlier.id")
                      .onRef("before.receiver", "=", "d.receiver"),
                  )
                  .whereRef("own.accountId", "=", "d.accountId")
                  .whereRef("own.id", "=", "d.eventId")
                  .where("before.nextAttemptAt", "is not", null)
                  .orderBy("earlier.sequence", "desc")
                  .offset(0),
              ),
            ),
          ]),
        )
        .orderBy("d.nextAttemptAt")
        .limit(
          sql<number>`CASE WHEN pause.lane IS NULL
            THEN coalesce(known.allowed, ${lease.perLane}::int) ELSE 0 END`,
        )
        .as("d"),
    )
    .select(["d.accountId", "d.eventId", "d.receiver"])
    .orderBy("d.nextAttemptAt")
    .limit(lease.limit);
}

// Locks only the deliveries it claims, so that other workers find the rest.
const claimQuery = (name: string, isPoll: boolean) =>
  query(name, (db, lease: Params<Lease>) =>
    db
      .withRecursive("lanes(lane)", pendingLanes)
      .with(
        (cte) => cte("oldest").materialized(),
        (qb) => oldestOfEachLane(qb, lease, isPoll),
      )
      .with(
        (cte) => cte("due").materialized(),
        (qb) =>
          qb
            .selectFrom("deliveries as d")
            .innerJoin("oldest", (join) =>
              join
                .onRef("oldest.accountId", "=", "d.accountId")
                .onRef("oldest.eventId", "=", "d.eventId")
                .onRef("oldest.receiver", "=", "d.receiver"),
            )
            .select(["d.accountId", "d.eventId", "d.receiver"])
            .where("d.state", "=", "pending")
            .where("d.nextAttemptAt", "<=", lease.now)
            .forUpdate("d")
            .skipLocked(),
      )
      .updateTable("deliveries as d")
      .from("due")
      .innerJoin("events as e", (join) =>
        join.onRef("e.accountId", "=", "due.accountId").onRef("e.id", "=", "due.eventId"),
      )
      .leftJoin("webhookEndpoints as w", (join) =>
        join
          .onRef("w.accountId", "=", "due.accountId")
          .onRef("w.id", "=", "due.receiver")
          .on("w.isEnabled", "=", true),
      )
      .set((eb) => ({ attempts: eb("d.attempts", "+", 1), nextAttemptAt: lease.leasedUntil }))
      .whereRef("d.accountId", "=", "due.accountId")
      .whereRef("d.eventId", "=", "due.eventId")
      .whereRef("d.receiver", "=", "due.receiver")
      .returning(["d.accountId", "d.eventId", "d.receiver", "d.lane"])
      .returning((eb) => eb.fn.coalesce("d.callbackUrl", "w.url").as("url"))
      .returning(["d.attempts as attempt", "d.failedAttempts"])
      .returning(["e.type", "e.subjectType", "e.subjectId", "e.payload", "e.createdAt"]),
  );

const claim = claimQuery("events-claim", false);
const claimPolled = claimQuery("events-claim-polled", true);

/**
 * Leases due deliveries of any account, or of one listener, the longest due of each lane first, up to its allowance,
 * and never two of one subject for the same receiver. Without `perLane` and `byLane`, lanes have no
 * limit.
 */
export async function claimDeliveries(
  ctx: SqlContext,
  input: Pick<Allowance, "limit"> & Partial<Allowance> & { listenerId?: string },
): Promise<ClaimedDelivery[]> {
  const leasedUntil = new Date(ctx.now.getTime() + deliveryTimes.leaseMs);
  const { limit, perLane = limit, byLane = new Map<string, number>(), listenerId = null } = input;
  const lanes = [...byLane].map(([name, allowed]) => ({ name, allowed }));
  const lease = { now: ctx.now, leasedUntil, limit, perLane, lanes, listenerId };
  const claimed = await (listenerId === null ? claim : claimPolled)(ctx.db, lease);
  return claimed.map((delivery) => ({ ...delivery, leasedUntil }));
}

export interface Attempt {
  attemptedAt: Date;
  durationMs: number;
  /** Null if there was no response. */
  responseStatus: number | null;
  responseBody: string | null;
  /** Shown to the account if there was no response. */
  error: string | null;
}

interface Decision {
  state: DeliveryState;
  nextAttemptAt: Date | null;
  failedAttempts: number;
}

type Ended = Attempt &
  Decision &
  Pick<ClaimedDelivery, "accountId" | "eventId" | "receiver" | "attempt" | "leasedUntil">;

const attemptColumns = [
  "accountId",
  "eventId",
  "receiver",
  "attempt",
  "attemptedAt",
  "durationMs",
  "responseStatus",
  "responseBody",
  "error",
] as const satisfies readonly (keyof EventTables["deliveryAttempts"])[];

// Every attempt is stored. Its outcome counts only if its lease is still the current one.
const record = query("events-record", (db, { attempts }: Params<{ attempts: readonly Ended[] }>) =>
  db
    .with("ended", (qb) =>
      qb
        .selectFrom(
          unnest("ended", attempts, {
            accountId: "text",
            eventId: "text",
            receiver: "text",
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
        .insertInto("deliveryAttempts")
        .columns(attemptColumns)
        .expression((from) => from.selectFrom("ended").select(attemptColumns))
        .onConflict((conflict) => conflict.doNothing()),
    )
    .updateTable("deliveries as d")
    .from("ended")
    .set((eb) => ({
      state: eb.ref("ended.state"),
      nextAttemptAt: eb.ref("ended.nextAttemptAt"),
      failedAttempts: eb.ref("ended.failedAttempts"),
    }))
    .whereRef("d.accountId", "=", "ended.accountId")
    .whereRef("d.eventId", "=", "ended.eventId")
    .whereRef("d.receiver", "=", "ended.receiver")
    .where("d.state", "=", "pending")
    .whereRef("d.nextAttemptAt", "=", "ended.leasedUntil"),
);

interface FinishedAttempt {
  delivery: Pick<
    ClaimedDelivery,
    "accountId" | "eventId" | "receiver" | "attempt" | "failedAttempts" | "leasedUntil"
  >;
  attempt: Attempt;
}

function endedOf({ delivery, attempt }: FinishedAttempt): Ended {
  const { accountId, eventId, receiver, leasedUntil, failedAttempts } = delivery;
  const outcome = outcomeOf(attempt.responseStatus, failedAttempts, Math.random());
  const endedAt = attempt.attemptedAt.getTime() + attempt.durationMs;
  return {
    ...{ accountId, eventId, receiver, leasedUntil, attempt: delivery.attempt },
    ...attempt,
    state: outcome.state,
    nextAttemptAt: outcome.state === "pending" ? new Date(endedAt + outcome.delayMs) : null,
    failedAttempts: failedAttempts + (outcome.state === "delivered" ? 0 : 1),
  };
}

/** Records the attempts and their outcomes in one statement. */
export async function recordAttempts(
  ctx: SqlContext,
  input: readonly FinishedAttempt[],
): Promise<void> {
  await record(ctx.db, { attempts: input.map(endedOf) });
}
