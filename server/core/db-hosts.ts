// Database URLs with several hosts, of which one accepts writes. pg connects to one host only.
import pg from "pg";
import { driverUrl, urlsOf } from "./db-url";

const PROBE_MS = 3000;
/** New connections rely on a search of this long ago. */
const REMEMBERED_MS = 1000;

export function hasPassword(url: string): boolean {
  return urlsOf(url).some((one) => {
    const { password, searchParams } = new URL(one);
    return password !== "" || searchParams.has("password");
  });
}

/** The place that messages name: hosts and database, without the password. */
export function placeOf(url: string): string {
  const urls = urlsOf(url).map((one) => new URL(one));
  const hosts = urls.map(({ host }) => host).join(",");
  return `the database ${urls[0]?.pathname.slice(1)} on ${hosts}`;
}

/** A client of the database, whatever its own settings are. */
export class DatabaseClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const { connectionString: url } = config;
    super(url === undefined ? config : { ...config, connectionString: driverUrl(url) });
  }

  /** pg's types leave it out. pg reads times only as ISO; poolers pass this setting on, too. */
  getStartupConf(): Record<string, string> {
    const base = pg.Client.prototype as unknown as DatabaseClient;
    return { ...base.getStartupConf.call(this), DateStyle: "ISO, MDY" };
  }
}

/** With the SQLSTATE of a server that is starting, so that it counts as unreachable. */
class NoPrimary extends Error {
  readonly code = "57P03";
}

async function acceptsWrites(url: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS };
  const client = new DatabaseClient({ connectionString: url, ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is: boolean }>("SELECT pg_is_in_recovery() AS is");
    return rows[0]?.is === false;
  } finally {
    client.end().catch(() => {});
  }
}

/** @throws the last host's error if none is reached, or NoPrimary if all are replicas */
async function findPrimary(urls: readonly string[]): Promise<string> {
  let failure: unknown = new NoPrimary("all hosts are replicas");
  for (const url of urls) {
    try {
      if (await acceptsWrites(url)) return url;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

interface Remembered {
  at: number;
  primary: Promise<string>;
}
const remembered = new Map<string, Remembered>();
const lastPrimaries = new Map<string, string>();

/** Asks the last primary first: a former one that returns must not take over. */
async function find(url: string): Promise<string> {
  const last = lastPrimaries.get(url);
  const primary = await findPrimary([...new Set([...(last ? [last] : []), ...urlsOf(url)])]);
  lastPrimaries.set(url, primary);
  return primary;
}

/** Returns the URL of the host that accepts writes. */
export function primaryUrl(url: string): Promise<string> {
  if (urlsOf(url).length === 1) return Promise.resolve(url);
  const recent = remembered.get(url);
  if (recent && performance.now() - recent.at < REMEMBERED_MS) return recent.primary;
  const primary = find(url);
  remembered.set(url, { at: performance.now(), primary });
  primary.catch(() => remembered.delete(url));
  return primary;
}

/** Returns a class of clients that connect to the host that accepts writes. */
export function primaryClientClass(url: string) {
  return class PrimaryClient extends DatabaseClient {
    async #connectToPrimary(): Promise<void> {
      // The pool listens a moment after the connection is there.
      this.on("error", () => {});
      const { hostname, port } = new URL(await primaryUrl(url));
      const host = hostname.replace(/^\[|\]$/g, "");
      Object.assign(this, { host, port: Number(port || 5432) });
      try {
        await super.connect();
      } catch (error) {
        remembered.delete(url);
        throw error;
      }
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      if (urlsOf(url).length === 1) {
        if (!callback) return super.connect();
        super.connect(callback);
        return undefined;
      }
      const connected = this.#connectToPrimary().then(() => this);
      if (!callback) return connected;
      const settle = (error?: Error) => process.nextTick(callback, error);
      connected.then(() => settle(), settle);
      return undefined;
    }
  };
}
