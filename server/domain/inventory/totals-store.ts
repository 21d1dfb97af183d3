// The SQL of the running totals of what was retired.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { Piece, RetiredPart } from "./totals-rules";

// In one order, so that two writers can never wait for each other.
const ADD: Statement = {
  name: "inventory-add-totals",
  text: `
    INSERT INTO retirement_totals AS total
      (account_id, subaccount_id, span, starts_at, project_id, vintage_year, retired_kg)
    SELECT part.account_id, scope.subaccount_id, span.name, span.starts_at, part.project_id,
           part.vintage_year, sum(part.kg)
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::int[], $6::bigint[])
      AS part (account_id, subaccount_id, starts_at, project_id, vintage_year, kg)
    JOIN LATERAL unnest(ARRAY['', part.subaccount_id]) AS scope (subaccount_id)
      ON scope.subaccount_id IS NOT NULL
    CROSS JOIN LATERAL (
      VALUES ('all', to_timestamp(0)),
             ('month', date_trunc('month', part.starts_at, 'UTC')),
             ('day', date_trunc('day', part.starts_at, 'UTC')),
             ('hour', date_trunc('hour', part.starts_at, 'UTC')),
             ('ten_minutes', part.starts_at)
    ) AS span (name, starts_at)
    GROUP BY 1, 2, 3, 4, 5, 6
    ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (account_id, subaccount_id, span, starts_at, project_id, vintage_year)
      DO UPDATE SET retired_kg = total.retired_kg + EXCLUDED.retired_kg`,
};

/** Adds parts, each of ten minutes, to the totals of all spans that they are in. */
export async function addTotals(sql: Sql, parts: RetiredPart[]): Promise<void> {
  await sql.query(ADD, [
    parts.map((part) => part.accountId),
    parts.map((part) => part.subaccountId),
    parts.map((part) => part.orderedAt.toISOString()),
    parts.map((part) => part.projectId),
    parts.map((part) => part.vintageYear),
    parts.map((part) => part.kg),
  ]);
}

// OFFSET 0 makes a look-up of its own for each row before it: no plan can read whole tables instead.
const WHOLE = `
  SELECT total.project_id, total.vintage_year, piece.sign * total.retired_kg AS kg
  FROM unnest($3::text[], $4::timestamptz[], $5::timestamptz[], $6::int[])
    AS piece (span, from_time, before_time, sign)
  CROSS JOIN LATERAL (
    SELECT * FROM retirement_totals
    WHERE account_id = $1 AND subaccount_id = $2 AND span = piece.span
      AND starts_at >= piece.from_time AND starts_at < piece.before_time
    OFFSET 0
  ) total`;
const RESTS = `
  SELECT lot.project_id, lot.vintage_year, rest.sign * retired.kg
  FROM unnest($7::timestamptz[], $8::timestamptz[], $9::int[])
    AS rest (from_time, before_time, sign)
  CROSS JOIN LATERAL (
    SELECT id FROM orders
    WHERE account_id = $1 AND state = 'fulfilled' AND ($2 = '' OR subaccount_id = $2)
      AND created_at >= rest.from_time AND created_at < rest.before_time
    OFFSET 0
  ) made
  CROSS JOIN LATERAL (
    SELECT mode, lot_id, order_end_kg - order_start_kg AS kg FROM retirements
    WHERE account_id = $1 AND order_id = made.id
    OFFSET 0
  ) retired
  CROSS JOIN LATERAL (
    SELECT project_id, vintage_year FROM credit_lots
    WHERE id = retired.lot_id AND mode = retired.mode
    OFFSET 0
  ) lot`;

const sumOf = (name: string, parts: string): Statement => ({
  name,
  text: `
    SELECT project_id, vintage_year, sum(kg)::bigint AS kg FROM (${parts}) part
    GROUP BY project_id, vintage_year HAVING sum(kg) <> 0
    ORDER BY project_id, vintage_year`,
});
const SUM_WHOLE = sumOf("inventory-sum-totals", WHOLE);
// One statement, and so one snapshot: a commit's totals and its retirements are seen together.
const SUM_WITH_RESTS = sumOf("inventory-sum-totals-and-rests", `${WHOLE} UNION ALL ${RESTS}`);

export interface RetiredKg {
  projectId: string;
  vintageYear: number;
  kg: number;
}

interface Wanted {
  accountId: string;
  subaccountId: string | null;
  pieces: Piece[];
}

/** The kg of each project and vintage in the pieces together, by project and year. */
export async function sumTotals(sql: Sql, wanted: Wanted): Promise<RetiredKg[]> {
  const whole = wanted.pieces.filter(({ span }) => span !== null);
  const rests = wanted.pieces.filter(({ span }) => span === null);
  const iso = (ms: number) => new Date(ms).toISOString();
  const times = (pieces: Piece[]) => [
    pieces.map(({ fromMs }) => iso(fromMs)),
    pieces.map(({ beforeMs }) => iso(beforeMs)),
    pieces.map(({ sign }) => sign),
  ];
  const isWhole = rests.length === 0;
  const rows = await sql.query<{ project_id: string; vintage_year: number; kg: number }>(
    isWhole ? SUM_WHOLE : SUM_WITH_RESTS,
    [
      wanted.accountId,
      wanted.subaccountId ?? "",
      whole.map(({ span }) => span),
      ...times(whole),
      ...(isWhole ? [] : times(rests)),
    ],
  );
  return rows.map((row) => ({
    projectId: row.project_id,
    vintageYear: row.vintage_year,
    kg: row.kg,
  }));
}

// One statement, and so one snapshot: the parts and the months come to the same total.
const SUM_HISTORY: Statement = {
  name: "inventory-sum-history",
  text: `
    SELECT NULL::timestamptz AS starts_at, project_id, vintage_year, retired_kg AS kg
    FROM retirement_totals WHERE account_id = $1 AND subaccount_id = $2 AND span = 'all'
    UNION ALL
    SELECT starts_at, NULL, NULL, sum(retired_kg)::bigint
    FROM retirement_totals WHERE account_id = $1 AND subaccount_id = $2 AND span = 'month'
    GROUP BY starts_at
    ORDER BY starts_at, project_id, vintage_year`,
};

interface MonthKg {
  /** Its first instant, in UTC. */
  startsAt: Date;
  kg: number;
}

export interface RetiredHistory {
  /** Of all time, by project and year. */
  parts: RetiredKg[];
  /** Each month that has any, from the first on. */
  months: MonthKg[];
}

type HistoryRow =
  | { starts_at: Date; project_id: null; vintage_year: null; kg: number }
  | { starts_at: null; project_id: string; vintage_year: number; kg: number };

/** What was retired of each project and vintage, and in each month. */
export async function sumHistory(
  sql: Sql,
  wanted: Omit<Wanted, "pieces">,
): Promise<RetiredHistory> {
  const values = [wanted.accountId, wanted.subaccountId ?? ""];
  const history: RetiredHistory = { parts: [], months: [] };
  for (const row of await sql.query<HistoryRow>(SUM_HISTORY, values)) {
    const { kg } = row;
    if (row.starts_at !== null) history.months.push({ startsAt: row.starts_at, kg });
    else history.parts.push({ projectId: row.project_id, vintageYear: row.vintage_year, kg });
  }
  return history;
}

// A total names no mode: its account has one.
const SUM_OF_PROJECT: Statement = {
  name: "inventory-sum-of-project",
  text: `
    SELECT total.vintage_year, sum(total.retired_kg)::bigint AS kg
    FROM retirement_totals total
    JOIN accounts a ON a.id = total.account_id AND a.mode = $1
    WHERE total.project_id = $2 AND total.span = 'all' AND total.subaccount_id = ''
    GROUP BY total.vintage_year ORDER BY total.vintage_year`,
};

/** The kg of each vintage of a project that all accounts of the mode have retired. */
export async function sumOfProject(
  sql: Sql,
  wanted: { mode: Mode; projectId: string },
): Promise<{ vintageYear: number; kg: number }[]> {
  const values = [wanted.mode, wanted.projectId];
  const rows = await sql.query<{ vintage_year: number; kg: number }>(SUM_OF_PROJECT, values);
  return rows.map((row) => ({ vintageYear: row.vintage_year, kg: row.kg }));
}
