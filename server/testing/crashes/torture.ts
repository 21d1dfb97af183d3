// Crash points from the command line: `npm run torture -- crashes`.
import path from "node:path";
import { type CrashChoice, readCrashChoice, runCrashes, USAGE } from "#testing/crashes/command";
import { runDiskDeaths } from "#testing/crashes/disk-deaths";
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
  if (choice.isDisk && choice.server) throw new Error("--disk kills a server of its own");
  const name = choice.isDisk ? "torture-disk" : "torture";
  const { server: given, isDisk: durable } = choice;
  const scratch = await openScratch({ name, server: given, durable });
  try {
    const { server, name: template, folder } = scratch;
    const serverFolder = path.resolve(dataFolder, name);
    if (durable) {
      return await runDiskDeaths(choice, { server, template, folder, serverFolder }, say);
    }
    return await runCrashes(choice, { server, template, folder, dataFolder }, say);
  } finally {
    await scratch.close();
  }
}
