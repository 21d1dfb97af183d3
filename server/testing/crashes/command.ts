// The command line of `npm run torture -- crashes`.
import path from "node:path";
import { parseArgs } from "node:util";
import { Campaign, type Result } from "#testing/crashes/campaign";
import { runDiskKills } from "#testing/crashes/disk-kills";
import { flows } from "#testing/crashes/flows";
import { Journal } from "#testing/crashes/journal";
import { nameOf, type Point, parsePoint, withSecondKills } from "#testing/crashes/points";
import { drawSome } from "#testing/seed";
import { openScratch } from "#testing/torture/scratch";

const USAGE = `Usage: npm run torture -- crashes [options]
  --flow NAME     one flow, or several with commas (all)
  --seed N        seed of the flows' initial states (1)
  --seeds A-B     all seeds from A to B: several processes can share the work
  --all           seeds 1-12 unless given; keeps a journal, and continues where an earlier run ended
  --point NAME    one point, as printed: "pay:1:after checkout-save-payment"
  --disk          kill PostgreSQL itself instead, at each of its writes to disk (needs strace)
  --draw N        N random points, drawn by --by
  --by TEXT       text to draw by, such as a commit's hash
  --list          print the points' names without running them
  --server URL    PostgreSQL server to create databases on, instead of an embedded one
`;

const ALL_SEEDS = "1-12";
const POINTS_PER_LINE = 500;

export interface CrashOptions {
  flows: string[];
  seeds: number[];
  point: string | undefined;
  draw: number | undefined;
  by: string;
  isAll: boolean;
  isList: boolean;
  isDisk: boolean;
  server: string | undefined;
}

function positiveInt(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a positive integer`);
}

function seedsOf(text: string): number[] {
  const [, from = "", to = ""] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  const [first, last] = [positiveInt("seeds", from), positiveInt("seeds", to)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

/** Reads the arguments after `crashes`. @throws Error */
function readCrashOptions(args: string[]): CrashOptions {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ flow: text, seed: text, seeds: text, point: text, draw: text, by: text, server: text },
      ...{ all: flag, list: flag, disk: flag },
    },
  });
  const { seed, seeds, point, draw, by = "", server } = values;
  const several = seedsOf(seeds ?? (values.all ? ALL_SEEDS : "1-1"));
  const names = flows.map(({ name }) => name);
  const selected = values.flow?.split(",") ?? names;
  const unknown = selected.find((name) => !names.includes(name));
  if (unknown) throw new Error(`"${unknown}" is not a flow; flows: ${names.join(", ")}`);
  return {
    flows: selected,
    seeds: seed === undefined ? several : [positiveInt("seed", seed)],
    point,
    draw: draw === undefined ? undefined : positiveInt("draw", draw),
    by,
    isAll: values.all,
    isList: values.list,
    isDisk: values.disk,
    server,
  };
}

/** Draws some of the points; the same text draws the same ones. */
export function drawPoints(points: readonly Point[], count: number, by: string): Point[] {
  return drawSome(points, { seed: by, count, nameOf });
}

/** The selected points, in order of flow and seed. */
export async function pointsFor(
  campaign: Campaign,
  options: Pick<CrashOptions, "flows" | "seeds" | "point" | "draw" | "by">,
): Promise<Point[]> {
  if (options.point !== undefined) return [parsePoint(options.point)];
  const points: Point[] = [];
  for (const flow of options.flows) {
    for (const seed of options.seeds) points.push(...(await campaign.points(flow, seed)));
  }
  const all = withSecondKills(points);
  return options.draw === undefined ? all : drawPoints(all, options.draw, options.by);
}

/** Runs the points; `report` gets each result, including those of database checks. */
export async function runPoints(
  campaign: Campaign,
  points: readonly Point[],
  report: (result: Result) => void,
): Promise<void> {
  for (const point of points) {
    report(await campaign.run(point));
    if (!campaign.isCheckDue) continue;
    for (const result of await campaign.check()) report(result);
  }
  for (const result of await campaign.check()) report(result);
}

export interface Environment {
  server: string;
  template: string;
  folder: string;
  dataFolder: string;
}

/** Runs the selected points. Returns true if there were no faults. */
async function runCrashes(
  options: CrashOptions,
  { dataFolder, ...where }: Environment,
  print: (text: string) => void,
): Promise<boolean> {
  const campaign = await Campaign.open(where);
  const journal = options.isAll
    ? new Journal(path.join(dataFolder, "crashes"), process.cwd())
    : null;
  const started = performance.now();
  try {
    const points = await pointsFor(campaign, options);
    print(
      `${points.length} points of ${options.flows.length} flows and ${options.seeds.length} seeds`,
    );
    if (options.isList) {
      for (const point of points) print(nameOf(point));
      return true;
    }
    const left = points.filter((point) => !journal?.has(nameOf(point)));
    if (journal) print(`${left.length} of them still to run; see ${journal.file}`);
    const results: Result[] = [...(journal?.results ?? [])];
    await runPoints(campaign, left, (result) => {
      results.push(result);
      if (results.length % POINTS_PER_LINE === 0) print(`  ${results.length} run`);
      journal?.add(result);
      if (result.faults.length > 0) print([`FAULTY ${result.name}`, ...result.faults].join("\n  "));
    });
    const faulty = results.filter(({ faults }) => faults.length > 0).length;
    const missed = results.filter(({ wasHit }) => !wasHit).length;
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    const rest = missed > 0 ? `; ${missed} not reached in their run` : "";
    print(`${results.length} points run, ${faulty} faulty${rest} (${minutes} min)`);
    return faulty === 0;
  } finally {
    await campaign.close();
  }
}

function optionsOf(args: string[], print: (text: string) => void): CrashOptions | null {
  try {
    if (!args.includes("--help")) return readCrashOptions(args);
    print(USAGE);
  } catch (error) {
    print(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exitCode = 2;
  }
  return null;
}

/** Runs `npm run torture -- crashes`. Returns true if there were no faults. */
export async function crashes(args: string[], print: (text: string) => void): Promise<boolean> {
  const options = optionsOf(args, print);
  if (!options) return process.exitCode === undefined;
  const dataFolder = process.env["CT_DATA_DIR"] || ".data";
  if (options.isDisk && options.server)
    throw new Error("--disk needs an embedded server: omit --server");
  const name = options.isDisk ? "torture-disk" : "torture";
  const { server: given, isDisk: durable } = options;
  const scratch = await openScratch({ name, server: given, durable });
  try {
    const { server, name: template, folder } = scratch;
    const serverFolder = path.resolve(dataFolder, name);
    if (durable) {
      return await runDiskKills(options, { server, template, folder, serverFolder }, print);
    }
    return await runCrashes(options, { server, template, folder, dataFolder }, print);
  } finally {
    await scratch.close();
  }
}
