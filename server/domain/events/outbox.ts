// The outbox: events and deliveries are written in the transaction of the change that they report.
import { sql } from "kysely";
import type { SqlContext } from "#core/context";
import { newId } from "#core/id";
import { type Params, queriesOn, unnest } from "#core/query";
import { CALLBACK } from "./delivery-rules";
import { type EventType, subjectTypeOf } from "./schema";
import type { EventTables } from "./tables";

export interface NewEvent {
  accountId: string;
  type: EventType;
  subjectId: string;
  /**
   * The event's number for its subject, from 1. Set it if the change can happen only once; default:
   * the next number.
   */
  sequence?: number;
  /** The subject as the API shows it. Orders have none: they are read when the event is sent. */
  payload?: object;
  /** The subaccount that the subject belongs to, or the subject itself. */
  subaccountId: string | null;
  /** The callback URL that an order was placed with. */
  callbackUrl?: string | null;
}

const query = queriesOn<EventTables>();

const columnTypes = {
  accountId: "text",
  id: "text",
  subjectType: "text",
  subjectId: "text",
  sequence: "int",
  type: "text",
  payload: "text",
  subaccountId: "text",
  callbackUrl: "text",
} as const;

const eventColumns = [
  "accountId",
  "id",
  "subjectType",
  "subjectId",
  "sequence",
  "type",
  "payload",
] as const;
const deliveryColumns = [
  "accountId",
  "eventId",
  "receiver",
  "callbackUrl",
  "sequence",
  "state",
  "nextAttemptAt",
] as const;

type Row = Record<Exclude<keyof typeof columnTypes, "sequence" | "type">, string | null> & {
  sequence: number | null;
  type: EventType;
};

/** Changing a subject locks its row, so no other event can get this number. */
const nextSequence = sql<number>`coalesce(given.sequence, 1 + coalesce((
  SELECT max(e.sequence) FROM events e
  WHERE e.account_id = given.account_id AND e.subject_id = given.subject_id
), 0))`;

const insert = query(
  "events-insert",
  (db, { events, now }: Params<{ events: readonly Row[]; now: Date }>) =>
    db
      .with(
        (cte) => cte("given").materialized(),
        (qb) =>
          qb
            .selectFrom(unnest("given", events, columnTypes))
            .selectAll()
            .select(nextSequence.as("number")),
      )
      .with("added", (qb) =>
        qb
          .insertInto("events")
          .columns([...eventColumns, "createdAt"])
          .expression((from) =>
            from
              .selectFrom("given")
              .select(["accountId", "id", "subjectType", "subjectId", "number", "type", "payload"])
              .select(now.as("createdAt")),
          ),
      )
      .insertInto("deliveries")
      .columns(deliveryColumns)
      .expression((from) => {
        const [state, due] = [
          sql.lit("pending").as("state"),
          sql<Date>`${now}::timestamptz`.as("nextAttemptAt"),
        ];
        const toCallbackUrl = from
          .selectFrom("given")
          .where("callbackUrl", "is not", null)
          .select(["accountId", "id", sql.lit(CALLBACK).as("receiver"), "callbackUrl", "number"])
          .select([state, due]);
        const toEndpoints = from
          .selectFrom("given")
          .innerJoin("webhookEndpoints as w", "w.accountId", "given.accountId")
          .where("w.isEnabled", "=", true)
          .where(sql<boolean>`given.type = ANY (w.event_types)`)
          .where((eb) =>
            eb.or([
              eb("w.subaccountId", "is", null),
              eb("w.subaccountId", "=", eb.ref("given.subaccountId")),
            ]),
          )
          .select(["given.accountId", "given.id", "w.id as receiver"])
          .select([sql<string | null>`NULL::text`.as("callbackUrl"), "given.number", state, due]);
        return toCallbackUrl.unionAll(toEndpoints);
      }),
);

/** Adds the events and a delivery for each receiver in one statement. */
export async function emitEvents(ctx: SqlContext, list: readonly NewEvent[]): Promise<void> {
  if (list.length === 0) return;
  const events = list.map(({ payload, sequence = null, callbackUrl = null, ...event }) => ({
    ...event,
    id: newId("event"),
    subjectType: subjectTypeOf(event.type),
    sequence,
    payload: payload ? JSON.stringify(payload) : null,
    callbackUrl,
  }));
  await insert(ctx.db, { events, now: ctx.now });
}
