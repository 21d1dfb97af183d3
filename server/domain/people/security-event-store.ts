// The SQL of security events.
import { type Selectable, sql } from "kysely";
import type { Sql } from "#core/db";
import { type Params, pick, queriesOn } from "#core/query";
import type { PeopleTables } from "./tables";

const query = queriesOn<PeopleTables>();

const given = [
  "id",
  "bucket",
  "kind",
  "personId",
  "emailHash",
  "network",
  "userAgent",
  "requestId",
] as const;

interface NewEvent
  extends Pick<Selectable<PeopleTables["securityEvents"]>, (typeof given)[number]> {
  data: Record<string, string>;
  now: Date;
}

const add = query(
  "people-add-security-event",
  (db, event: Params<Omit<NewEvent, "data"> & { data: string }>) =>
    db
      .insertInto("securityEvents")
      .values({
        ...pick(event, given),
        data: event.data,
        count: 1,
        createdAt: event.now,
        lastAt: event.now,
      })
      .onConflict((conflict) =>
        conflict.column("bucket").doUpdateSet((eb) => ({
          count: eb("securityEvents.count", "+", 1),
          requestId: eb.ref("excluded.requestId"),
          userAgent: eb.ref("excluded.userAgent"),
          lastAt: eb.fn<Date>("greatest", ["securityEvents.lastAt", "excluded.lastAt"]),
        })),
      ),
);

/** Adds the event, or counts it with its like. */
export async function addSecurityEvent(db: Sql, event: NewEvent): Promise<void> {
  await add(db, { ...event, data: JSON.stringify(event.data) });
}

const deleteOld = query(
  "people-delete-old-security-events",
  (db, old: Params<{ before: string; skipped: number }>) =>
    db.deleteFrom("securityEvents").where("id", "<", ({ selectFrom }) => {
      const newestTooMany = selectFrom("securityEvents")
        .select("id")
        .orderBy("id", "desc")
        .offset(old.skipped)
        .limit(1);
      return sql<string>`greatest(${old.before}, coalesce(${newestTooMany}, ''))`;
    }),
);

/** Deletes what is older than `before`, and all but about the newest `kept`. */
export async function deleteOldSecurityEvents(
  db: Sql,
  { before, kept }: { before: string; kept: number },
): Promise<void> {
  await deleteOld(db, { before, skipped: kept - 1 });
}

const deleteAttempts = query("people-delete-old-attempts", (db, old: Params<{ before: Date }>) =>
  db.deleteFrom("loginFailures").where("since", "<", old.before),
);

export async function deleteOldAttempts(db: Sql, before: Date): Promise<void> {
  await deleteAttempts(db, { before });
}
