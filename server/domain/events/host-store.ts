// The SQL of hosts: those that are paused, and those that callbacks wait for.
import type { QueryCreator } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { EventTables } from "./tables";

const query = queriesOn<EventTables>();

const save = query("events-save-pause", (db, pause: Params<{ host: string; until: Date }>) =>
  db
    .insertInto("callbackHosts")
    .values({ host: pause.host, pausedUntil: pause.until })
    .onConflict((conflict) =>
      conflict.column("host").doUpdateSet((eb) => ({
        pausedUntil: eb.fn<Date>("greatest", ["callbackHosts.pausedUntil", "excluded.pausedUntil"]),
      })),
    ),
);

const drop = query("events-drop-pause", (db, pause: Params<{ host: string }>) =>
  db.deleteFrom("callbackHosts").where("host", "=", pause.host),
);

/** What the recursive table of hosts is to the statement around it. */
export interface Hosts {
  host: { name: string | null };
}

/**
 * The hosts that pending events are for, and a null behind the last: the recursive table `host(name)`.
 * They are found by leaps through the index, one look-up each.
 */
export function pendingHosts(db: QueryCreator<EventTables & Hosts>) {
  return db
    .selectFrom("events")
    .select(({ fn }) => fn.min<string | null>("callbackHost").as("name"))
    .where("deliveryState", "=", "pending")
    .unionAll(
      db
        .selectFrom("host")
        .select((host) =>
          host
            .selectFrom("events as e")
            .select(({ fn }) => fn.min("e.callbackHost").as("name"))
            .where("e.deliveryState", "=", "pending")
            .whereRef("e.callbackHost", ">", "host.name")
            .as("name"),
        )
        .where("host.name", "is not", null),
    );
}

export async function savePause(db: Sql, pause: { host: string; until: Date }): Promise<void> {
  await save(db, pause);
}

export async function dropPause(db: Sql, host: string): Promise<void> {
  await drop(db, { host });
}
