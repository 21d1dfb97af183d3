// The operator's stock: lists of a million lots, and an import of 100,000 lots that reports
// progress and can be stopped.
import { database, type Sql, type Statement } from "#core/db";
import { listLots, listStock, listStockFilters } from "#domain/inventory";
import { createImport, getTask, startImport, stopTask } from "#domain/registries";
import { runJobs } from "#jobs/run-jobs";
import { recomputeTotals } from "#testing/bench/history";
import { closeLine, NEXT_LINE_KG } from "#testing/bench/line";
import { percentile, sortedNumbers } from "#testing/bench/load";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { openShop, settleTables } from "#testing/bench/seed";
import { makeStock, systemContext } from "#testing/factories";
import { fingerprint } from "#testing/tables";

const LOTS = 1_000_000;
const IMPORTED = 100_000;
const TIMES = 40;
const MAX_MS = 100;
const mode = "test";

const statement = (text: string): Statement => ({ name: "", text });

const LOT_ID = "'lot_' || lpad(n::text, 9, '0')";

// A tenth of the lots, the oldest, is used up. A replica runs no triggers, and so no foreign keys.
const ADD_LOTS = statement(`
  INSERT INTO credit_lots (mode, id, project_id, vintage_year, quantity_kg, retired_kg,
                           serial_number_range, serial_block, serial_first, serial_last, created_at,
                           registry, unit_kg, root_lot_id, line_start_kg)
  SELECT 'test', ${LOT_ID}, ($1::text[])[1 + n % cardinality($1::text[])],
         2010 + n / 7 % 15, 1000, CASE WHEN n % 10 = 0 THEN 1000 ELSE 0 END,
         'STK-' || n || '-' || n, 'STK-#-#', n, n, now(), 'verra', 1000, ${LOT_ID},
         ${NEXT_LINE_KG} + (n - 1) * 1000::bigint
  FROM generate_series(1, $2::int) AS n`);

async function seedLots(): Promise<string[]> {
  await openShop(1000);
  const { prisma } = database();
  const projects = await prisma.project.findMany({ where: { mode }, select: { id: true } });
  const ids = projects.map(({ id }) => id);
  await database().sqlTransaction(async (sql: Sql) => {
    await sql.query(statement("SET LOCAL session_replication_role = replica"), []);
    await sql.query(ADD_LOTS, [ids, LOTS]);
    await closeLine(sql);
  });
  await recomputeTotals();
  await settleTables();
  return ids;
}

/** Measures the 95th percentile. */
async function measure(label: string, work: (turn: number) => Promise<unknown>): Promise<Line> {
  const ms: number[] = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    const started = performance.now();
    await work(turn);
    ms.push(performance.now() - started);
  }
  const most = percentile(sortedNumbers(ms), 0.95) ?? 0;
  return {
    label,
    figure: `${formatNumber(most)} ms`,
    goal: { text: `≤ ${MAX_MS} ms`, isMet: most <= MAX_MS },
  };
}

async function timeLists(projectIds: string[]): Promise<Line[]> {
  const ctx = systemContext();
  const all = {
    mode,
    search: null,
    projectId: null,
    categoryId: null,
    vintageYear: null,
    only: null,
    limit: 20,
  } as const;
  const category = await database().prisma.projectCategory.findFirst({ where: { mode } });
  const somewhere = (turn: number) =>
    `lot_${String(1 + Math.floor(((turn * Math.SQRT2) % 1) * LOTS)).padStart(9, "0")}`;
  const stock = { mode, categoryId: null, withinDays: null, limit: 20 } as const;
  return [
    await measure("first page of lots", () => listLots(ctx, all)),
    await measure("a page after any lot", (turn) =>
      listLots(ctx, { ...all, starting_after: somewhere(turn) }),
    ),
    await measure("a page before any lot, with stock only", (turn) =>
      listLots(ctx, { ...all, only: "open", ending_before: somewhere(turn) }),
    ),
    await measure("a project's vintage", (turn) =>
      listLots(ctx, { ...all, projectId: projectIds[turn] ?? null, vintageYear: 2015 }),
    ),
    await measure("a category, with stock only", () =>
      listLots(ctx, { ...all, categoryId: category?.id ?? null, only: "open" }),
    ),
    await measure("stock by project, soonest to end first", () =>
      listStock(ctx, { ...stock, sort: { by: "days", isDown: false } }),
    ),
    await measure("filters", () => listStockFilters(ctx, { mode })),
  ];
}

/** Measures the lists of the stock. */
export async function benchStock(): Promise<Section[]> {
  const lines = await timeLists(await seedLots());
  return [{ title: `The operator's stock of ${formatNumber(LOTS)} lots`, lines }];
}

/** Runs queued jobs; calls `onProgress` for each new progress of the task. */
async function watch(id: string, onProgress?: (count: number) => Promise<void>) {
  const progress = new Set<string>();
  let isOver = false;
  const started = performance.now();
  const run = runJobs(systemContext()).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { phase, doneRows } = await getTask(systemContext(), { lane: mode, id });
    const step = `${phase} ${doneRows}`;
    if (doneRows === 0 || progress.has(step)) continue;
    progress.add(step);
    await onProgress?.(progress.size);
  }
  await run;
  const { state } = await getTask(systemContext(), { lane: mode, id });
  return { steps: progress.size, seconds: (performance.now() - started) / 1000, state };
}

async function uploadLots(): Promise<string> {
  const { tag } = await makeStock();
  const lots = Array.from({ length: IMPORTED }, (_, index) => ({
    id: `lot_${tag}_${index}`,
    project_id: `prj_${tag}_a`,
    vintage_year: 2020,
    quantity_kg: 1000,
    serial_number_range: `BIG-${tag}-${index + 1}-${index + 1}`,
  }));
  const text = JSON.stringify({ mode, credit_lots: lots });
  const files = [{ name: "lots.json", text }];
  const ctx = systemContext();
  return database()
    .transaction((db) => createImport({ ...ctx, db }, { mode, kind: "catalogue", files }))
    .then(({ id }) => id);
}

/** All tables except those of jobs and the audit log. */
async function ledger(): Promise<string> {
  const { jobs: _, job_files: __, audit_entries: ___, ...rest } = await fingerprint();
  return JSON.stringify(rest);
}

const start = (id: string) =>
  database().transaction((db) =>
    startImport({ ...systemContext(), db }, { mode, id, confirmPrices: false }),
  );

/** Measures a preview, a stopped import and a complete one. */
export async function benchImport(): Promise<Section[]> {
  const [stopped, whole] = [await uploadLots(), await uploadLots()];
  const before = await ledger();
  // Runs both previews, one after the other.
  await watch(stopped);
  const { state } = await getTask(systemContext(), { lane: mode, id: whole });
  if (state !== "checked") throw new Error("a preview did not end");
  await start(stopped);
  const stoppedRun = await watch(stopped, async (count) => {
    if (count === 10) await stopTask(systemContext(), { lane: mode, id: stopped });
  });
  const isUnchanged = (await ledger()) === before;
  await start(whole);
  const done = await watch(whole);
  const goal = (text: string, isMet: boolean) => ({ text, isMet });
  const lines: Line[] = [
    {
      label: "import",
      figure: `${formatNumber(done.seconds)} s`,
      goal: goal("done", done.state === "done"),
    },
    {
      label: "progress reports",
      figure: formatNumber(done.steps),
      goal: goal("≥ 3", done.steps >= 3),
    },
    {
      label: "a stopped import",
      figure: `${formatNumber(stoppedRun.seconds)} s`,
      note: "every table unchanged",
      goal: goal("all changes reverted", stoppedRun.state === "stopped" && isUnchanged),
    },
  ];
  return [{ title: `An import of ${formatNumber(IMPORTED)} lots`, lines }];
}
