// Outages of the whole product while orders are placed: parts are killed, the disk fills up, the
// clock steps.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { idIn } from "#testing/world/clients";
import { formatCounts, type Outcome } from "#testing/world/run";
import { findFaults, type Integrator, jsonOf, placeOrder, read, startOrdering } from "./orders";
import { type Part, type Product, startProduct } from "./product";

const PARTS: Part[] = ["PostgreSQL", "renderer", "server", "launcher"];
const RECOVERY_TIMEOUT_MS = 120_000;
const DISK_MB = 700;

/** Runs `till check` against the product's database while it runs. */
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

/** Stops the product at the end, and reports errors on the way as faults. */
async function withProduct(
  dataDir: string,
  work: (product: Product, faults: string[]) => Promise<string>,
): Promise<Outcome> {
  const faults: string[] = [];
  const product = await startProduct(dataDir);
  let summary = "";
  try {
    summary = await work(product, faults);
  } catch (error) {
    faults.push(`${error instanceof Error ? error.message : error}\n${product.output()}`);
  } finally {
    await product.stop();
  }
  return { summary, faults };
}

type Outage = (product: Product, integrator: Integrator, faults: string[]) => Promise<string>;

/**
 * Places orders during the outage. Afterwards each acknowledged one must be stored and fulfilled.
 */
function whileOrdering(dataDir: string, outage: Outage): Promise<Outcome> {
  return withProduct(dataDir, async (product, faults) => {
    const integrator = startOrdering(product);
    const summary = await outage(product, integrator, faults).finally(() => integrator.stop());
    const { acknowledged, responses: counts } = integrator;
    faults.push(...(await findFaults(product, acknowledged)), ...checkBooks(dataDir));
    const unexpected = Object.keys(counts).filter((it) => !/^(none|201|409|503)$/.test(it));
    for (const status of unexpected) faults.push(`placing an order returned ${status}`);
    const orders = `${acknowledged.length} orders acknowledged and stored (${formatCounts(counts)})`;
    return `${summary}; ${orders}`;
  });
}

/**
 * Kills each part `rounds` times while orders are placed: none is lost, and the product recovers by
 * itself.
 */
export function kills(dataDir: string, rounds: number): Promise<Outcome> {
  return whileOrdering(dataDir, async (product, integrator) => {
    const recoveryMs: Partial<Record<Part, number[]>> = {};
    for (let round = 0; round < rounds; round += 1) {
      for (const part of PARTS) {
        await sleep(500 + Math.random() * 1000);
        await product.kill(part);
        const ms = await integrator.awaitNext(RECOVERY_TIMEOUT_MS);
        recoveryMs[part] = [...(recoveryMs[part] ?? []), ms];
      }
    }
    const times = Object.entries(recoveryMs).map(([part, ms]) => `${part} ${ms.join("/")} ms`);
    return `${rounds * PARTS.length} kills; time until the next order: ${times.join(", ")}`;
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

/** Mounts a small disk; null if this user or machine can't. */
function mountDisk(folder: string): (() => void) | null {
  const size = `size=${DISK_MB}m,mode=0755`;
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  return () => execFileSync("umount", ["-l", folder]);
}

/**
 * Fills the disk while orders are placed: writes fail with 503, reads work, and writes recover once
 * there is space.
 */
export async function fullDisk(dataDir: string): Promise<Outcome> {
  const unmount = mountDisk(dataDir);
  if (!unmount) return { summary: "", faults: [], skipped: "a disk can't be mounted here" };
  try {
    return await whileOrdering(dataDir, async (product, integrator, faults) => {
      await sleep(3000);
      const filler = path.join(dataDir, "filler");
      fill(filler);
      await sleep(8000);
      const { status } = await read(product, "/orders?limit=1");
      if (status !== 200) faults.push(`a read on a full disk returned ${status}`);
      fs.rmSync(filler);
      const backMs = await integrator.awaitNext(RECOVERY_TIMEOUT_MS);
      return `next order ${backMs} ms after space was freed`;
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

/** Steps the server's clock: the newest page must start with the newest order. */
export async function clockSteps(dataDir: string): Promise<Outcome> {
  if (!hasFaketime()) return { summary: "", faults: [], skipped: "faketime isn't installed" };
  return withProduct(dataDir, async (product, faults) => {
    const offsets = ["+0", "-2h", "+2d", "-5d", "+0"];
    let orders = 0;
    for (const offset of offsets) {
      await product.restart(fakeClock(offset));
      for (let n = 0; n < 10; n += 1) {
        const reply = await placeOrder(product);
        const page = await read(product, "/orders?limit=1");
        const [newest] = jsonOf<{ data: { id: string }[] }>(page).data ?? [];
        const { status } = reply;
        if (status !== 201) faults.push(`clock ${offset}: placing an order returned ${status}`);
        else if (newest?.id !== idIn(reply))
          faults.push(`clock ${offset}: the newest page lacks ${idIn(reply)}`);
        orders += 1;
      }
    }
    await product.restart({});
    faults.push(...checkBooks(dataDir));
    return `${orders} orders at clocks ${offsets.join(", ")}, each first on the newest page`;
  });
}
