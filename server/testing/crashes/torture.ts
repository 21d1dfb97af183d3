// Crash points from the command line: `npm run torture -- crashes`.
import { type CrashChoice, readCrashChoice, runCrashes, USAGE } from "#testing/crashes/command";
import { openScratch } from "#testing/torture/scratch";

function choiceOf(args: string[], say: (text: string) => void): CrashChoice | null {
  try {
    if (!args.includes("--help")) return readCrashChoice(args);
    say(USAGE);
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    process.exitCode = 2;
  }
  return null;
}

/** Runs the points that are asked for. Returns whether nothing was wrong. */
export async function crashes(args: string[], say: (text: string) => void): Promise<boolean> {
  const choice = choiceOf(args, say);
  if (!choice) return process.exitCode === undefined;
  const dataFolder = process.env["CT_DATA_DIR"] || ".data";
  const scratch = await openScratch({ name: "torture", server: choice.server, durable: false });
  try {
    const { server, name: template, folder } = scratch;
    return await runCrashes(choice, { server, template, folder, dataFolder }, say);
  } finally {
    await scratch.close();
  }
}
