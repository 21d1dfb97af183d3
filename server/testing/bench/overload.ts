// Throughput at five times the peak load, and memory afterwards.
import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { GeneratorPlan, GeneratorResult } from "#testing/bench/generator";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { judgedLine, RUNS } from "#testing/bench/runs";
import { openShop } from "#testing/bench/seed";
import { type Environment, type Server, startProduct } from "#testing/bench/servers";
import { makeAccount } from "#testing/factories";
import { cpuSeconds } from "#testing/world/programs";

const run = promisify(execFile);
const SECONDS = 8;
const OVERLOAD_SECONDS = 60;
/** Of the peak rate, for the latency of an unloaded server. */
const IDLE_PART = 0.1;
const FACTOR = 5;
const PEAK_CONNECTIONS = 300;
const OVERLOAD_CONNECTIONS = 5000;
const MIN_GOODPUT = 0.9;
const MAX_P99_FACTOR = 4;
const MAX_GROWTH = 1.2;
const REST_MS = 60_000;
const MEGABYTE = 2 ** 20;
const NICENESS = "10";

const file = fileURLToPath(new URL("generator.ts", import.meta.url));

/**
 * Runs the generator with low priority on the last CPU, so that it doesn't slow down the server.
 */
function withLowPriority(args: string[]): [string, string[]] {
  const hasTools = ["taskset", "nice"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
  if (!hasTools) return [process.execPath, args];
  const last = String(os.cpus().length - 1);
  return ["taskset", ["-c", last, "nice", "-n", NICENESS, process.execPath, ...args]];
}

interface Measured extends GeneratorResult {
  /** CPU time of the server's process, without PostgreSQL. */
  cpuSeconds: number;
}

async function generate(server: Server, plan: GeneratorPlan): Promise<Measured> {
  const [program, args] = withLowPriority(["--import", "tsx", file, JSON.stringify(plan)]);
  const before = cpuSeconds(server.pid) ?? Number.NaN;
  const { stdout } = await run(program, args, { cwd: path.resolve(".") });
  const after = cpuSeconds(server.pid) ?? Number.NaN;
  return { ...(JSON.parse(stdout) as GeneratorResult), cpuSeconds: after - before };
}

function residentBytes(pid: number): number | null {
  try {
    const match = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
    return match ? Number(match[1]) * 1024 : null;
  } catch {
    return null;
  }
}

interface Round {
  peak: Measured;
  unloaded: Measured;
  overload: Measured;
}

const goodput = ({ statuses, seconds }: GeneratorResult) => (statuses["201"] ?? 0) / seconds;
const ratioOf = ({ peak, overload }: Round) => goodput(overload) / goodput(peak);
const p99Factor = ({ unloaded, overload }: Round) =>
  overload.acceptedMs.p99 / unloaded.acceptedMs.p99;

function median(rounds: Round[]): Round {
  const sorted = rounds.toSorted((a, b) => ratioOf(a) - ratioOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("there was no round");
  return middle;
}

function lineOf(label: string, result: GeneratorResult): Line {
  const { statuses, seconds, acceptedMs, refusedMs, earlyMs, timeouts, broken, unsent } = result;
  const others = Object.entries(statuses).filter(([status]) => status !== "201");
  const refusals = others.map(([status, count]) => `${status} ${formatNumber(count / seconds)}/s`);
  const note = [
    `p50 ${formatNumber(acceptedMs.p50)} ms, p99 ${formatNumber(acceptedMs.p99)} ms`,
    ...(others.length > 0
      ? [
          `${refusals.join(", ")}, rejected within p50 ${formatNumber(refusedMs.p50)}, p99 ${formatNumber(refusedMs.p99)} ms`,
          `${formatNumber(earlyMs.count / seconds)}/s sent before their Retry-After, with a response within p50 ${formatNumber(earlyMs.p50)}, p99 ${formatNumber(earlyMs.p99)} ms`,
        ]
      : []),
    `${timeouts} timeouts, ${broken} broken, ${unsent} not sent`,
  ];
  return { label, figure: `${formatNumber(goodput(result))}/s`, note: note.join("; ") };
}

/** CPU time per order and per rejected request, which hardly depends on the machine's load. */
function costLine({ peak, overload }: Round): Line {
  const accepted = ({ statuses }: Measured) => statuses["201"] ?? 0;
  const all = Object.values(overload.statuses).reduce((sum, count) => sum + count, 0);
  const perOrder = peak.cpuSeconds / accepted(peak);
  const refused = all - accepted(overload);
  const perRefusal = (overload.cpuSeconds - accepted(overload) * perOrder) / refused;
  return {
    label: "server CPU per order",
    figure: `${formatNumber(perOrder * 1e6)} µs`,
    note: `per rejected one ${formatNumber(perRefusal * 1e6)} µs`,
  };
}

async function memoryLines(server: Server, before: number | null): Promise<Line[]> {
  const during = residentBytes(server.pid);
  await sleep(REST_MS);
  const after = residentBytes(server.pid);
  if (before === null || during === null || after === null) return [];
  const growth = after / before;
  return [
    {
      label: "memory a minute later : before",
      figure: formatNumber(growth),
      note: `${[before, during, after].map((it) => formatNumber(Math.round(it / MEGABYTE))).join(", ")} MB before, at the end and a minute later`,
      goal: { text: `≤ ${MAX_GROWTH}`, isMet: growth <= MAX_GROWTH },
    },
  ];
}

/** Finds the peak, the latency of an unloaded server, and what overload makes of both. */
async function overloadRounds(server: Server, atPeak: GeneratorPlan) {
  await generate(server, atPeak);
  const memoryBefore = residentBytes(server.pid);
  const all: Round[] = [];
  while (all.length < RUNS) {
    const peak = await generate(server, atPeak);
    const idle = Math.round(goodput(peak) * IDLE_PART);
    const unloaded = await generate(server, { ...atPeak, perSecond: idle });
    const overload = await generate(server, {
      ...atPeak,
      connections: OVERLOAD_CONNECTIONS,
      perSecond: Math.round(goodput(peak) * FACTOR),
      seconds: OVERLOAD_SECONDS,
    });
    all.push({ peak, unloaded, overload });
  }
  return { all, memoryBefore };
}

/** Sends orders at the peak rate and at five times that rate, alternately. */
export async function benchOverload(environment: Environment): Promise<Section[]> {
  const { wideId } = await openShop(100_000);
  const { token } = await makeAccount();
  const server = await startProduct(environment, { worker: false });
  const { port, host } = new URL(server.url);
  const body = JSON.stringify({ amount_kg: 25, portfolio_id: wideId });
  const head = [
    "POST /v1/orders HTTP/1.1",
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Idempotency-Key: [id]",
    "\r\n",
  ].join("\r\n");
  const plan = { port: Number(port), head, body, seconds: SECONDS, perSecond: null };
  const rounds = await overloadRounds(server, { ...plan, connections: PEAK_CONNECTIONS });
  const middle = median(rounds.all);
  const unfair = rounds.all.reduce((sum, { overload }) => sum + overload.unfair, 0);
  const lines: Line[] = [
    lineOf(`peak: ${PEAK_CONNECTIONS} connections, each waiting for its response`, middle.peak),
    lineOf(
      `${FACTOR} times that rate, on ${formatNumber(OVERLOAD_CONNECTIONS)} connections`,
      middle.overload,
    ),
    judgedLine("goodput : peak", rounds.all.map(ratioOf), { atLeast: MIN_GOODPUT }),
    {
      label: "refused without 429 or 503 and Retry-After",
      figure: formatNumber(unfair),
      goal: { text: "0", isMet: unfair === 0 },
    },
    judgedLine("p99 of accepted, not sent early : unloaded", rounds.all.map(p99Factor), {
      atMost: MAX_P99_FACTOR,
    }),
    costLine(middle),
    ...(await memoryLines(server, rounds.memoryBefore)),
  ];
  await server.stop();
  return [{ title: "POST /v1/orders under overload (the worker is off)", lines }];
}
