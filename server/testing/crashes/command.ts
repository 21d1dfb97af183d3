// `npm run torture -- crashes`: which points are asked for, and what is printed of them.
import { createHash } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { Campaign, type Result } from "#testing/crashes/campaign";
import { flows } from "#testing/crashes/flows";
import { Journal } from "#testing/crashes/journal";
import { nameOf, type Point, parsePoint } from "#testing/crashes/points";
import { withSecondDeaths } from "#testing/crashes/second-deaths";

export const USAGE = `Usage: npm run torture -- crashes [options]
  --flow NAME     one flow, or several with commas (all)
  --seed N        the seed that draws what the flows start from (1)
  --seeds A-B     all seeds from A to B: several processes may run some each
  --all           seeds 1-12 unless others are named, noting what was run: begun again, it goes on
                  where it ended
  --point NAME    one point, as printed: "pay:1:after checkout-save-payment"
  --disk          kill PostgreSQL itself instead, at each of its writes to disk (needs strace)
  --draw N        N of the points, drawn by --by
  --by TEXT       what draws them: a commit's hash, for example
  --list          print the points' names and run none
  --server URL    a PostgreSQL on which to make the databases, in place of an embedded one
`;

const ALL_SEEDS = "1-12";
const POINTS_A_LINE = 500;

export interface CrashChoice {
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

function whole(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new Error(`--${name} must be a whole number from 1`);
}

function seedsOf(text: string): number[] {
  const [, from = "", to = ""] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  const [first, last] = [whole("seeds", from), whole("seeds", to)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

/** Reads the arguments after `crashes`. @throws Error */
export function readCrashChoice(args: string[]): CrashChoice {
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
  const wanted = values.flow?.split(",") ?? names;
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new Error(`"${unknown}" is no flow: ${names.join(", ")}`);
  return {
    flows: wanted,
    seeds: seed === undefined ? several : [whole("seed", seed)],
    point,
    draw: draw === undefined ? undefined : whole("draw", draw),
    by,
    isAll: values.all,
    isList: values.list,
    isDisk: values.disk,
    server,
  };
}

/** Some of the points; the same text draws the same ones. */
export function drawPoints(points: readonly Point[], count: number, by: string): Point[] {
  const rank = (point: Point) =>
    createHash("sha256")
      .update(`${by}/${nameOf(point)}`)
      .digest("hex");
  const ranked = points.map((point) => ({ point, rank: rank(point) }));
  return ranked
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ point }) => point);
}

/** The points that are asked for; those of one flow and seed stand together. */
export async function pointsFor(
  campaign: Campaign,
  choice: Pick<CrashChoice, "flows" | "seeds" | "point" | "draw" | "by">,
): Promise<Point[]> {
  if (choice.point !== undefined) return [parsePoint(choice.point)];
  const points: Point[] = [];
  for (const flow of choice.flows) {
    for (const seed of choice.seeds) points.push(...(await campaign.points(flow, seed)));
  }
  const all = withSecondDeaths(points);
  return choice.draw === undefined ? all : drawPoints(all, choice.draw, choice.by);
}

/** Runs the points; `tell` gets each result, faults of the whole database among them. */
export async function runPoints(
  campaign: Campaign,
  points: readonly Point[],
  tell: (result: Result) => void,
): Promise<void> {
  for (const point of points) {
    tell(await campaign.run(point));
    if (!campaign.isCheckDue) continue;
    for (const result of await campaign.check()) tell(result);
  }
  for (const result of await campaign.check()) tell(result);
}

export interface Where {
  server: string;
  template: string;
  folder: string;
  dataFolder: string;
}

/** Runs what is asked for. Returns whether nothing was wrong. */
export async function runCrashes(
  choice: CrashChoice,
  { dataFolder, ...where }: Where,
  say: (text: string) => void,
): Promise<boolean> {
  const campaign = await Campaign.open(where);
  const journal = choice.isAll
    ? new Journal(path.join(dataFolder, "crashes"), process.cwd())
    : null;
  const started = performance.now();
  try {
    const points = await pointsFor(campaign, choice);
    say(`${points.length} points of ${choice.flows.length} flows and ${choice.seeds.length} seeds`);
    if (choice.isList) {
      for (const point of points) say(nameOf(point));
      return true;
    }
    const left = points.filter((point) => !journal?.has(nameOf(point)));
    if (journal) say(`${left.length} of them are left to run; see ${journal.file}`);
    const results: Result[] = [...(journal?.results ?? [])];
    await runPoints(campaign, left, (result) => {
      results.push(result);
      if (results.length % POINTS_A_LINE === 0) say(`  ${results.length} run`);
      journal?.add(result);
      if (result.faults.length > 0) say([`FAULTY ${result.name}`, ...result.faults].join("\n  "));
    });
    const faulty = results.filter(({ faults }) => faults.length > 0).length;
    const missed = results.filter(({ wasHit }) => !wasHit).length;
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    const rest = missed > 0 ? `; ${missed} were not reached in their run` : "";
    say(`${results.length} points run, ${faulty} faulty${rest} (${minutes} min)`);
    return faulty === 0;
  } finally {
    await campaign.close();
  }
}
