// Floods the server while a shop sells: each order, session and payment must get its response in
// time, orders must be matched, and memory must not grow.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "#core/db";
import { sellDuringOwnWork } from "#testing/torture/flood-imports";
import { faultsOf, figuresOf, type LoadSize, runLoad } from "#testing/torture/flood-load";
import { type Flood, floodsOf } from "#testing/torture/flood-plans";
import { awaitMatched, openShop, type Shop } from "#testing/torture/flood-shop";
import { auditDatabase } from "#testing/world/judge";
import { type Program, startProgram } from "#testing/world/programs";
import { type Outcome, waitUntil } from "#testing/world/run";

export interface FloodSize extends LoadSize {
  folder: string;
  /** Parts of the names of floods to run; empty for all. */
  only: readonly string[];
}

const MAX_MATCH_MS = 2000;
const MAX_MEMORY_RATIO = 1.2;
/** Longer than an idle server takes to return memory to the system. */
const MEMORY_MS = 60_000;
/** Time for the server to recover after a flood. */
const REST_MS = 1500;

async function startFlood(shop: Shop, flood: Flood, folder: string): Promise<Program> {
  const plan = path.join(folder, "flood.json");
  fs.writeFileSync(plan, JSON.stringify({ ...flood, port: shop.port }));
  const program = await startProgram({
    file: "server/testing/torture/flood-client.ts",
    env: {},
    ready: /The flood is running/,
    output: path.join(folder, "flood.log"),
    args: [plan],
  });
  // Gives the server priority, as strangers would use CPUs of their own.
  os.setPriority(program.pid, os.constants.priority.PRIORITY_LOW);
  return program;
}

/** Megabytes that the process occupies; 0 where the system doesn't report them. */
function megabytesOf({ pid }: Program): number {
  try {
    const [, kilobytes] =
      /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}

async function memoryFaults({ server }: Shop, before: number): Promise<string[]> {
  const most = before * MAX_MEMORY_RATIO;
  const how = { timeoutMs: MEMORY_MS, pauseMs: 1000 };
  if (await waitUntil(() => megabytesOf(server) <= most, how)) return [];
  return [`the server occupies ${megabytesOf(server)} MB, and had ${before} before the floods`];
}

/** Runs one flood after the other while the shop sells; `print` gets each one's figures. */
export async function floods(size: FloodSize, print: (line: string) => void): Promise<Outcome> {
  const { folder, only } = size;
  const shop = await openShop(folder);
  // Warms up the code and the key's cache.
  await runLoad(shop, { ...size, seconds: 2 });
  const alone = await runLoad(shop, size);
  const before = megabytesOf(shop.server);
  print(figuresOf("no flood", alone, `${before} MB`));
  const faults = faultsOf("no flood", alone, null);
  const ids = [...alone.ids];
  const isSelected = (name: string) =>
    only.length === 0 || only.some((part) => name.includes(part));
  for (const [name, flood] of Object.entries(floodsOf(shop))) {
    if (!isSelected(name)) continue;
    const program = await startFlood(shop, flood, folder);
    const load = await runLoad(shop, size);
    const matchMs = await awaitMatched(load.ids);
    await program.stop();
    const log = fs.readFileSync(path.join(folder, "flood.log"), "utf8");
    const counted = /counted .*/.exec(log)?.[0] ?? "";
    const rest = `matched in ${Math.round(matchMs)} ms; ${megabytesOf(shop.server)} MB; ${counted}`;
    print(figuresOf(name, load, rest));
    faults.push(...faultsOf(name, load, alone));
    if (matchMs > MAX_MATCH_MS) faults.push(`${name}: orders are matched after ${matchMs} ms`);
    ids.push(...load.ids);
    await sleep(REST_MS);
  }
  if (isSelected("own work")) {
    const sell = () => runLoad(shop, size);
    const { portfolioId } = shop;
    const own = await sellDuringOwnWork({ folder, portfolioId, alone, sell, print });
    faults.push(...own.faults);
    ids.push(...own.ids);
  }
  await awaitMatched(ids);
  faults.push(...(await memoryFaults(shop, before)));
  await shop.server.stop();
  const present = await database().prisma.order.count({ where: { id: { in: ids } } });
  if (present !== ids.length)
    faults.push(`${ids.length - present} acknowledged orders are missing`);
  faults.push(...(await auditDatabase()));
  const summary = `${ids.length} orders acknowledged during floods, ${present} stored`;
  return { summary, faults };
}
