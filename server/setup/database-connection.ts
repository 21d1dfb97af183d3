// The connection for setting up the database, which must not pass a pooler.
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { defaultUse, startUpLimits } from "#core/db-client";
import { isUnreachable } from "#core/db-errors";
import { DatabaseClient, placeOf, primaryUrl } from "#core/db-hosts";
import { env } from "#core/env";
import type { Log } from "#core/log";

const RETRY_MS = 500;
const REPORT_MS = 5000;
const CONNECT_MS = 10_000;

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: string };
  return code;
}

const UNKNOWN_CA = /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY|GET_ISSUER)/;
const NEEDS_CA =
  "its certificate is of an authority that this machine does not know. Get the authority's " +
  "certificate from the people who run the database, and add sslrootcert=/path/to/ca.pem to the URL";

function refusal(url: string, error: unknown, waitMs: number): Error {
  const code = codeOf(error) ? ` (${codeOf(error)})` : "";
  const cause = error instanceof Error ? error.message : String(error);
  const reason = UNKNOWN_CA.test(codeOf(error) ?? "") ? NEEDS_CA : cause;
  const waited = isWorthWaiting(error) ? ` Waited ${waitMs / 1000} s for it.` : "";
  return new Error(`Cannot connect to ${placeOf(url)}${code}: ${reason}.${waited}`, {
    cause: error,
  });
}

/** Returns true if the database may not be up yet. */
function isWorthWaiting(error: unknown): boolean {
  return isUnreachable(error) && codeOf(error) !== "08P01";
}

interface ClientOptions extends Omit<pg.ClientConfig, "connectionString"> {
  /** Longest wait for a database that is not up yet. */
  waitMs: number;
}

const defaultWaitMs = () => env.CT_DATABASE_WAIT * 1000;

async function connect(
  url: string,
  { waitMs, ...options }: ClientOptions,
  log: Log,
): Promise<pg.Client> {
  const deadline = Date.now() + waitMs;
  let reportAt = 0;
  for (;;) {
    try {
      const client = new DatabaseClient({
        connectionString: await primaryUrl(url),
        connectionTimeoutMillis: CONNECT_MS,
        ...options,
      });
      client.on("error", () => {});
      await client.connect();
      return client;
    } catch (error) {
      if (!isWorthWaiting(error) || Date.now() > deadline) throw error;
      if (Date.now() >= reportAt) {
        const reason = error instanceof Error ? error.message || codeOf(error) : String(error);
        log.warn(
          { event: "database.waiting", server: placeOf(url), reason },
          "waiting for the database to accept connections",
        );
        reportAt = Date.now() + REPORT_MS;
      }
      await sleep(RETRY_MS);
    }
  }
}

export async function awaitDatabase(url: string, log: Log): Promise<void> {
  const options = { application_name: "carbon-till start", waitMs: defaultWaitMs() };
  const client = await connect(url, options, log).catch((error: unknown) => {
    throw refusal(url, error, options.waitMs);
  });
  await client.end();
}

function poolerError(url: string): Error {
  return new Error(
    `A connection pooler stands between this program and ${placeOf(url)}. Set DATABASE_URL to the ` +
      "pooler and DATABASE_DIRECT_URL to PostgreSQL itself, also for programs that do not migrate.",
  );
}

/**
 * Connects to PostgreSQL itself. A pooler would pass on the session's locks and settings to its
 * next client; it is recognized by its handling of startup parameters.
 */
export async function connectDirectly(
  url: string,
  log: Log,
  how: { application_name: string; waitMs?: number | undefined },
): Promise<pg.Client> {
  const limits = startUpLimits(defaultUse);
  const waitMs = how.waitMs ?? defaultWaitMs();
  const client = await connect(url, { ...how, waitMs, ...limits }, log).catch((error: unknown) => {
    const isPooler = error instanceof Error && /unsupported startup parameter/.test(error.message);
    throw isPooler ? poolerError(url) : refusal(url, error, waitMs);
  });
  const { rows } = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name = ANY($1)",
    [Object.keys(limits)],
  );
  if (rows.every(({ name, setting }) => Number(setting) === limits[name])) return client;
  await client.end();
  throw poolerError(url);
}

/** @throws if `url` is a pooler's, where time limits must be sent in another way */
export async function rejectPooler(url: string, log: Log): Promise<void> {
  const client = await connectDirectly(url, log, { application_name: "carbon-till start" });
  await client.end();
}
