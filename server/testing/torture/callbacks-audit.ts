// What must hold after the torture of callbacks: the database's events against the receivers' journal.
import type { Statement } from "#core/db";
import { database } from "#core/db";
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

// An order has one event by nature: whatever comes after it was planted.
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

/** What is wrong with one event, in words. */
function faultsOf(row: Row, { events }: Journal): string[] {
  const seen = events.get(row.id) ?? { requests: 0, accepted: 0, refused: 0 };
  const told = JSON.stringify({ ...row, seen });
  const faults = [
    [row.state !== "delivered", "is not delivered"],
    [seen.accepted === 0, "was never received with a 2xx"],
    [row.accepted === 0, "has no attempt with a 2xx"],
    // An attempt may die with its worker before it is recorded, but none is made up.
    [row.accepted > seen.accepted, "has more attempts with a 2xx than were answered so"],
    [row.refused > seen.refused, "has more attempts with a 5xx than were answered so"],
    [row.recorded > row.attempts || row.last > row.attempts, "has more attempts than were begun"],
    // A kept connection that breaks is tried once more within an attempt.
    [seen.requests > 2 * row.attempts, "was sent more often than was begun"],
  ] as const;
  return faults.flatMap(([isFault, words]) => (isFault ? [`an event ${words}: ${told}`] : []));
}

export interface EventCounts {
  placed: number;
  pending: number;
  events: number;
}

/** Orders that are still placed, and events. */
export async function countEvents(): Promise<EventCounts> {
  const [row] = await database().query<EventCounts>(COUNT, []);
  if (!row) throw new Error("a count gave no row");
  return row;
}

export interface Audited {
  faults: string[];
  attempts: number;
  recorded: number;
}

/** Every event against the journal; there must be so many. */
export async function auditCallbacks(journal: Journal, expected: number): Promise<Audited> {
  const rows = await database().query<Row>(EVENTS, []);
  const ids = new Set(rows.map(({ id }) => id));
  const unknown = [...journal.events.keys()].filter((id) => !ids.has(id));
  const faults = [...journal.faults, ...rows.flatMap((row) => faultsOf(row, journal))];
  if (rows.length !== expected) faults.push(`there are ${rows.length} events, not ${expected}`);
  if (unknown.length > 0) faults.push(`${unknown.length} events were received that are not there`);
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return { faults, attempts: sum((row) => row.attempts), recorded: sum((row) => row.recorded) };
}

/** Takes the planted events away, so that what is left is the product's own. */
export async function dropPlanted(): Promise<void> {
  for (const statement of DROP_PLANTED) await database().query(statement, []);
}
