// The SQL of hosts that are paused.
import type { Sql, Statement } from "#core/db";

const SAVE_PAUSE: Statement = {
  name: "events-save-pause",
  text: `
    INSERT INTO callback_hosts (host, paused_until) VALUES ($1, $2::timestamptz)
    ON CONFLICT (host) DO UPDATE
    SET paused_until = greatest(callback_hosts.paused_until, excluded.paused_until)`,
};

const DROP_PAUSE: Statement = {
  name: "events-drop-pause",
  text: "DELETE FROM callback_hosts WHERE host = $1",
};

export async function savePause(sql: Sql, pause: { host: string; until: Date }): Promise<void> {
  await sql.query(SAVE_PAUSE, [pause.host, pause.until]);
}

export async function dropPause(sql: Sql, host: string): Promise<void> {
  await sql.query(DROP_PAUSE, [host]);
}
