// Readiness: tells load balancers and orchestrators if this process can work.
import { setTimeout as sleep } from "node:timers/promises";
import { database } from "./db";
import { oncePerProcess } from "./once-per-process";

export type ProcessState = "starting" | "ok" | "stopping";

/** Orders are accepted whatever it is. */
export type DashboardState = "building" | "failed" | "ok";

export interface Checks {
  database: "ok" | "unreachable" | "read-only" | "disk-full";
  schema: "ok" | "outdated";
}

const PING = { name: "readiness", text: `SELECT pg_is_in_recovery() AS "isReplica"` };
const PING_MS = 2000;
/** A database that is slow under load is no reason to take the process out of service. */
const MAX_SILENCE_MS = 15_000;
/** Readiness is public, so the database is queried at most this often. */
const REMEMBERED_MS = 1000;

const state = oncePerProcess("readiness", () => ({
  schema: "ok" as Checks["schema"],
  queriedAt: Number.NEGATIVE_INFINITY,
  respondedAt: Number.NEGATIVE_INFINITY,
  database: Promise.resolve<Checks["database"]>("unreachable"),
  /** Undefined for workers. */
  dashboard: undefined as DashboardState | undefined,
}));

export function recordDashboard(dashboard: DashboardState): void {
  state.dashboard = dashboard;
}

/** Records whether this program may still use the database. */
export function recordSchema(schema: Checks["schema"]): void {
  state.schema = schema;
}

async function ping(): Promise<Checks["database"]> {
  const [row] = await database().query<{ isReplica: boolean }>(PING, []);
  state.respondedAt = performance.now();
  if (row?.isReplica) database().renew();
  if (row?.isReplica) return "read-only";
  return (await database().canWrite()) ? "ok" : "disk-full";
}

async function late(): Promise<Checks["database"]> {
  await sleep(PING_MS, undefined, { ref: false });
  return performance.now() - state.respondedAt < MAX_SILENCE_MS ? "ok" : "unreachable";
}

export async function findChecks(): Promise<Checks> {
  if (performance.now() - state.queriedAt > REMEMBERED_MS) {
    state.queriedAt = performance.now();
    state.database = Promise.race([ping().catch(() => "unreachable" as const), late()]);
  }
  return { database: await state.database, schema: state.schema };
}

/** The body of `/readyz`, and whether the process can take work. */
export function readinessOf(process: ProcessState, checks: Checks) {
  const all = { process, ...checks };
  const isReady = Object.values(all).every((check) => check === "ok");
  const { dashboard } = state;
  const status = isReady ? "ready" : "not ready";
  return { isReady, body: { status, checks: all, ...(dashboard && { dashboard }) } };
}
