// The driver `npm run torture -- crashes`: which points run, and what is reported.
import path from "node:path";
import { Campaign, type Result } from "#testing/crashes/campaign";
import { diskBlocker, killAtWrites } from "#testing/crashes/disk-kills";
import { flows } from "#testing/crashes/flows";
import { Journal } from "#testing/crashes/journal";
import { nameOf, type Point, parsePoint, withSecondKills } from "#testing/crashes/points";
import { drawSome } from "#testing/seed";
import type { Options } from "#testing/world/command";
import type { Outcome } from "#testing/world/run";
import type { Scratch } from "#testing/world/scratch";

const ALL_SEEDS = "1-12";
const POINTS_PER_LINE = 500;

interface Selection {
  flows: readonly string[];
  seeds: readonly number[];
  point?: string | undefined;
  /** Number of points to draw by a text; without it, all. */
  draw?: { count: number; by: string };
}

type CrashOptions = Options<"seed" | "draw", "flow" | "seeds" | "point" | "by">;

function seedsOf(text: string): number[] {
  const [, from, to] = /^([1-9]\d*)-([1-9]\d*)$/.exec(text) ?? [];
  if (!from || !to) throw new Error("--seeds must be like 1-12");
  return Array.from(
    { length: Math.max(0, Number(to) - Number(from) + 1) },
    (_, at) => Number(from) + at,
  );
}

/** @throws Error */
function selectionOf({ sizes, choices, flags }: CrashOptions): Selection {
  const names = flows.map(({ name }) => name);
  const selected = choices.flow?.split(",") ?? names;
  const unknown = selected.find((name) => !names.includes(name));
  if (unknown) throw new Error(`"${unknown}" is not a flow; flows: ${names.join(", ")}`);
  const several = seedsOf(choices.seeds ?? (flags.has("all") ? ALL_SEEDS : "1-1"));
  return {
    flows: selected,
    seeds: sizes.seed > 0 ? [sizes.seed] : several,
    point: choices.point,
    ...(sizes.draw > 0 && { draw: { count: sizes.draw, by: choices.by ?? "" } }),
  };
}

/** Draws some of the points; the same text draws the same ones. */
export function drawPoints(points: readonly Point[], count: number, by: string): Point[] {
  return drawSome(points, { seed: by, count, nameOf });
}

/** The selected points, in order of flow and seed. */
export async function pointsFor(campaign: Campaign, selection: Selection): Promise<Point[]> {
  const { point, draw } = selection;
  if (point !== undefined) return [parsePoint(point)];
  const points: Point[] = [];
  for (const flow of selection.flows) {
    for (const seed of selection.seeds) points.push(...(await campaign.points(flow, seed)));
  }
  const all = withSecondKills(points);
  return draw ? drawPoints(all, draw.count, draw.by) : all;
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

/** Kills the server of `home` at each write of the selected flows. */
async function runDiskKills(
  campaign: Campaign,
  { flows: names, seeds }: Selection,
  { home, print }: { home: string; print: Options["print"] },
): Promise<Outcome> {
  const skipped = diskBlocker();
  if (skipped !== null) return { summary: "", faults: [], skipped };
  const faults: string[] = [];
  for (const flow of names) {
    for (const seed of seeds) {
      faults.push(...(await killAtWrites(campaign, { flow, seed, dataFolder: home }, print)));
    }
  }
  return { summary: `${names.length} flows at each write to disk`, faults };
}

/** Prints the names of the points. */
function list(points: readonly Point[], print: Options["print"]): Outcome {
  for (const point of points) print(nameOf(point));
  return { summary: `${points.length} points`, faults: [] };
}

async function runSelected(
  campaign: Campaign,
  points: readonly Point[],
  { journal, print }: { journal: Journal | null; print: Options["print"] },
): Promise<Outcome> {
  const left = points.filter((point) => !journal?.has(nameOf(point)));
  if (journal) print(`${left.length} of ${points.length} points still to run; see ${journal.file}`);
  const results: Result[] = [...(journal?.results ?? [])];
  await runPoints(campaign, left, (result) => {
    results.push(result);
    if (results.length % POINTS_PER_LINE === 0) print(`  ${results.length} run`);
    journal?.add(result);
    if (!result.wasHit) print(`  not reached: ${result.name}`);
    if (result.faults.length > 0) print([`FAULTY ${result.name}`, ...result.faults].join("\n  "));
  });
  const faulty = results.filter(({ faults }) => faults.length > 0);
  const missed = results.filter(({ wasHit }) => !wasHit).length;
  return {
    summary: `${results.length} points run, ${missed} not reached in their run`,
    faults: faulty.map(({ name }) => `${name} is faulty`),
  };
}

/** Runs the selected points. */
export async function crashes(options: CrashOptions, place: Scratch): Promise<Outcome> {
  const { flags, print } = options;
  const { server, name: template, home } = place;
  const selection = selectionOf(options);
  if (flags.has("disk") && place.location !== home)
    throw new Error("--disk needs an embedded server: omit --server");
  const campaign = await Campaign.open({ server, template });
  try {
    if (flags.has("disk")) return await runDiskKills(campaign, selection, { home, print });
    const points = await pointsFor(campaign, selection);
    print(
      `${points.length} points of ${selection.flows.length} flows and ${selection.seeds.length} seeds`,
    );
    if (flags.has("list")) return list(points, print);
    const folder = path.join(path.dirname(home), "crashes");
    const journal = flags.has("all") ? new Journal(folder, process.cwd()) : null;
    return await runSelected(campaign, points, { journal, print });
  } finally {
    await campaign.close();
  }
}
