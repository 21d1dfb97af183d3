// Sends requests to registries in any number of workers: one at a time serves a registry and mode.
import { randomUUID } from "node:crypto";
import type { Context } from "#core/context";
import type { Database, Db } from "#core/db";
import type { Backlog } from "#core/workers";
import { lockCatalogue } from "#domain/catalogue";
import { adapterNamed } from "#gateways/registries";
import { type DueItems, findDueItems, type WorkPlace } from "./due-items";
import { SLICE_ALLOCATIONS } from "./lot-stretches";
import { getPolicy, type RegistryPolicy } from "./policies";
import {
  countRequests,
  type DueRequest,
  extendRegistry,
  findDueRegistries,
  findDueRequests,
  findRefusedStretches,
  findUncoveredRegistries,
  leaseRegistry,
  postponeRequest,
  type Served,
} from "./request-queue";
import { nextPollAt, type PlannedItem, REFUSED_PAUSE_MS } from "./request-rules";
import { writeRequests } from "./requests";
import { advanceRequest } from "./send-request";
import { findWorkLots } from "./work-lots";

/** Another worker takes over after this time without an extension. */
const LEASE_MS = 20_000;
const EXTEND_EVERY_MS = 5000;
/** Written in one transaction, which matching waits for. */
const MAX_WRITTEN = 100;
const MAX_DUE = 50;

const nextLease = () => new Date(Date.now() + LEASE_MS);

class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Plans what is due of the registry's allocated credits. Refused credits wait for a day. */
async function findDue(ctx: Context, policy: RegistryPolicy): Promise<PlannedItem[]> {
  const { mode, registry } = policy;
  const lots = await findWorkLots(ctx.db, { mode, registry });
  if (lots.length === 0) return [];
  const since = new Date(ctx.now.getTime() - REFUSED_PAUSE_MS);
  const refused = await findRefusedStretches(ctx.db, { mode, registry, since });
  const isRefused = ({ lotId, startKg, endKg }: PlannedItem) =>
    refused.some((it) => it.lotId === lotId && it.startKg < endKg && it.endKg > startKg);
  const items: PlannedItem[] = [];
  let from: WorkPlace | null = null;
  do {
    const page: DueItems = await findDueItems(ctx, {
      mode,
      section: "current",
      lots,
      policyOf: () => policy,
      from,
      limit: MAX_WRITTEN,
      maxAllocations: SLICE_ALLOCATIONS,
    });
    items.push(...page.items.filter((item) => !isRefused(item)));
    from = page.next;
  } while (items.length === 0 && from !== null);
  return items;
}

/** Returns the registry's policy if its adapter works by itself and is configured. */
async function automaticPolicy(ctx: Context, served: Served): Promise<RegistryPolicy | null> {
  const policy = await getPolicy(ctx, served);
  const adapter = adapterNamed(policy.adapter);
  if (adapter.setupHint(served.mode) !== null) return null;
  return adapter.calls(served.mode) === null ? null : policy;
}

/** Writes requests for what is due. Returns how many. */
async function writeDueRequests(ctx: Context, served: Served): Promise<number> {
  const { mode, registry } = served;
  await lockCatalogue(ctx, mode);
  const policy = await automaticPolicy(ctx, served);
  const items = policy ? await findDue(ctx, policy) : [];
  if (!policy || items.length === 0) return 0;
  const requests = items.map(({ lotId, startKg, endKg, beneficiary, isPool }) => ({
    beneficiary,
    isPool,
    reason: null,
    note: null,
    nextPollAt: ctx.now,
    items: [{ lotId, startKg, endKg }],
  }));
  await writeRequests(ctx, { mode, registry, adapter: policy.adapter, requests });
  return requests.length;
}

interface Run {
  database: Database;
  stopped?: () => boolean;
}

/**
 * Sends the registry's requests until none is due or `stopped` returns true. Returns the number of
 * steps; 0 if another worker serves it.
 */
export async function serveRegistry(
  ctx: Context,
  { database, served, stopped }: Run & { served: Served },
): Promise<number> {
  const runner = randomUUID();
  const lease = { ...served, runner };
  const isLeased = await leaseRegistry(database, {
    ...lease,
    now: new Date(),
    leasedUntil: nextLease(),
  });
  if (!isLeased) return 0;
  const requireLease = async (db: Db) => {
    const isOwn = await extendRegistry(db, { ...lease, leasedUntil: nextLease() });
    if (!isOwn) throw new LeaseLost("another worker serves the registry now");
  };
  const extending = setInterval(
    () => void requireLease(database).catch(() => undefined),
    EXTEND_EVERY_MS,
  );
  try {
    return await serveAll(ctx, { database, served, requireLease, ...(stopped && { stopped }) });
  } catch (error) {
    if (error instanceof LeaseLost) return 0;
    throw error;
  } finally {
    clearInterval(extending);
    await extendRegistry(database, { ...lease, leasedUntil: new Date() }).catch(() => undefined);
  }
}

interface Serving extends Run {
  served: Served;
  requireLease: (db: Db) => Promise<void>;
}

async function serveAll(ctx: Context, serving: Serving): Promise<number> {
  const { database, served, requireLease, stopped } = serving;
  let steps = 0;
  while (!stopped?.()) {
    const written = await database.transaction(async (db) => {
      await requireLease(db);
      return writeDueRequests({ ...ctx, db, now: new Date() }, served);
    });
    const due = await findDueRequests(database, { ...served, now: new Date(), limit: MAX_DUE });
    for (const request of due) {
      if (stopped?.()) break;
      await advance({ ...ctx, now: new Date() }, { ...serving, request });
      steps += 1;
    }
    if (written === 0 && due.length === 0) break;
  }
  return steps;
}

/** A failure of one request must not hold up the others. */
async function advance(ctx: Context, { request, ...serving }: Serving & { request: DueRequest }) {
  try {
    await advanceRequest(ctx, { ...serving, request });
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    const { id, mode, registry } = request;
    ctx.log.error(
      { event: "registry.request_error", err: error, requestId: id, mode, registry },
      "unexpected error in a request to a registry; trying again later",
    );
    await postponeFailed(ctx, { ...serving, request });
  }
}

async function postponeFailed(
  ctx: Context,
  { database, requireLease, request }: Serving & { request: DueRequest },
): Promise<void> {
  const { mode, id, polls, adapter, sending } = request;
  const { firstPollMs } = adapterNamed(adapter);
  await database.transaction(async (db) => {
    await requireLease(db);
    const at = nextPollAt({ polls, firstPollMs, isSent: sending !== null, now: ctx.now });
    const error = "unexpected error; see the worker's log";
    await postponeRequest(db, { mode, id, nextPollAt: at, error, refusal: null });
  });
}

/** Returns the registries that have requests to write, to send or to ask about. Only reads. */
export async function findRegistriesToServe(
  ctx: Context,
  { database }: Pick<Run, "database">,
): Promise<Served[]> {
  const due = await findDueRegistries(database, ctx.now);
  const uncovered = await findUncoveredRegistries(database);
  const isDue = ({ mode, registry }: Served) =>
    due.some((it) => it.mode === mode && it.registry === registry);
  const others = uncovered.filter((served) => !isDue(served));
  const plans = others.map(async (served) => {
    const policy = await automaticPolicy(ctx, served);
    return policy && (await findDue(ctx, policy)).length > 0 ? [served] : [];
  });
  return [...due, ...(await Promise.all(plans)).flat()];
}

/** Serves all registries until nothing is due. */
export async function runRegistryRequests(ctx: Context, run: Run): Promise<number> {
  let steps = 0;
  while (!run.stopped?.()) {
    const now = new Date();
    const registries = await findRegistriesToServe({ ...ctx, now }, run);
    const served = registries.map((it) => serveRegistry(ctx, { ...run, served: it }));
    const done = (await Promise.all(served)).reduce((sum, count) => sum + count, 0);
    if (done === 0) break;
    steps += done;
  }
  return steps;
}

/** Requests of adapters, in both modes. */
export function getRequestBacklog({ db, now }: Context): Promise<Backlog> {
  return countRequests(db, now);
}
