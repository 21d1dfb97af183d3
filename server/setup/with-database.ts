import { newContext } from "#core/context";
import { requireMasterKey } from "#core/data-key";
import { closeDatabase, database, moveDatabase } from "#core/db";
import { withClient } from "#core/db-client";
import { env } from "#core/env";
import { log as defaultLog, type Log } from "#core/log";
import { encryptNewInstallation } from "#domain/secrets";
import { awaitDatabase, rejectPooler } from "./database-connection";
import { startPostgres } from "./embedded-postgres";
import { raiseIdFloor } from "./id-floor";
import { findPending, migrate, migrationsFolder, readMigrations } from "./migrations";
import { embeddedFolder, requireNotMoved } from "./move-database";
import { findOthers, watchSchema } from "./schema-compatibility";
import { awaitSchema } from "./schema-wait";

function exitNow(error: Error): void {
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
}

interface Addresses {
  url: string;
  /** Of PostgreSQL itself, without a pooler; undefined if that is `url`. */
  directUrl: string | undefined;
  stop(): Promise<void>;
}

/** Starts the embedded PostgreSQL if no database is configured. */
async function findDatabase(log: Log, onLost: (error: Error) => void): Promise<Addresses> {
  const url = process.env["DATABASE_URL"];
  if (url) return { url, directUrl: env.DATABASE_DIRECT_URL, stop: async () => undefined };
  const own = await startPostgres({
    dataDir: embeddedFolder(),
    log,
    onLost,
    onMoved: moveDatabase,
  });
  return { url: own.url, directUrl: undefined, stop: () => own.stop() };
}

/**
 * Runs `work` with PostgreSQL's own address, before anything is migrated. @throws if the embedded
 * database was moved, unless `allowsMoved`
 */
export async function withUnmigratedDatabase<T>(
  work: (url: string) => Promise<T>,
  { log, allowsMoved = false }: { log: Log; allowsMoved?: boolean },
): Promise<T> {
  if (!allowsMoved && !process.env["DATABASE_URL"]) requireNotMoved(embeddedFolder());
  const { url, directUrl, stop } = await findDatabase(log, exitNow);
  try {
    return await work(directUrl ?? url);
  } finally {
    await stop();
  }
}

/** Returns true if a migration is pending and programs use the schema before it. */
function isUsedByOlder(url: string, log: Log): Promise<boolean> {
  return withClient(url, async (client) => {
    const others = await findOthers(client);
    return others.length > 0 && (await findPending(client, log)).pending.length > 0;
  });
}

interface Opening {
  /** Ends a process that can no longer use the database. */
  onLost?: (error: Error) => void;
  /** Awaited before the schema changes if programs of an older version still use it. */
  preparation?: Promise<void> | undefined;
}

/**
 * Sets DATABASE_URL to the embedded PostgreSQL if none is configured, and migrates. Returns a
 * function that closes the connections and stops that PostgreSQL if no one else uses it.
 */
export async function openDatabaseForProcess(
  log: Log,
  { onLost = exitNow, preparation }: Opening = {},
): Promise<() => Promise<void>> {
  const isEmbedded = !process.env["DATABASE_URL"];
  if (isEmbedded) requireNotMoved(embeddedFolder());
  // It may fail while PostgreSQL starts; it is awaited afterwards.
  preparation?.catch(() => undefined);
  const { url, directUrl, stop } = await findDatabase(log, onLost);
  // Read at the start, because an upgrade may replace the files while this runs.
  const known = readMigrations(migrationsFolder()).map(({ name }) => name);
  let watch: ReturnType<typeof watchSchema> | undefined;
  const close = async () => {
    watch?.stop();
    await closeDatabase();
    await stop();
  };
  process.env["DATABASE_URL"] = url;
  try {
    await (directUrl ? awaitDatabase(url, log) : rejectPooler(url, log));
    // Before this program has sessions of its own. If the build fails, the others go on selling.
    const mustWait = preparation !== undefined && (await isUsedByOlder(directUrl ?? url, log));
    // First of all, because a program that cannot read the secrets must not change anything.
    await requireMasterKey(database());
    if (mustWait) await preparation;
    if (env.CT_MIGRATE) {
      await migrate(directUrl ?? url, log);
    } else {
      await awaitSchema(url, log);
    }
    // A move may have begun before this program connected.
    if (isEmbedded) requireNotMoved(embeddedFolder());
    // Not earlier: an incompatible migration must not end the program that applies it.
    watch = watchSchema(known, onLost);
    await raiseIdFloor(database(), log);
    const ctx = newContext({ type: "system", name: "start" });
    await encryptNewInstallation(ctx, { database: database() });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

export async function withDatabase<T>(work: () => Promise<T>, log: Log = defaultLog): Promise<T> {
  const close = await openDatabaseForProcess(log);
  try {
    return await work();
  } finally {
    await close();
  }
}
