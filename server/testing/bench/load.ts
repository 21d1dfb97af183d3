// Loads servers with autocannon in turn, so that changes in the machine's speed affect all of them.
import autocannon from "autocannon";
import { formatNumber, type Line } from "#testing/bench/report";
import { cpuSeconds } from "#testing/world/programs";

export interface Target {
  name: string;
  url: string;
  /** Process whose CPU time is reported per request. */
  pid: number;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
}

export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server's process per request, without PostgreSQL. */
  cpuMicroseconds: number | null;
}

/** Formats a target's figures as a line of the report. */
export function lineOf(label: string, figures: Figures): Line {
  const { perSecond, p50Ms, p99Ms, cpuMicroseconds } = figures;
  const cpu =
    cpuMicroseconds === null ? "" : `, CPU ${formatNumber(cpuMicroseconds)} µs per request`;
  const note = `p50 ${formatNumber(p50Ms)} ms, p99 ${formatNumber(p99Ms)} ms${cpu}`;
  return { label, figure: `${formatNumber(perSecond)}/s`, note };
}

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2.5;

export function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export function sortedNumbers(numbers: number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}

interface Round {
  latenciesMs: number[];
  seconds: number;
  cpuSeconds: number | null;
}

interface Size {
  /** In each round, each target is loaded once. */
  rounds: number;
  seconds: number;
  connections?: number;
}

function cannon(target: Target, size: Omit<Size, "rounds">, latenciesMs: number[]) {
  return new Promise<autocannon.Result>((resolve, reject) => {
    const { url, method, headers, body } = target;
    const options = {
      url,
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      connections: size.connections ?? CONNECTIONS,
      duration: size.seconds,
      // Replaces [<id>] by a new value, also in headers.
      idReplacement: true,
    };
    const instance = autocannon(options, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    instance.on("response", (_client, _status, _bytes, ms) => latenciesMs.push(ms));
  });
}

async function fire(target: Target, size: Omit<Size, "rounds">): Promise<Round> {
  const latenciesMs: number[] = [];
  const cpuBefore = cpuSeconds(target.pid);
  const result = await cannon(target, size, latenciesMs);
  const cpuAfter = cpuSeconds(target.pid);
  if (result.non2xx > 0 || result.errors > 0 || latenciesMs.length === 0) {
    const label = `${result.non2xx} responses were not 2xx and ${result.errors} requests failed`;
    throw new Error(`${target.name}: of ${latenciesMs.length}, ${label}`);
  }
  const cpu = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  return { latenciesMs, seconds: result.duration, cpuSeconds: cpu };
}

function figuresOf(rounds: Round[]): Figures {
  const latenciesMs = sortedNumbers(rounds.flatMap((round) => round.latenciesMs));
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const cpu = rounds.reduce((sum, round) => sum + (round.cpuSeconds ?? Number.NaN), 0);
  return {
    perSecond: latenciesMs.length / seconds,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
    cpuMicroseconds: Number.isNaN(cpu) ? null : (cpu / latenciesMs.length) * 1e6,
  };
}

async function roundsOf(targets: readonly Target[], size: Size): Promise<Figures[]> {
  const rounds = targets.map((): Round[] => []);
  for (let round = 0; round < size.rounds; round += 1) {
    const places = targets.map((_, place) => place);
    for (const place of round % 2 === 0 ? places : places.reverse()) {
      const target = targets[place];
      if (target) rounds[place]?.push(await fire(target, size));
    }
  }
  return rounds.map(figuresOf);
}

async function warmUp(targets: readonly Target[], size: Size): Promise<void> {
  for (const target of targets) await fire(target, { ...size, seconds: WARM_UP_SECONDS });
}

/** Loads the targets in order A B C, C B A, … and returns their figures in the given order. */
export async function loadInTurn(targets: Target[], size: Size): Promise<Figures[]> {
  await warmUp(targets, size);
  return roundsOf(targets, size);
}

/** Like `loadInTurn`, several times. Returns the figures of each run. */
export async function loadInRuns<const Targets extends readonly Target[]>(
  targets: Targets,
  size: Size & { runs: number },
): Promise<{ [Place in keyof Targets]: Figures }[]> {
  await warmUp(targets, size);
  const runs: { [Place in keyof Targets]: Figures }[] = [];
  for (let run = 0; run < size.runs; run += 1) {
    runs.push((await roundsOf(targets, size)) as { [Place in keyof Targets]: Figures });
  }
  return runs;
}
