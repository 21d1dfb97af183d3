// Compares the till's evidence with the fake registry at the end of a run.
import type { FakeIsometric } from "#testing/torture/registry-faults";
import { POOL_TEXT } from "#testing/torture/registry-market";
import { type Faults, listFaults } from "#testing/world/judge";
import { select, selectCount } from "#testing/world/sql";

const EVIDENCE = `
  SELECT e.id, e.registry_reference AS reference, e.request_id AS "requestId",
    sum(i.end_kg - i.start_kg)::int AS kg
  FROM registry_retirements e
  JOIN registry_retirement_items i ON i.mode = e.mode AND i.retirement_id = e.id
  WHERE e.is_live GROUP BY e.id, e.registry_reference, e.request_id`;

// Each beneficiary with kg in the request's stretches; one with kg in a unit that is shared, or not
// sold completely, has the pool text instead.
const NAMES = `
  SELECT e.registry_reference AS reference, o.beneficiary_name AS beneficiary,
    e.is_pool AS "isPool"
  FROM registry_retirements e
  JOIN registry_retirement_items i ON i.mode = e.mode AND i.retirement_id = e.id
  JOIN retirements r ON r.mode = i.mode AND r.lot_id = i.lot_id
    AND r.lot_start_kg < i.end_kg AND r.lot_end_kg > i.start_kg
  JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
  WHERE e.is_live`;

const FAULTS: Faults = {
  "orders whose retired kg are not those of their evidence": `
    SELECT o.id FROM orders o JOIN (
      SELECT r.account_id, r.order_id, sum(evidence.kg) AS kg FROM retirements r
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(
            least(r.lot_end_kg, i.end_kg) - greatest(r.lot_start_kg, i.start_kg)), 0) AS kg
        FROM registry_retirement_items i
        WHERE i.is_live AND i.mode = r.mode AND i.lot_id = r.lot_id
          AND i.start_kg < r.lot_end_kg AND i.end_kg > r.lot_start_kg
      ) evidence
      GROUP BY r.account_id, r.order_id
    ) r ON r.account_id = o.account_id AND r.order_id = o.id
    WHERE o.registry_retired_kg <> r.kg
      OR (o.registry_status = 'retired') <> (r.kg = o.amount_kg)`,
};

/** Open requests, and lots with kg to request that no refusal holds back. */
export const countOpenRequests = () =>
  selectCount(`
    SELECT (SELECT count(*) FROM registry_requests WHERE is_open)::int
      + (SELECT count(*) FROM credit_lots lot
        WHERE retired_kg > registry_retired_kg + registry_cancelled_kg + requested_kg AND NOT EXISTS (
          SELECT FROM registry_request_items i JOIN registry_requests q
            ON q.mode = i.mode AND q.id = i.request_id
          WHERE i.lot_id = lot.id AND q.state = 'refused'))::int AS count`);

/** For the summary, such as "40 confirmed, 2 refused". */
export async function requestStates(): Promise<string> {
  const rows = await select<{ state: string; count: number }>(
    "SELECT state, count(*)::int FROM registry_requests GROUP BY state",
  );
  return rows.map(({ state, count }) => `${count} ${state}`).join(", ");
}

async function compareRecords({ books }: FakeIsometric): Promise<string[]> {
  const faults: string[] = [];
  type Row = { id: string; reference: string | null; requestId: string | null; kg: number };
  const byReference = Map.groupBy(await select<Row>(EVIDENCE), ({ reference }) => reference);
  for (const [reference, evidence] of byReference) {
    const kg = evidence.reduce((sum, row) => sum + row.kg, 0);
    const retirement = books.retirements.find(({ id }) => id === reference);
    if (retirement?.kg === kg && evidence.length === 1) continue;
    faults.push(`${evidence[0]?.id} claims ${kg} kg of ${reference}: ${retirement?.kg} kg there`);
  }
  for (const { id, kg, notes } of books.retirements) {
    if (!byReference.has(id)) faults.push(`${id} of ${kg} kg is unknown to the till: ${notes}`);
  }
  return faults;
}

async function compareNames({ books }: FakeIsometric): Promise<string[]> {
  type Row = { reference: string; beneficiary: string; isPool: boolean };
  return (await select<Row>(NAMES)).flatMap(({ reference, beneficiary, isPool }) => {
    const notes = books.retirements.find(({ id }) => id === reference)?.notes ?? "";
    const expected = isPool ? POOL_TEXT : beneficiary;
    return notes.includes(`Retired for ${expected}.`)
      ? []
      : [`kg of ${beneficiary} were retired with the note ${notes}`];
  });
}

/** Lists every difference between the till and the registry. */
export async function auditRegistry(fake: FakeIsometric): Promise<string[]> {
  const notes = fake.books.retirements.map((it) => it.notes);
  const repeated = notes.filter((note, index) => notes.indexOf(note) !== index);
  return [
    ...repeated.map((note) => `retired twice: ${note}`),
    ...(await compareRecords(fake)),
    ...(await compareNames(fake)),
    ...(await listFaults(FAULTS)),
  ];
}
