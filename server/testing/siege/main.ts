// `npm run siege`: `npm start` with its programs killed, a full disk, and clock steps.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { driver, runDriver } from "#testing/world/command";
import type { Outcome } from "#testing/world/run";

async function withFolder(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-siege-"));
  try {
    return await work(folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const siege = driver({
  sizes: { rounds: [3, "number of kills per part of the product"] },
  choices: { only: ["NAME", "one part: kills, disk or clock"] },
  isAlone: true,
  partsOf({ sizes, choices }) {
    const load = () => import("./outages");
    const parts = {
      kills: () => withFolder(async (folder) => (await load()).kills(folder, sizes.rounds)),
      disk: () => withFolder(async (folder) => (await load()).fullDisk(folder)),
      clock: () => withFolder(async (folder) => (await load()).clockSteps(folder)),
    };
    const { only } = choices;
    if (only && !(only in parts)) throw new Error(`"${only}" is not a part`);
    return Object.entries(parts).filter(([name]) => !only || name === only);
  },
});

// The product has its own database.
delete process.env["DATABASE_URL"];
await runDriver("siege --", siege, process.argv.slice(2));
