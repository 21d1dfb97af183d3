import { setTimeout as sleep } from "node:timers/promises";
import { withClient } from "#core/db-client";
import { env } from "#core/env";
import type { Log } from "#core/log";
import { awaitDatabase } from "./database-connection";
import { findPending } from "./migrations";

const POLL_MS = 1000;

/**
 * For programs that do not migrate: waits up to CT_DATABASE_WAIT until another program has.
 * @throws if the schema stays older than this version, or is newer than it may work with
 */
export async function awaitSchema(url: string, log: Log): Promise<void> {
  const deadline = Date.now() + env.CT_DATABASE_WAIT * 1000;
  await awaitDatabase(url, log);
  for (let isFirst = true; ; isFirst = false) {
    const { pending } = await withClient(url, (client) => findPending(client, log));
    if (pending.length === 0) return;
    const names = pending.map(({ name }) => name);
    if (Date.now() > deadline) throw olderError(names);
    if (isFirst) {
      log.warn(
        { event: "migration.awaited", names },
        "waiting for the database to be migrated, because CT_MIGRATE=0",
      );
    }
    await sleep(POLL_MS);
  }
}

function olderError(names: readonly string[]): Error {
  const list = names.length > 3 ? `${names.length} migrations` : names.join(", ");
  return new Error(
    `The database's schema is older than this version of the app needs: it lacks ${list}. ` +
      'Run "npm run till -- migrate" with this version, or start without CT_MIGRATE=0.',
  );
}
