// Ends a running program when the schema becomes one that it may not work with.
import { database, type Statement } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import {
  type AppliedRecord,
  BREAKING_LOCK,
  breakingFor,
  outdatedError,
} from "./schema-compatibility";

const WATCH_MS = 2000;

const LOOK: Statement = {
  name: "schema-look",
  text: `
    SELECT EXISTS (SELECT FROM pg_locks
                   WHERE locktype = 'advisory' AND classid = 0 AND objid = $2::bigint::oid
                     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                  ) AS "isBreaking",
           ARRAY(SELECT json_build_object('name', migration_name, 'logs', logs)
                 FROM _prisma_migrations
                 WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
                   AND migration_name <> ALL($1::text[])) AS applied`,
};

async function lookFor(known: readonly string[]): Promise<Error | null> {
  const [row] = await withDatabaseUse("sales", () =>
    database().query<{ isBreaking: boolean; applied: AppliedRecord[] }>(LOOK, [
      known,
      BREAKING_LOCK,
    ]),
  );
  const breaking = breakingFor(known, row?.applied ?? []);
  if (breaking.length > 0) return outdatedError(breaking);
  if (!row?.isBreaking) return null;
  return new Error(
    "A newer version of the app is migrating the database, which this version cannot work beside.",
  );
}

/** Calls `onOutdated` once, when the schema becomes one that this program may not work with. */
export function watchSchema(known: readonly string[], onOutdated: (error: Error) => void) {
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    // Without a database nothing can be done wrong: the next look is soon enough.
    const error = await lookFor(known).catch(() => null);
    isLooking = false;
    if (!error) return;
    clearInterval(timer);
    onOutdated(error);
  }, WATCH_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
