// Lists of events and of the audit log, for an account with a million of each.
import { database, type Sql } from "#core/db";
import { firstIdAt } from "#core/id";
import { type ListQuery, timeList, type Viewed } from "#testing/bench/dashboard-calls";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { settleTables } from "#testing/bench/seed";
import { makeAccount } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";

const MANY = 1_000_000;
const BATCH_SIZE = 20_000;
const TO = Date.UTC(2026, 10, 1);
const YEAR_MS = 365 * 24 * 3_600_000;
/** Failed, and the only ones of their type and action. All are old. */
const RARE = 30;
const URL = "https://shop.example/callbacks";

const ADD = `
  WITH input AS (
    SELECT * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
      AS input (n, event_id, order_id, entry_id, at)),
  added AS (
    INSERT INTO events (account_id, id, subject_type, subject_id, sequence, type, created_at)
    SELECT $1, event_id, 'order', order_id, 1,
           CASE WHEN n <= ${RARE} THEN 'order.cancelled' ELSE 'order.fulfilled' END, at
    FROM input),
  delivered AS (
    INSERT INTO deliveries (account_id, event_id, receiver, callback_url, sequence, state, attempts,
                            failed_attempts)
    SELECT $1, event_id, 'callback', '${URL}', 1,
           CASE WHEN n <= ${RARE} THEN 'failed' ELSE 'delivered' END, 1, (n <= ${RARE})::int
    FROM input),
  attempted AS (
    INSERT INTO delivery_attempts (account_id, event_id, receiver, attempt, attempted_at,
                                   duration_ms, response_status)
    SELECT $1, event_id, 'callback', 1, at, 20, CASE WHEN n <= ${RARE} THEN 500 ELSE 204 END
    FROM input)
  INSERT INTO audit_entries (account_id, id, actor_type, action, subject_id, created_at)
  SELECT $1, entry_id, CASE WHEN n <= ${RARE} THEN 'system' ELSE 'key' END,
         CASE WHEN n <= ${RARE} THEN 'order.cancelled' ELSE 'order.placed' END, order_id, at
  FROM input`;

const at = (n: number) => new Date(TO - YEAR_MS + Math.floor((n / MANY) * YEAR_MS));
const eventOf = (n: number) => firstIdAt("event", at(n));
const orderOf = (n: number) => firstIdAt("order", at(n));

async function addAll(sql: Sql, accountId: string): Promise<void> {
  await sql.query({ name: "", text: "SET LOCAL session_replication_role = replica" }, []);
  for (let first = 1; first <= MANY; first += BATCH_SIZE) {
    const numbers = Array.from({ length: BATCH_SIZE }, (_, index) => first + index);
    const entryIds = numbers.map((n) => firstIdAt("auditEntry", at(n)));
    const ids = [numbers.map(eventOf), numbers.map(orderOf), entryIds];
    await sql.query({ name: "", text: ADD }, [accountId, numbers, ...ids, numbers.map(at)]);
  }
}

async function seedActivity(): Promise<Viewed> {
  const { live, test } = await makeAccount();
  const { email } = await makePerson({ accountId: live.id, role: "viewer" });
  await database().sqlTransaction((sql) => addAll(sql, test.id));
  await settleTables();
  return { slug: live.slug, cookie: await sessionCookie(email) };
}

interface Filters {
  label: string;
  input: object;
  rows: number;
  hasGoal?: boolean;
}

const middle = MANY / 2;
const month = { from: "2026-03-01T00:00:00Z", to: "2026-03-31T23:59:59Z" };

const lists: { name: string; procedure: string; queries: readonly Filters[] }[] = [
  {
    name: "events",
    procedure: "webhooks.list",
    queries: [
      { label: "first page", input: {}, rows: 20 },
      { label: "page in the middle", input: { starting_after: eventOf(middle) }, rows: 20 },
      { label: "delivered", input: { delivery_state: "delivered" }, rows: 20 },
      { label: "failed: 30, all old", input: { delivery_state: "failed" }, rows: 20 },
      { label: "pending: none", input: { delivery_state: "pending" }, rows: 0 },
      // No index has events without deliveries: with none of them, all events are read.
      {
        label: "without a receiver: none",
        input: { delivery_state: "none" },
        rows: 0,
        hasGoal: false,
      },
      { label: "a type with 30, all old", input: { type: "order.cancelled" }, rows: 20 },
      { label: "by its ID", input: { search: eventOf(middle) }, rows: 1 },
      { label: "by the ID of its order", input: { search: orderOf(middle) }, rows: 1 },
    ],
  },
  {
    name: "entries of the audit log",
    procedure: "audit.list",
    queries: [
      { label: "first page", input: {}, rows: 20 },
      { label: "a month", input: month, rows: 20 },
      { label: "an action with 30, all old", input: { action: "order.cancelled" }, rows: 20 },
      { label: "an actor with 30, all old", input: { actor: "system" }, rows: 20 },
      {
        label: "that action, in a month without",
        input: { action: "order.cancelled", ...month },
        rows: 0,
      },
    ],
  },
];

/** Measures pages of events and of the audit log. */
export async function benchActivity(): Promise<Section[]> {
  const viewed = await seedActivity();
  const sections: Section[] = [];
  for (const { name, procedure, queries } of lists) {
    const lines: Line[] = [];
    for (const { label, input, rows, hasGoal = true } of queries) {
      const query: ListQuery = { procedure, label, input: () => input, rows, times: 10, hasGoal };
      lines.push(await timeList(viewed, query));
    }
    sections.push({ title: `Lists of ${formatNumber(MANY)} ${name}, through tRPC`, lines });
  }
  return sections;
}
