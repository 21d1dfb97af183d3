import { Campaign } from "#testing/crashes/campaign";
import type { CrashOptions, Environment } from "#testing/crashes/command";
import { diskBlocker, writes } from "#testing/crashes/disk-kill";

/** More than any flow makes. */
const MAX_WRITES = 500;

interface DiskEnvironment extends Omit<Environment, "dataFolder"> {
  /** Data folder of the server to kill. */
  serverFolder: string;
}

type Print = (text: string) => void;

/** Returns the number of kills at this call, and of faulty runs among them. */
async function killAtEach(
  campaign: Campaign,
  at: { flow: string; seed: number; write: (typeof writes)[number]; serverFolder: string },
  print: Print,
): Promise<{ kills: number; faulty: number }> {
  const { flow, seed, write, serverFolder } = at;
  let faulty = 0;
  for (let nth = 1; nth <= MAX_WRITES; nth += 1) {
    const hit = { write, nth };
    const result = await campaign.runOverDisk({ flow, seed, hit }, serverFolder);
    if (result === null) return { kills: nth - 1, faulty };
    if (result.faults.length === 0) continue;
    faulty += 1;
    print([`FAULTY ${result.name}`, ...result.faults].join("\n  "));
  }
  throw new Error(`${flow}:${seed} makes ${write} more than ${MAX_WRITES} times`);
}

async function killAll(
  campaign: Campaign,
  { flow, seed, serverFolder }: { flow: string; seed: number; serverFolder: string },
  print: Print,
): Promise<number> {
  const counts: string[] = [];
  let wrong = 0;
  for (const write of writes) {
    const { kills, faulty } = await killAtEach(
      campaign,
      { flow, seed, write, serverFolder },
      print,
    );
    if (kills > 0) counts.push(`${write} ${kills} times`);
    wrong += faulty;
  }
  print(`${flow}:${seed}: the database was killed at ${counts.join(", ") || "no write"}`);
  return wrong;
}

/** Runs the selected flows and seeds. Returns true if there were no faults. */
export async function runDiskKills(
  options: Pick<CrashOptions, "flows" | "seeds">,
  { serverFolder, ...where }: DiskEnvironment,
  print: Print,
): Promise<boolean> {
  const blocker = diskBlocker();
  if (blocker !== null) {
    print(blocker);
    return true;
  }
  const campaign = await Campaign.open(where);
  let faulty = 0;
  try {
    for (const flow of options.flows) {
      for (const seed of options.seeds) {
        faulty += await killAll(campaign, { flow, seed, serverFolder }, print);
      }
    }
  } finally {
    await campaign.close();
  }
  return faulty === 0;
}
