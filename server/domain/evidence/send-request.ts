// One step of a request: send it, or ask the registry about it, and record the response. Nothing is
// sent inside a transaction, and nothing is sent before it is written down.
import type { Context } from "#core/context";
import type { Database, Db } from "#core/db";
import {
  adapterNamed,
  type FindResult,
  type RegistryRecord,
  type RetirementRequest,
  type RetireResult,
} from "#gateways/registries";
import { getPolicy } from "./policies";
import {
  type DueRequest,
  findOpenPlans,
  postponeRequest,
  type Sending,
  storeSending,
} from "./request-queue";
import { nextPollAt, stepAfterAbsent } from "./request-rules";
import { confirmSlice, markSent, markUnknown, refuseRequest } from "./requests";

export interface RequestStep {
  database: Database;
  request: DueRequest;
  /** Throws if another worker serves the registry now. */
  requireLease: (db: Db) => Promise<void>;
  /** Returns true when the worker is shutting down. */
  stopped?: () => boolean;
}

/** Runs a write with the present time, if this worker still serves the registry. */
function write<T>(ctx: Context, step: RequestStep, work: (ctx: Context) => Promise<T>): Promise<T> {
  return step.database.transaction(async (db) => {
    await step.requireLease(db);
    return work({ ...ctx, db, now: new Date() });
  });
}

const logged = ({ id, mode, registry, adapter }: DueRequest) => ({
  requestId: id,
  mode,
  registry,
  adapter,
});

function pollAfter({ request }: RequestStep, now = new Date()): Date {
  const { firstPollMs } = adapterNamed(request.adapter);
  const isSent = request.sending !== null;
  return nextPollAt({ polls: request.polls, firstPollMs, isSent, now });
}

async function retirementOf(ctx: Context, request: DueRequest): Promise<RetirementRequest> {
  const { mode, registry } = request;
  const { organizationId } = await getPolicy(ctx, { mode, registry });
  const { id, beneficiary, credits: items, sentAt } = request;
  return { id, mode, beneficiary, organizationId, items, sentAt };
}

interface Postponement {
  until?: Date;
  error: string | null;
  refusal?: string | null;
}

async function postpone(ctx: Context, step: RequestStep, change: Postponement): Promise<void> {
  const { mode, id } = step.request;
  const { until = pollAfter(step), error, refusal = null } = change;
  await write(ctx, step, ({ db }) =>
    postponeRequest(db, { mode, id, nextPollAt: until, error, refusal }),
  );
}

async function postponeUnavailable(ctx: Context, step: RequestStep, reason: string): Promise<void> {
  ctx.log.warn(
    { event: "registry.unavailable", ...logged(step.request), reason },
    "registry gave no usable response; trying again later",
  );
  await postpone(ctx, step, { error: reason });
}

async function refuse(ctx: Context, step: RequestStep, reason: string): Promise<void> {
  const { mode, id } = step.request;
  ctx.log.error(
    { event: "registry.request_refused", ...logged(step.request), reason },
    "registry refused a request; its credits are pending again",
  );
  await write(ctx, step, (inside) => refuseRequest(inside, { mode, id, error: reason }));
}

async function confirm(ctx: Context, step: RequestStep, record: RegistryRecord): Promise<void> {
  const { request } = step;
  const { mode, id, beneficiary, isPool, reason } = request;
  const requestedKg = request.sending?.kg;
  if (record.quantityKg !== requestedKg) {
    const error = `the registry retired ${record.quantityKg} kg in place of ${requestedKg} (${record.reference})`;
    ctx.log.error(
      { event: "registry.record_differs", ...logged(request), reason: error },
      "registry's record differs from the request; a person must compare them",
    );
    return postpone(ctx, step, { error });
  }
  const { retiredOn, reference: registryReference, url } = record;
  const evidence = {
    kind: "retired" as const,
    retiredOn,
    beneficiary,
    reason,
    registryReference,
    url,
    isPool,
  };
  const retirement = { ...evidence, source: "adapter" as const };
  while (await write(ctx, step, (inside) => confirmSlice(inside, { mode, id, retirement }))) {
    // The registry is asked again, and what is left is recorded then.
    if (step.stopped?.()) return;
  }
  ctx.log.info(
    { event: "registry.request_confirmed", ...logged(request), reference: registryReference },
    "registry confirmed a retirement",
  );
}

async function recordResult(ctx: Context, step: RequestStep, result: RetireResult): Promise<void> {
  const { request } = step;
  switch (result.state) {
    case "confirmed":
      return confirm(ctx, step, result.record);
    case "pending":
      // It is asked about at the time that was stored when it was sent.
      return;
    case "refused":
      return postpone(ctx, step, { error: result.reason, refusal: result.reason });
    case "unknown": {
      const { mode, id } = request;
      ctx.log.warn(
        { event: "registry.outcome_unknown", ...logged(request), reason: result.reason },
        "outcome of a request unknown; asking the registry",
      );
      const error = result.reason;
      await write(ctx, step, (inside) =>
        markUnknown(inside, { mode, id, error, nextPollAt: pollAfter(step) }),
      );
    }
  }
}

/** Returns the stored plan, or a new one; null if the request was refused or postponed. */
async function sendingOf(
  ctx: Context,
  step: RequestStep,
  retirement: RetirementRequest,
): Promise<Sending | null> {
  const { request } = step;
  if (request.sending) return request.sending;
  const calls = adapterNamed(request.adapter).calls(request.mode);
  const taken = await findOpenPlans(step.database, request);
  const prepared = await calls?.prepare(retirement, taken);
  const kg = retirement.items.reduce((sum, { quantityKg }) => sum + quantityKg, 0);
  if (prepared?.state === "ready") return { kg, plan: prepared.plan };
  if (prepared?.state === "refused") await refuse(ctx, step, prepared.reason);
  else await postponeUnavailable(ctx, step, prepared?.reason ?? "people serve this registry");
  return null;
}

async function send(ctx: Context, step: RequestStep): Promise<void> {
  const { request } = step;
  const { mode, id, adapter } = request;
  const retirement = await retirementOf(ctx, request);
  const sending = await sendingOf(ctx, step, retirement);
  if (!sending) return;
  const sentAt = await write(ctx, step, async (inside) => {
    if (!(await storeSending(inside.db, { mode, id, sending }))) return null;
    const sent = { ...step, request: { ...request, sending, polls: 0 } };
    await markSent(inside, { mode, ids: [id], nextPollAt: pollAfter(sent, inside.now) });
    return inside.now;
  });
  if (!sentAt) return refuseToSend(ctx, step);
  const { plan } = sending;
  const result = await adapterNamed(adapter)
    .calls(mode)
    ?.retire({ ...retirement, sentAt }, plan);
  if (result)
    await recordResult(
      ctx,
      { ...step, request: { ...request, sentAt, sending, polls: 0 } },
      result,
    );
}

/** Some of its kg have evidence by now: sending it would retire them twice. */
async function refuseToSend(ctx: Context, step: RequestStep): Promise<void> {
  const error = "a part of the request has registry evidence already";
  ctx.log.warn(
    { event: "registry.request_changed", ...logged(step.request), reason: error },
    "request not sent, because it has changed",
  );
  await postpone(ctx, step, { error });
}

async function recordFind(ctx: Context, step: RequestStep, result: FindResult): Promise<void> {
  const { request } = step;
  if (result.state === "confirmed") return confirm(ctx, step, result.record);
  if (result.state === "pending") return postpone(ctx, step, { error: null });
  if (result.state === "unavailable") return postponeUnavailable(ctx, step, result.reason);
  const { firstPollMs, settleMs } = adapterNamed(request.adapter);
  const { polls, refusal, sentAt } = request;
  const now = new Date();
  const schedule = { polls, firstPollMs, isSent: true, now };
  const absent = { ...schedule, refusal, settleMs: settleMs(), sentAt: sentAt ?? now };
  const next = stepAfterAbsent(absent);
  if (next.step === "wait") return postpone(ctx, step, { until: next.until, error: request.error });
  if (next.step === "refuse") return refuse(ctx, step, next.reason);
  ctx.log.warn(
    { event: "registry.request_repeated", ...logged(request) },
    "registry has no trace of a request; sending it again",
  );
  return send(ctx, step);
}

/** Sends a new request, or asks about one that was sent, and records the response. */
export async function advanceRequest(ctx: Context, step: RequestStep): Promise<void> {
  const { request } = step;
  const { adapter, mode, state, sending } = request;
  const hint = adapterNamed(adapter).setupHint(mode);
  if (hint !== null) return postponeUnavailable(ctx, step, hint);
  if (state === "written" || !sending) return send(ctx, step);
  const calls = adapterNamed(adapter).calls(mode);
  const result = await calls?.find(await retirementOf(ctx, request), sending.plan);
  if (result) await recordFind(ctx, step, result);
}
