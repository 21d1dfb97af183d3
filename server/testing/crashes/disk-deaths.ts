// Kills the database at each of its writes to disk, flow by flow.
import { Campaign } from "#testing/crashes/campaign";
import type { CrashChoice, Where } from "#testing/crashes/command";
import { diskObstacle, writes } from "#testing/crashes/disk-death";

/** No flow writes more often. */
const MOST_WRITES = 500;

interface DiskWhere extends Omit<Where, "dataFolder"> {
  /** The folder of the server that is killed. */
  serverFolder: string;
}

type Say = (text: string) => void;

/** Returns how often the flow makes this call, and how many of the deaths at it came out wrong. */
async function killAtEach(
  campaign: Campaign,
  at: { flow: string; seed: number; write: (typeof writes)[number]; serverFolder: string },
  say: Say,
): Promise<{ deaths: number; faulty: number }> {
  const { flow, seed, write, serverFolder } = at;
  let faulty = 0;
  for (let nth = 1; nth <= MOST_WRITES; nth += 1) {
    const hit = { write, nth };
    const result = await campaign.runOverDisk({ flow, seed, hit }, serverFolder);
    if (result === null) return { deaths: nth - 1, faulty };
    if (result.faults.length === 0) continue;
    faulty += 1;
    say([`FAULTY ${result.name}`, ...result.faults].join("\n  "));
  }
  throw new Error(`${flow}:${seed} makes ${write} more than ${MOST_WRITES} times`);
}

async function killAll(
  campaign: Campaign,
  { flow, seed, serverFolder }: { flow: string; seed: number; serverFolder: string },
  say: Say,
): Promise<number> {
  const counts: string[] = [];
  let wrong = 0;
  for (const write of writes) {
    const { deaths, faulty } = await killAtEach(campaign, { flow, seed, write, serverFolder }, say);
    if (deaths > 0) counts.push(`${write} ${deaths} times`);
    wrong += faulty;
  }
  say(`${flow}:${seed}: the database was killed at ${counts.join(", ") || "no write"}`);
  return wrong;
}

/** Runs the flows and seeds that are asked for. Returns whether nothing was wrong. */
export async function runDiskDeaths(
  choice: Pick<CrashChoice, "flows" | "seeds">,
  { serverFolder, ...where }: DiskWhere,
  say: Say,
): Promise<boolean> {
  const blocker = diskObstacle();
  if (blocker !== null) {
    say(blocker);
    return true;
  }
  const campaign = await Campaign.open(where);
  let faulty = 0;
  try {
    for (const flow of choice.flows) {
      for (const seed of choice.seeds) {
        faulty += await killAll(campaign, { flow, seed, serverFolder }, say);
      }
    }
  } finally {
    await campaign.close();
  }
  return faulty === 0;
}
