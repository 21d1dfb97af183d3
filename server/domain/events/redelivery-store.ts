// The SQL that makes many events due again at once.
import { sql } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { DeliveryState } from "./delivery-rules";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

/** Which events of an account; null where it does not matter. */
interface Redelivery {
  accountId: string;
  from: Date;
  to: Date;
  /** The first id that an event of the range may have. */
  firstId: string;
  /** An id beyond all that events of the range may have. */
  beyondId: string;
  state: DeliveryState;
  type: string | null;
  orderId: string | null;
  now: Date;
  limit: number;
}

// Ids sort by the time of their making, which is within an hour of when the event happened: so the
// range is a stretch of the key. What another transaction holds is being sent or redelivered.
const redeliver = query("events-redeliver", (db, range: Params<Redelivery>) =>
  db
    .with(
      (cte) => cte("matching").materialized(),
      (qb) =>
        qb
          .selectFrom("events as e")
          .select(["e.accountId", "e.id"])
          .where("e.accountId", "=", range.accountId)
          .where("e.id", ">=", range.firstId)
          .where("e.id", "<", range.beyondId)
          .where("e.createdAt", ">=", range.from)
          .where("e.createdAt", "<", range.to)
          .where("e.deliveryState", "=", range.state)
          .where("e.callbackUrl", "is not", null)
          .where((eb) =>
            eb.or([eb("e.deliveryState", "<>", "pending"), eb("e.nextAttemptAt", ">", range.now)]),
          )
          .where(sql<boolean>`(${range.type}::text IS NULL OR e.type = ${range.type})`)
          .where(sql<boolean>`(${range.orderId}::text IS NULL OR e.order_id = ${range.orderId})`)
          .orderBy("e.id")
          .limit(sql<number>`${range.limit}::int + 1`)
          .forUpdate()
          .skipLocked(),
    )
    .with("redelivered", (qb) =>
      qb
        .updateTable("events as e")
        .from((from) =>
          from
            .selectFrom("matching")
            .select(["accountId", "id"])
            .orderBy("id")
            .limit(range.limit)
            .as("chosen"),
        )
        .set({ deliveryState: "pending", nextAttemptAt: range.now, failedAttempts: 0 })
        .whereRef("e.accountId", "=", "chosen.accountId")
        .whereRef("e.id", "=", "chosen.id")
        .returning("e.id"),
    )
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("redelivered")
        .select(({ fn }) => fn.countAll<number>().as("events"))
        .$asScalar()
        .$notNull()
        .as("redelivered"),
      selectFrom("matching")
        .select(sql<boolean>`count(*) > ${range.limit}::int`.as("isMore"))
        .$asScalar()
        .$notNull()
        .as("hasMore"),
    ]),
);

export interface Redelivered {
  redelivered: number;
  /** Whether there are more, beyond the limit. */
  hasMore: boolean;
}

/** Makes the events due now, the oldest first, each with its whole schedule of retries before it. */
export async function redeliverRange(db: Sql, range: Redelivery): Promise<Redelivered> {
  const [row] = await redeliver(db, range);
  if (!row) throw new Error("a redelivery returns what it did");
  return row;
}
