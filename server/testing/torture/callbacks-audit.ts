// Compares the database's events with the receivers' journal after a torture run.
import { database, type Statement } from "#core/db";
import type { Journal } from "#testing/torture/callbacks-receivers";

const EVENTS: Statement = {
  name: "torture-events",
  text: `
    SELECT d.event_id AS id, d.state, d.attempts, count(a.*)::int AS recorded,
           count(*) FILTER (WHERE a.response_status BETWEEN 200 AND 299)::int AS accepted,
           count(*) FILTER (WHERE a.response_status >= 500)::int AS refused,
           coalesce(max(a.attempt), 0) AS last
    FROM deliveries d
    LEFT JOIN delivery_attempts a ON a.account_id = d.account_id AND a.event_id = d.event_id
      AND a.receiver = d.receiver
    GROUP BY d.account_id, d.event_id, d.receiver`,
};

const COUNT: Statement = {
  name: "torture-count-events",
  text: `
    SELECT (SELECT count(*)::int FROM orders WHERE state = 'placed') AS placed,
           count(*) FILTER (WHERE d.state = 'pending')::int AS pending,
           count(*)::int AS events
    FROM events e LEFT JOIN deliveries d ON d.account_id = e.account_id AND d.event_id = e.id`,
};

// An order has one event; later ones were planted.
const DROP_PLANTED = ["delivery_attempts", "deliveries", "events"].map((table) => ({
  name: `torture-drop-planted-${table}`,
  text: `
    DELETE FROM ${table} USING (SELECT account_id AS a, id AS e FROM events WHERE sequence > 1) x
    WHERE account_id = a AND ${table === "events" ? "id" : "event_id"} = e`,
}));

interface Row {
  id: string;
  state: string;
  attempts: number;
  recorded: number;
  accepted: number;
  refused: number;
  last: number;
}

function faultsOf(row: Row, { events }: Journal): string[] {
  const receipts = events.get(row.id) ?? { requests: 0, accepted: 0, refused: 0 };
  const details = JSON.stringify({ ...row, receipts });
  const faults = [
    [row.state !== "delivered", "is not delivered"],
    [receipts.accepted === 0, "never got a 2xx response"],
    [row.accepted === 0, "has no attempt with a 2xx"],
    // An attempt may be lost with its worker before it is recorded, but none may be invented.
    [row.accepted > receipts.accepted, "has more attempts with a 2xx than 2xx responses"],
    [row.refused > receipts.refused, "has more attempts with a 5xx than 5xx responses"],
    [
      row.recorded > row.attempts || row.last > row.attempts,
      "has more recorded attempts than started ones",
    ],
    // If a kept-alive connection breaks, one attempt sends the request twice.
    [receipts.requests > 2 * row.attempts, "was sent more often than attempted"],
  ] as const;
  return faults.flatMap(([isFault, problem]) =>
    isFault ? [`an event ${problem}: ${details}`] : [],
  );
}

export interface EventCounts {
  placed: number;
  pending: number;
  events: number;
}

/** Counts placed orders, pending deliveries and events. */
export async function countEvents(): Promise<EventCounts> {
  const [row] = await database().query<EventCounts>(COUNT, []);
  if (!row) throw new Error("the count returned no row");
  return row;
}

export interface Audited {
  faults: string[];
  attempts: number;
  recorded: number;
}

/** Checks every event against the journal, and their number. */
export async function auditCallbacks(journal: Journal, expected: number): Promise<Audited> {
  const rows = await database().query<Row>(EVENTS, []);
  const ids = new Set(rows.map(({ id }) => id));
  const unknown = [...journal.events.keys()].filter((id) => !ids.has(id));
  const faults = [...journal.faults, ...rows.flatMap((row) => faultsOf(row, journal))];
  if (rows.length !== expected) faults.push(`there are ${rows.length} events, not ${expected}`);
  if (unknown.length > 0) faults.push(`${unknown.length} unknown events were received`);
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return { faults, attempts: sum((row) => row.attempts), recorded: sum((row) => row.recorded) };
}

/** Deletes the planted events, so that only the product's own remain. */
export async function dropPlanted(): Promise<void> {
  for (const statement of DROP_PLANTED) await database().query(statement, []);
}
