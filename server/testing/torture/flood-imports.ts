// Sells while the operator's own work runs: a first import of a whole registry, and a year of
// retirements that a registry confirms at once.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { faultsOf, figuresOf, type Load, newLoad } from "#testing/torture/flood-load";
import { addRegistryBacklog } from "#testing/torture/registry-backlog";
import { verraExport } from "#testing/verra-export";
import { startProgram } from "#testing/world/programs";
import { selectOne } from "#testing/world/sql";

const IMPORTED_ROWS = 200_000;
const CONFIRMED_ORDERS = 100_000;
const MAX_IMPORT_MS = 180_000;
const MAX_CONFIRMING_MS = 600_000;
const MAX_MATCHING_S = 2;
const SETTLE_MS = 5000;

export interface OwnWork {
  folder: string;
  portfolioId: string;
  /** The same load while nothing else ran. */
  alone: Load;
  /** Sells for some seconds. */
  sell: () => Promise<Load>;
  print: (line: string) => void;
}

/** Sells until the work is over. */
async function sellWhile(isOver: () => Promise<boolean>, { sell }: OwnWork): Promise<Load> {
  const all = newLoad();
  do {
    const { ms, ids, failures } = await sell();
    for (const kind of ["orders", "sessions", "payments"] as const) all.ms[kind].push(...ms[kind]);
    all.ids.push(...ids);
    for (const [what, count] of Object.entries(failures)) {
      all.failures[what] = (all.failures[what] ?? 0) + count;
    }
  } while (!(await isOver()));
  return all;
}

const COUNT_LATE = `
  SELECT count(*)::int AS count, max(extract(epoch FROM settled_at - created_at))::float8 AS s
  FROM orders WHERE id = ANY ($1::text[])
    AND (state <> 'fulfilled' OR settled_at - created_at > make_interval(secs => $2))`;

async function judge(name: string, load: Load, { alone }: OwnWork): Promise<string[]> {
  await sleep(SETTLE_MS);
  const values = [load.ids, MAX_MATCHING_S];
  const late = await selectOne<{ count: number; s: number }>(COUNT_LATE, values);
  return [
    ...faultsOf(name, load, alone),
    ...(late.count
      ? [`${name}: ${late.count} orders not matched in ${MAX_MATCHING_S} s, at most ${late.s} s`]
      : []),
  ];
}

async function sellDuringImport(work: OwnWork) {
  const name = `import of ${IMPORTED_ROWS} rows`;
  const file = path.join(work.folder, "verra.csv");
  fs.writeFileSync(file, verraExport({ rows: IMPORTED_ROWS }));
  const startedAt = performance.now();
  const command = await startProgram({
    file: "server/till.ts",
    args: ["lots", "import", file, "--registry", "verra", "--mode", "test"],
    env: {},
    ready: /Importing|Imported/,
    output: path.join(work.folder, "import.log"),
  });
  const load = await sellWhile(async () => command.hasEnded(), work);
  const tookMs = performance.now() - startedAt;
  const seconds = Math.round(tookMs / 1000);
  work.print(figuresOf(name, load, `in ${seconds} s`));
  const faults = await judge(name, load, work);
  if (command.exitCode() !== 0) faults.push(`${name}: ${command.exitReport()}`);
  if (tookMs > MAX_IMPORT_MS) faults.push(`${name}: took ${seconds} s`);
  return { ids: load.ids, faults };
}

async function sellDuringConfirmations(work: OwnWork) {
  const name = `${CONFIRMED_ORDERS} confirmations of a registry`;
  const accountId = await addRegistryBacklog(work.portfolioId, CONFIRMED_ORDERS);
  const startedAt = performance.now();
  const where = { accountId, registryStatus: { not: "retired" } };
  const countLeft = () => database().prisma.order.count({ where });
  const isLate = () => performance.now() - startedAt > MAX_CONFIRMING_MS;
  const load = await sellWhile(async () => (await countLeft()) === 0 || isLate(), work);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  work.print(figuresOf(name, load, `in ${seconds} s`));
  const faults = await judge(name, load, work);
  const left = await countLeft();
  if (left > 0) faults.push(`${name}: ${left} orders are not retired in time`);
  return { ids: load.ids, faults };
}

/** Runs both beside orders. */
export async function sellDuringOwnWork(
  work: OwnWork,
): Promise<{ ids: string[]; faults: string[] }> {
  const confirming = await sellDuringConfirmations(work);
  const importing = await sellDuringImport(work);
  return {
    ids: [...confirming.ids, ...importing.ids],
    faults: [...confirming.faults, ...importing.faults],
  };
}
