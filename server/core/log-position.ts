// The position in its log that a server has reached: what a replica is compared by.
import type pg from "pg";
import { DatabaseClient, primaryUrl } from "./db-hosts";

/** A server that takes longer counts as unreachable. */
const LONGEST_MS = 3000;

export interface LogPosition {
  /** The same on all servers of a database. */
  database: string;
  isReplica: boolean;
  /** Changes with each promotion. Positions of different timelines do not compare. */
  timeline: number;
  position: bigint;
}

/**
 * A replica follows a new timeline at once, but writes it to its control file only at its next
 * restart point. Without the role pg_read_all_stats, the receiver's timeline is not readable, and
 * for up to checkpoint_timeout after a failover the replica is on the former one.
 */
const REPLICA_TIMELINE = `greatest(
           (SELECT received_tli FROM pg_stat_wal_receiver),
           (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
           (SELECT timeline_id FROM pg_control_checkpoint()))`;

const POSITION = `
  SELECT (SELECT system_identifier::text FROM pg_control_system()) || '/' ||
           (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' ||
           current_schema() AS database,
         pg_is_in_recovery() AS "isReplica",
         CASE WHEN pg_is_in_recovery() THEN ${REPLICA_TIMELINE}
              ELSE ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int
         END AS timeline,
         CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
              ELSE pg_current_wal_flush_lsn() END::text AS lsn`;

/** A position such as "16/B374D848" as a number. */
function positionOf(lsn: string): bigint {
  const [high = "0", low = "0"] = lsn.split("/");
  return BigInt(`0x${high}`) * 0x1_0000_0000n + BigInt(`0x${low}`);
}

/** Asks one server, on a connection of its own: a full pool must not delay the response. */
export class PositionReader {
  readonly #url: () => string;
  #client: Promise<pg.Client> | null = null;

  /** @param url is read for each new connection */
  constructor(url: () => string) {
    this.#url = url;
  }

  async read(): Promise<LogPosition> {
    this.#client ??= this.#connect();
    try {
      const client = await this.#client;
      const { rows } = await client.query<LogPosition & { lsn: string }>(POSITION);
      const [row] = rows;
      if (!row) throw new Error("no position");
      return { ...row, position: positionOf(row.lsn) };
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The next reading opens a new connection. */
  close(): void {
    const client = this.#client;
    this.#client = null;
    client?.then((open) => open.end()).catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const client = new DatabaseClient({
      connectionString: await primaryUrl(this.#url()),
      connectionTimeoutMillis: LONGEST_MS,
      query_timeout: LONGEST_MS,
      application_name: "carbon-till replica age",
    });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }
}
