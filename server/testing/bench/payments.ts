// Lists of payments and checkout sessions for an account with a million of each.
import { database, type Sql } from "#core/db";
import { firstIdAt } from "#core/id";
import { createSubaccount } from "#domain/catalogue";
import { type ListQuery, timeList, timeTotals, type Viewed } from "#testing/bench/dashboard-calls";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { settleTables } from "#testing/bench/seed";
import { openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";

const MANY = 1_000_000;
const BATCH_SIZE = 5000;
const TO = Date.UTC(2026, 10, 1);
const YEAR_MS = 365 * 24 * 3_600_000;
/** The oldest ones are a subaccount's that sells nothing any more. */
const OLD = 30;

// Copies a paid session and its payment. A tenth belongs to a subaccount.
const COPY = `
  WITH copies AS (
    SELECT n, session_id, payment_id, at,
           CASE WHEN n <= ${OLD} THEN $3 WHEN n % 10 = 0 THEN $2 END AS owner_id
    FROM unnest($4::int[], $5::text[], $6::text[], $7::timestamptz[])
         AS input (n, session_id, payment_id, at)),
  sessions AS (
    INSERT INTO checkout_sessions
    SELECT (jsonb_populate_record(s, jsonb_build_object(
      'id', session_id, 'subaccount_id', owner_id, 'created_at', copies.at, 'completed_at', copies.at,
      'order_id', 'ord_' || n, 'withdrawal_key', NULL, 'description', 'Basket ' || n,
      'customer_email', 'customer' || n || '@example.com'))).*
    FROM checkout_sessions s, copies WHERE s.id = $1)
  INSERT INTO payments
  SELECT (jsonb_populate_record(p, jsonb_build_object(
    'id', payment_id, 'checkout_session_id', session_id, 'provider_payment_id', 'copy_' || n,
    'subaccount_id', owner_id, 'created_at', copies.at, 'updated_at', copies.at,
    'paid_at', copies.at,
    'fee_usd_cents', 40, 'net_usd_cents', p.amount_usd_cents - 40))).*
  FROM payments p, copies WHERE p.checkout_session_id = $1`;

interface Seeded extends Viewed {
  operator: Viewed;
  /** Sells a tenth of all. */
  busyId: string;
  /** Sold the oldest only. */
  formerId: string;
}

const at = (n: number) => new Date(TO - YEAR_MS + Math.floor((n / MANY) * YEAR_MS));
const paymentOf = (n: number) => firstIdAt("payment", at(n));

async function copyAll(sql: Sql, sessionId: string, subaccounts: string[]): Promise<void> {
  await sql.query({ name: "", text: "SET LOCAL session_replication_role = replica" }, []);
  for (let first = 1; first <= MANY; first += BATCH_SIZE) {
    const numbers = Array.from({ length: BATCH_SIZE }, (_, index) => first + index);
    const sessionIds = numbers.map((n) => firstIdAt("checkoutSession", at(n)));
    const copies = [numbers, sessionIds, numbers.map(paymentOf), numbers.map(at)];
    await sql.query({ name: "", text: COPY }, [sessionId, ...subaccounts, ...copies]);
  }
}

async function seedPayments(): Promise<Seeded> {
  const { portfolioId } = await makeStock();
  const { account, live } = await makeAccount();
  const { email } = await makePerson({ accountId: live.id, role: "viewer" });
  const ctx = contextOf(account);
  const { id: busyId } = await createSubaccount(ctx, { name: "Harbor" });
  const { id: formerId } = await createSubaccount(ctx, { name: "Former" });
  const session = { account, portfolioId, now: at(0) };
  const { id } = await openSession(session);
  await pay(id, undefined, at(0));
  await database().sqlTransaction((sql) => copyAll(sql, id, [busyId, formerId]));
  await settleTables();
  const { slug } = live;
  const operator = await makePerson({ isOperator: true });
  return {
    slug,
    cookie: await sessionCookie(email),
    operator: { slug, cookie: await sessionCookie(operator.email) },
    busyId,
    formerId,
  };
}

interface Filters {
  label: string;
  input: { last?: true; from?: string; to?: string; subaccount_id?: string; search?: string };
  rows: number;
  hasGoal?: boolean;
}

function queriesOf({ busyId, formerId }: Seeded): Filters[] {
  const month = { from: "2026-10-01T00:00:00Z", to: "2026-10-31T23:59:59Z" };
  return [
    { label: "first page", input: {}, rows: 20, hasGoal: true },
    { label: "last page", input: { last: true }, rows: 20, hasGoal: true },
    { label: "a month", input: month, rows: 20, hasGoal: true },
    { label: "a subaccount with a tenth", input: { subaccount_id: busyId }, rows: 20 },
    { label: "a subaccount with 30, all old", input: { subaccount_id: formerId }, rows: 20 },
    { label: "one customer", input: { search: "customer4213@example.com" }, rows: 1 },
    { label: "a text of none", input: { search: "no such thing" }, rows: 0 },
  ];
}

const operatorQueries = [
  { label: "first page", input: {}, rows: 20 },
  { label: "page in the middle", input: { starting_after: paymentOf(MANY / 2) }, rows: 20 },
  { label: "disputed: none", input: { state: "disputed" }, rows: 0 },
  { label: "by the ID at the provider", input: { search: `copy_${MANY / 2}` }, rows: 1 },
] as const;

/** Payments of all accounts, as the operator lists them. */
async function benchOperator({ operator }: Seeded): Promise<Section> {
  const lines: Line[] = [];
  for (const { label, input, rows } of operatorQueries) {
    const query = { procedure: "operatorPayments.list", label, input: () => input, rows };
    lines.push(await timeList(operator, { ...query, times: 10, hasGoal: true }));
  }
  return { title: `The operator's list of ${formatNumber(MANY)} payments, through tRPC`, lines };
}

/** Measures pages and totals of payments and of checkout sessions. */
export async function benchPayments(): Promise<Section[]> {
  const seeded = await seedPayments();
  const sections: Section[] = [];
  for (const [name, list, totals] of [
    ["payments", "checkout.payments", "checkout.paymentTotals"],
    ["checkout sessions", "checkout.list", "checkout.totals"],
  ] as const) {
    const lines: Line[] = [];
    for (const { label, input, ...expected } of queriesOf(seeded)) {
      const query: ListQuery = {
        procedure: list,
        label,
        input: () => input,
        times: 10,
        ...expected,
      };
      lines.push(await timeList(seeded, query));
      const { last: _, ...filters } = input;
      const sum = { procedure: totals, label: `${label}: totals`, input: filters };
      lines.push(await timeTotals(seeded, sum));
    }
    sections.push({ title: `Lists of ${formatNumber(MANY)} ${name}, through tRPC`, lines });
  }
  return [...sections, await benchOperator(seeded)];
}
