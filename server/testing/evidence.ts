// Gives an order's credits a registry status, as rows.
import { database } from "#core/db";
import { newId } from "#core/id";
import type { RegistryStatus } from "#domain/inventory";
import type { CreditLot, Retirement } from "#prisma";

export const RETIRED_ON = "2026-11-03";
export const REFERENCE = "RET-4711";
export const POOL = "customers of Northly, see northly.example/verify";
export const RECORD_URL = "https://registry.example.org/retirements/4711";

interface Evidence {
  status: RegistryStatus;
  /** Names the operator's customers in place of the beneficiary. */
  isPool?: boolean;
  /** Retires only the credits of this project; the others stay as they are. */
  projectId?: string;
  /** Date at the registry. */
  retiredOn?: string;
}

type Run = (text: string, ...values: unknown[]) => Promise<unknown>;

const SUPERSEDE = `
  UPDATE registry_retirements SET superseded_at = now(), is_live = false
  WHERE is_live AND id IN (SELECT retirement_id FROM registry_retirement_items WHERE lot_id = $1)`;

const RETIRE = `
  INSERT INTO registry_retirements (mode, id, registry, retired_on, beneficiary,
    registry_reference, url, source, is_pool, recorded_at)
  VALUES ($1, $2, $3, $4::date, $5, $6, $7, 'operator', $8, now())`;

const RETIRE_ITEM = `
  INSERT INTO registry_retirement_items (mode, retirement_id, lot_id, line_start_kg,
    lot_quantity_kg, unit_kg, start_kg, end_kg, serial_number_range)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const SET_ALLOCATION = `
  UPDATE retirements SET registry_status = $4,
    registry_retired_kg = CASE WHEN $5 THEN order_end_kg - order_start_kg ELSE 0 END,
    registry_retired_on = CASE WHEN $5 THEN $6::date END,
    registry_retirement_id = CASE WHEN $5 THEN $7 END
  WHERE account_id = $1 AND order_id = $2 AND order_start_kg = $3`;

const SET_ORDER = `
  UPDATE orders o SET registry_revision = registry_revision + 1, registry_status_at = now(),
    registry_retired_kg = r.kg, registry_retired_on = r.retired_on, registry_status = r.status
  FROM (
    SELECT sum(registry_retired_kg) AS kg, max(registry_retired_on) AS retired_on,
      (array_agg(registry_status ORDER BY array_position(
        ARRAY['disputed', 'unreported', 'pending', 'requested', 'retired'], registry_status)))[1]
      AS status
    FROM retirements WHERE order_id = $1
  ) r WHERE o.id = $1`;

const SET_TOTALS = `
  UPDATE retirement_totals t SET registry_retired_kg = s.kg FROM (
    SELECT r.account_id, l.project_id, l.vintage_year, sum(r.registry_retired_kg) AS kg
    FROM retirements r JOIN credit_lots l ON l.id = r.lot_id AND l.mode = r.mode
    WHERE r.account_id = (SELECT account_id FROM orders WHERE id = $1) GROUP BY 1, 2, 3
  ) s WHERE t.account_id = s.account_id AND t.project_id = s.project_id
    AND t.vintage_year = s.vintage_year AND t.retired_kg >= s.kg`;

const SET_SOLD_CREDITS = `
  UPDATE sold_credits c SET registry_retired_kg = s.kg FROM (
    SELECT o.account_id, date_trunc('day', o.settled_at, 'UTC') AS starts_at, o.channel,
           coalesce(o.subaccount_id, '') AS subaccount_id, o.portfolio_id, r.lot_id,
           sum(r.registry_retired_kg) AS kg
    FROM retirements r JOIN orders o ON o.account_id = r.account_id AND o.id = r.order_id
    WHERE r.account_id = (SELECT account_id FROM orders WHERE id = $1)
    GROUP BY 1, 2, 3, 4, 5, 6
  ) s WHERE (c.account_id, c.starts_at, c.channel, c.subaccount_id, c.portfolio_id, c.lot_id)
    = (s.account_id, s.starts_at, s.channel, s.subaccount_id, s.portfolio_id, s.lot_id)`;

async function retireUnits(run: Run, row: Retirement, lot: CreditLot, evidence: Evidence) {
  const { isPool = false, retiredOn = RETIRED_ON } = evidence;
  const id = newId("registryRetirement");
  const unit = lot.unitKg;
  const stretch = [
    (row.lotStartKg / unit) * unit,
    ((row.lotEndKg + unit - 1n) / unit) * unit,
    lot.serialNumberRange,
  ];
  const record = [retiredOn, isPool ? POOL : "Northwind", REFERENCE, RECORD_URL, isPool];
  await run(RETIRE, row.mode, id, lot.registry, ...record);
  await run(RETIRE_ITEM, row.mode, id, lot.id, lot.lineStartKg, lot.quantityKg, unit, ...stretch);
  return id;
}

/** Records the retirement of the whole tonnes that have the order's kg, or another status. */
export async function giveStatus(orderId: string, evidence: Evidence): Promise<void> {
  const { status, projectId = null, retiredOn = RETIRED_ON } = evidence;
  await database().transaction(async ({ prisma }) => {
    const run: Run = (text, ...values) => prisma.$executeRawUnsafe(text, ...values);
    for (const row of await prisma.retirement.findMany({ where: { orderId } })) {
      const key = { id_mode: { id: row.lotId, mode: row.mode } };
      const lot = await prisma.creditLot.findUniqueOrThrow({ where: key });
      if (projectId !== null && lot.projectId !== projectId) continue;
      await run(SUPERSEDE, lot.id);
      const isRetired = status === "retired";
      const id = isRetired ? await retireUnits(run, row, lot, evidence) : null;
      const own = [row.accountId, orderId, row.orderStartKg];
      await run(SET_ALLOCATION, ...own, status, isRetired, retiredOn, id);
    }
    await run(SET_ORDER, orderId);
    await run(SET_TOTALS, orderId);
    await run(SET_SOLD_CREDITS, orderId);
  });
}

/** Moves an order's allocations in time. */
export async function moveAllocations(orderId: string, at: string): Promise<void> {
  await database().prisma.retirement.updateMany({
    where: { orderId },
    data: { retiredAt: new Date(at) },
  });
}
