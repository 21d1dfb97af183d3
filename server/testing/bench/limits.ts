// One rate limit over several processes, and what counting costs.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { database } from "#core/db";
import type { LimitsPlan, LimitsResult } from "#testing/bench/limits-process";
import { formatNumber, type Line, type Section } from "#testing/bench/report";
import { makeAccount, makeStock } from "#testing/factories";

const LIMIT = 100;
const OFFERED = 150;
const SECONDS = 8;
const ROUNDS = 2;
const COST_SECONDS = 4;
/** Above what a process can serve. */
const HIGH = "20000";
const MAX_COST = 1.1;

const file = fileURLToPath(new URL("limits-process.ts", import.meta.url));

/** Starts a process; `begin` lets it send its requests. */
async function startOne(limit: string, plan: LimitsPlan) {
  const child = spawn(process.execPath, ["--import", "tsx", file, JSON.stringify(plan)], {
    env: { ...process.env, CT_RATE_LIMIT: limit, CT_LOG_LEVEL: "silent" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, "close");
  const { value } = await lines.next();
  if (value !== "ready") throw new Error("a process did not start");
  return {
    async begin(): Promise<LimitsResult> {
      child.stdin.write("begin\n");
      const { value: result } = await lines.next();
      await ended;
      return JSON.parse(String(result)) as LimitsResult;
    },
  };
}

async function runTogether(limit: string, plan: LimitsPlan, count: number) {
  const started = await Promise.all(Array.from({ length: count }, () => startOne(limit, plan)));
  return Promise.all(started.map((one) => one.begin()));
}

/** Changes of the table so far, by processes that have ended. */
async function readWrites(): Promise<number> {
  const text =
    "SELECT n_tup_ins + n_tup_upd AS n FROM pg_stat_user_tables WHERE relname = 'rate_limits'";
  return (await database().query<{ n: number }>({ name: "", text }, []))[0]?.n ?? 0;
}

/** Each process is sent more than the limit, so that one alone would use it up. */
async function sharedLine(token: string, count: number): Promise<Line> {
  const plan = { token, seconds: SECONDS, perSecond: OFFERED };
  const results = await runTogether(String(LIMIT), plan, count);
  const allowed = results.reduce((sum, one) => sum + one.allowed, 0) / SECONDS;
  const failed = results.reduce((sum, one) => sum + one.failed, 0);
  const most = LIMIT * (1 + count / 10) * ((SECONDS + 1) / SECONDS);
  return {
    label: `${count} ${count === 1 ? "process" : "processes"}, each sent ${OFFERED}/s`,
    figure: `${formatNumber(allowed)}/s`,
    note: `allowed of ${LIMIT}/s: ${results.map((one) => one.allowed).join(" + ")} in ${SECONDS} s, ${failed} failed`,
    goal: { text: `≤ ${formatNumber(most)}`, isMet: allowed <= most },
  };
}

/** CPU time of the process per request in microseconds, and its requests. */
async function measure(limit: string, token: string) {
  const plan = { token, seconds: COST_SECONDS, perSecond: null };
  const [result] = await runTogether(limit, plan, 1);
  const { cpuSeconds = 0, allowed = 0 } = result ?? {};
  return { cpuSeconds, allowed };
}

async function costLines(token: string): Promise<Line[]> {
  const sums = { off: { cpuSeconds: 0, allowed: 0 }, on: { cpuSeconds: 0, allowed: 0 } };
  const before = await readWrites();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, sum] of Object.entries(sums)) {
      const result = await measure(name === "off" ? "off" : HIGH, token);
      sum.cpuSeconds += result.cpuSeconds;
      sum.allowed += result.allowed;
    }
  }
  const [off, on] = [sums.off, sums.on].map((sum) => (sum.cpuSeconds / sum.allowed) * 1e6);
  const ratio = (on ?? 0) / (off ?? 1);
  const writes = (await readWrites()) - before;
  return [
    { label: "CPU per request without limits", figure: `${formatNumber(off ?? 0)} µs` },
    {
      label: `CPU per request with a limit of ${HIGH}/s`,
      figure: `${formatNumber(on ?? 0)} µs`,
      note: `${writes} statements for ${formatNumber(sums.on.allowed)} requests`,
      goal: { text: `≤ ${MAX_COST} times that`, isMet: ratio <= MAX_COST },
    },
  ];
}

/** Sends a key's requests to several processes at once. */
export async function benchLimits(): Promise<Section[]> {
  await makeStock();
  const { token } = await makeAccount();
  const shared: Line[] = [];
  for (const count of [1, 2, 4]) shared.push(await sharedLine(token, count));
  return [
    { title: "a rate limit of several processes (no HTTP)", lines: shared },
    {
      title: "GET /v1/portfolios with and without limits (no HTTP)",
      lines: await costLines(token),
    },
  ];
}
