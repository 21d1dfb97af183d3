// Watches child processes of this one while they run: their memory, limits and environment.
import fs from "node:fs";

export interface WatchedChild {
  /** Peak memory, as of the last sample. */
  peakKiB: number;
  limits: string;
  environment: string;
}

function read(file: string): string {
  try {
    return fs.readFileSync(file, "latin1");
  } catch {
    // The process has ended since the last sample.
    return "";
  }
}

/**
 * Ids of Node processes that any thread of this process started and whose command line contains
 * `word`.
 */
function childrenRunning(word: string): string[] {
  const threads = fs.readdirSync("/proc/self/task");
  const all = threads.flatMap((it) => read(`/proc/self/task/${it}/children`).split(" "));
  return all.filter((pid) => {
    const line = pid ? read(`/proc/${pid}/cmdline`) : "";
    return line.startsWith(process.execPath) && line.includes(word);
  });
}

/** Samples every 25 ms until stopped. Linux only; elsewhere it returns no children. */
export function watchChildren(word: string) {
  const children = new Map<string, WatchedChild>();
  const sample = () => {
    for (const pid of childrenRunning(word)) {
      const peak = /VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1];
      if (!peak) continue;
      const first = children.get(pid);
      children.set(pid, {
        peakKiB: Number(peak),
        limits: first?.limits || read(`/proc/${pid}/limits`),
        environment: first?.environment || read(`/proc/${pid}/environ`),
      });
    }
  };
  const timer = process.platform === "linux" ? setInterval(sample, 25) : undefined;
  return {
    stop(): WatchedChild[] {
      clearInterval(timer);
      return [...children.values()];
    },
  };
}
