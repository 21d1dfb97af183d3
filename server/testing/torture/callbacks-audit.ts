// Compares the database's events with the receivers' journal after a torture run.
import type { Journal } from "#testing/torture/callbacks-receivers";
import { select, selectOne } from "#testing/world/sql";

interface Row {
  id: string;
  state: string;
  attempts: number;
  recorded: number;
  accepted: number;
  refused: number;
  last: number;
}

const listEvents = () =>
  select<Row>(`
    SELECT d.event_id AS id, d.state, d.attempts, count(a.*)::int AS recorded,
           count(*) FILTER (WHERE a.response_status BETWEEN 200 AND 299)::int AS accepted,
           count(*) FILTER (WHERE a.response_status >= 500)::int AS refused,
           coalesce(max(a.attempt), 0) AS last
    FROM deliveries d
    LEFT JOIN delivery_attempts a ON a.account_id = d.account_id AND a.event_id = d.event_id
      AND a.receiver = d.receiver
    GROUP BY d.account_id, d.event_id, d.receiver`);

function faultsOf(row: Row, { events }: Journal): string[] {
  const receipts = events.get(row.id) ?? { requests: 0, accepted: 0, refused: 0 };
  const details = JSON.stringify({ ...row, receipts });
  const problems = {
    "is not delivered": row.state !== "delivered",
    "never got a 2xx response": receipts.accepted === 0,
    "has no attempt with a 2xx": row.accepted === 0,
    // An attempt may be lost with its worker before it is recorded, but none may be invented.
    "has more attempts with a 2xx than 2xx responses": row.accepted > receipts.accepted,
    "has more attempts with a 5xx than 5xx responses": row.refused > receipts.refused,
    "has more recorded attempts than started ones":
      row.recorded > row.attempts || row.last > row.attempts,
    // If a kept-alive connection breaks, one attempt sends the request twice.
    "was sent more often than attempted": receipts.requests > 2 * row.attempts,
  };
  return Object.entries(problems).flatMap(([problem, isFault]) =>
    isFault ? [`an event ${problem}: ${details}`] : [],
  );
}

/** Counts placed orders, pending deliveries and events. */
export const countEvents = () =>
  selectOne<{ placed: number; pending: number; events: number }>(`
    SELECT (SELECT count(*)::int FROM orders WHERE state = 'placed') AS placed,
           count(*) FILTER (WHERE d.state = 'pending')::int AS pending,
           count(*)::int AS events
    FROM events e LEFT JOIN deliveries d ON d.account_id = e.account_id AND d.event_id = e.id`);

interface Audited {
  faults: string[];
  attempts: number;
  recorded: number;
}

/** Checks every event against the journal, and their number. */
export async function auditCallbacks(journal: Journal, expected: number): Promise<Audited> {
  const rows = await listEvents();
  const ids = new Set(rows.map(({ id }) => id));
  const unknown = [...journal.events.keys()].filter((id) => !ids.has(id));
  const faults = [...journal.faults, ...rows.flatMap((row) => faultsOf(row, journal))];
  if (rows.length !== expected) faults.push(`there are ${rows.length} events, not ${expected}`);
  if (unknown.length > 0) faults.push(`${unknown.length} unknown events were received`);
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return { faults, attempts: sum((row) => row.attempts), recorded: sum((row) => row.recorded) };
}

/** Deletes the planted events, so that only the product's own remain: one of each order. */
export async function dropPlanted(): Promise<void> {
  for (const table of ["delivery_attempts", "deliveries", "events"]) {
    await select(`
      DELETE FROM ${table} USING (SELECT account_id AS a, id AS e FROM events WHERE sequence > 1) x
      WHERE account_id = a AND ${table === "events" ? "id" : "event_id"} = e`);
  }
}
