// Outages of the whole product under orders: parts are killed, the disk fills, the clock steps.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask, findFaults, type Integrator, placeOrder, startOrdering } from "./orders";
import { type Part, type Product, startProduct } from "./product";

export interface Outcome {
  /** What was done, with figures. */
  did: string;
  /** Empty if everything held. */
  faults: string[];
  /** Why it could not be run here. */
  skipped?: string;
}

const PARTS: Part[] = ["PostgreSQL", "renderer", "server", "launcher"];
const BACK_WITHIN_MS = 120_000;
const DISK_MB = 700;

/** Runs `till check` against the product's database, beside the running product. */
function checkBooks(dataDir: string): string[] {
  const env = { ...process.env, CT_DATA_DIR: dataDir, CT_LOG_LEVEL: "error" };
  const options = { env, encoding: "utf8", timeout: 300_000 } as const;
  const { status, stdout } = spawnSync(
    process.execPath,
    ["server/boot.mjs", "till", "check"],
    options,
  );
  return status === 0 ? [] : [`till check failed: ${stdout.trim().slice(-1000)}`];
}

/** Ends what runs, and adds what broke on the way to the faults. */
async function withProduct(
  dataDir: string,
  work: (product: Product, faults: string[]) => Promise<string>,
): Promise<Outcome> {
  const faults: string[] = [];
  const product = await startProduct(dataDir);
  let did = "";
  try {
    did = await work(product, faults);
  } catch (error) {
    faults.push(`${error instanceof Error ? error.message : error}\n${product.output()}`);
  } finally {
    await product.stop();
  }
  return { did, faults };
}

function inWords(answers: Record<string, number>): string {
  return Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ");
}

type Outage = (product: Product, integrator: Integrator, faults: string[]) => Promise<string>;

/** Orders go on during the outage. Afterwards each that was acknowledged is there, and fulfilled. */
function underOrders(dataDir: string, outage: Outage): Promise<Outcome> {
  return withProduct(dataDir, async (product, faults) => {
    const integrator = startOrdering(product);
    const did = await outage(product, integrator, faults).finally(() => integrator.stop());
    const { acknowledged, answers } = integrator;
    faults.push(...(await findFaults(product, acknowledged)), ...checkBooks(dataDir));
    const unexpected = Object.keys(answers).filter((it) => !/^(none|201|409|503)$/.test(it));
    for (const status of unexpected) faults.push(`an order was answered with ${status}`);
    const orders = `${acknowledged.length} orders acknowledged and present (${inWords(answers)})`;
    return `${did}; ${orders}`;
  });
}

/** Kills each part `rounds` times under orders: none is lost, and orders come back by themselves. */
export function kills(dataDir: string, rounds: number): Promise<Outcome> {
  return underOrders(dataDir, async (product, integrator) => {
    const back: Partial<Record<Part, number[]>> = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const part of PARTS) {
        await sleep(500 + Math.random() * 1000);
        await product.kill(part);
        const ms = await integrator.awaitNext(BACK_WITHIN_MS);
        back[part] = [...(back[part] ?? []), ms];
      }
    }
    const times = Object.entries(back).map(([part, ms]) => `${part} ${ms.join("/")} ms`);
    return `${rounds * PARTS.length} kills; orders again after: ${times.join(", ")}`;
  });
}

function fill(file: string): void {
  const block = Buffer.alloc(1024 * 1024, 1);
  const descriptor = fs.openSync(file, "a");
  try {
    for (;;) fs.writeSync(descriptor, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Mounts a small disk; null where this user or machine can't. */
function mountDisk(folder: string): (() => void) | null {
  const size = `size=${DISK_MB}m,mode=0755`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  return () => execFileSync("umount", ["-l", folder]);
}

/** Fills the disk under orders: writes fail with 503, reads go on, and both are back with space. */
export async function fullDisk(dataDir: string): Promise<Outcome> {
  const unmount = mountDisk(dataDir);
  if (!unmount) return { did: "", faults: [], skipped: "a disk can't be mounted here" };
  try {
    return await underOrders(dataDir, async (product, integrator, faults) => {
      await sleep(3000);
      const filler = path.join(dataDir, "filler");
      fill(filler);
      await sleep(8000);
      const read = await ask(product, "/v1/orders?limit=1");
      if (read.status !== 200) {
        faults.push(`a read on a full disk was answered with ${read.status}`);
      }
      fs.rmSync(filler);
      const backMs = await integrator.awaitNext(BACK_WITHIN_MS);
      return `orders again ${backMs} ms after space was freed`;
    });
  } finally {
    unmount();
  }
}

function hasFaketime(): boolean {
  return spawnSync("faketime", ["--version"]).status === 0;
}

function fakeClock(offset: string): Record<string, string> {
  const script = 'printf %s "$LD_PRELOAD"';
  const preload = execFileSync("faketime", ["-f", offset, "sh", "-c", script], {
    encoding: "utf8",
  });
  return { LD_PRELOAD: preload, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}

/** Steps the server's clock: the newest page always starts with the newest orders. */
export async function clockSteps(dataDir: string): Promise<Outcome> {
  if (!hasFaketime()) return { did: "", faults: [], skipped: "faketime isn't installed" };
  return withProduct(dataDir, async (product, faults) => {
    const offsets = ["+0", "-2h", "+2d", "-5d", "+0"];
    let orders = 0;
    for (const offset of offsets) {
      await product.restart(fakeClock(offset));
      for (let n = 0; n < 10; n += 1) {
        const { status, body } = await placeOrder(product, `${offset}-${orders}`);
        const { id } = (body ?? {}) as { id?: string };
        const page = await ask(product, "/v1/orders?limit=1");
        const newest = (page.body as { data?: { id: string }[] } | null)?.data?.[0]?.id;
        if (status !== 201) faults.push(`clock ${offset}: an order was answered with ${status}`);
        else if (newest !== id) faults.push(`clock ${offset}: the newest page lacks ${id}`);
        orders += 1;
      }
    }
    await product.restart({});
    faults.push(...checkBooks(dataDir));
    return `${orders} orders at clocks ${offsets.join(", ")}, each first on the newest page`;
  });
}
