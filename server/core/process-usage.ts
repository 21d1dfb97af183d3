// CPU time of another process.
import fs from "node:fs";

export interface ProcessUsage {
  cpuMs: number;
  /** It runs on a CPU, or waits for one. */
  isRunnable: boolean;
}

/** Of Linux's clock for times of processes, on all architectures that Node supports. */
const MS_PER_TICK = 10;

/** Returns null where the system does not report it, and for a process that has ended. */
export function readProcessUsage(pid: number): ProcessUsage | null {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // Behind the name in parentheses, which may contain anything.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = Number(fields[10]) + Number(fields[11]);
    return { cpuMs: ticks * MS_PER_TICK, isRunnable: state === "R" };
  } catch {
    return null;
  }
}
