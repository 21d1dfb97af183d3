// Decides whether a process that does not respond is hung. By the CPU time that it used, because a
// process that gets too little of it on a busy machine is late, and killing it makes that worse.
import type { ProcessUsage } from "#core/process-usage";

export interface HangLimits {
  /** CPU time within which a process responds. */
  cpuMs: number;
  /**
   * Checks in a row at which it neither used a CPU nor waited for one, or at which the system did not
   * report that.
   */
  idleChecks: number;
}

/** `spinning`: it works without end. `stuck`: it waits for something that does not happen. */
export type Hang = "spinning" | "stuck";

/** The checks of a process since it last responded. Time in which no checks ran counts as none. */
export interface Silence {
  usedMs: number;
  idleChecks: number;
  /** CPU time at the last check; null before the first. */
  cpuMs: number | null;
}

export const noSilence: Silence = { usedMs: 0, idleChecks: 0, cpuMs: null };

/** An idle process may use this much between two checks. */
const IDLE_CPU_MS = 10;

export function afterCheck(silence: Silence, usage: ProcessUsage | null): Silence {
  if (!usage) return { ...silence, idleChecks: silence.idleChecks + 1 };
  const usedMs = silence.cpuMs === null ? 0 : usage.cpuMs - silence.cpuMs;
  const isIdle = usedMs <= IDLE_CPU_MS && !usage.isRunnable;
  return {
    usedMs: silence.usedMs + usedMs,
    idleChecks: isIdle ? silence.idleChecks + 1 : 0,
    cpuMs: usage.cpuMs,
  };
}

export function hangIn({ usedMs, idleChecks }: Silence, limits: HangLimits): Hang | null {
  if (usedMs >= limits.cpuMs) return "spinning";
  return idleChecks >= limits.idleChecks ? "stuck" : null;
}
