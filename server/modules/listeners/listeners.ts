// Listeners: webhook endpoints of test accounts whose deliveries a client polls, wherever it runs.
import type { AccountContext, Context } from "#core/context";
import { conflict, forbidden, notFound } from "#core/errors";
import {
  bodyText,
  cancelDeliveries,
  claimDeliveries,
  eventTypes,
  recordAttempts,
  signCallback,
} from "#domain/events";
import { createWebhookEndpoint, getWebhookEndpoint, makeCallbacks } from "#domain/webhooks";
import type { PolledResource } from "./resource";
import type { CreateListener, PollListener } from "./schema";

/** Deliveries per poll, and listeners per account. */
const MAX_AT_ONCE = 20;
const POLL_AFTER_MS = 400;
const IDLE_MS = 3_600_000;
/** Last polls are exact to a minute, so that most polls don't write. */
const TOUCH_EVERY_MS = 60_000;

const idleSince = ({ now }: Pick<Context, "now">) => new Date(now.getTime() - IDLE_MS);

/** Deletes listeners that no client polls. Returns how many. */
export async function deleteIdleListeners(
  ctx: Context,
  { accountId }: { accountId?: string } = {},
): Promise<number> {
  const where = { ...(accountId && { accountId }), lastPolledAt: { lt: idleSince(ctx) } };
  const { webhookEndpoint } = ctx.db.prisma;
  const idle = await webhookEndpoint.findMany({ where, select: { id: true } });
  const endpointIds = idle.map(({ id }) => id);
  const { count } = await webhookEndpoint.deleteMany({
    where: { ...where, id: { in: endpointIds } },
  });
  if (endpointIds.length > 0) await cancelDeliveries(ctx, { endpointIds });
  return count;
}

/** @throws forbidden for a live account; conflict at the limit */
export async function createListener(
  ctx: AccountContext,
  input: CreateListener,
): ReturnType<typeof createWebhookEndpoint> {
  if (ctx.account.mode !== "test") {
    throw forbidden("Only test accounts have listeners", "Use a key that begins with `ct_test_`.");
  }
  const accountId = ctx.account.id;
  const { webhookEndpoint } = ctx.db.prisma;
  await deleteIdleListeners(ctx, { accountId });
  const own = { accountId, lastPolledAt: { not: null } };
  if ((await webhookEndpoint.count({ where: own })) >= MAX_AT_ONCE) {
    throw conflict(`A test account can have at most ${MAX_AT_ONCE} listeners`);
  }
  const created = await createWebhookEndpoint(ctx, {
    url: input.forward_to,
    checkedUrl: input.forward_to,
    event_types: input.event_types ?? [...eventTypes],
    enabled: true,
    description: "Listener",
  });
  const where = { accountId_id: { accountId, id: created.endpoint.id } };
  const data = { lastPolledAt: ctx.now };
  return { ...created, endpoint: await webhookEndpoint.update({ where, data }) };
}

type Result = PollListener["results"][number];

/** Records the results whose lease is the current one, and drops others. */
async function recordResults(ctx: AccountContext, receiver: string, results: readonly Result[]) {
  if (results.length === 0) return;
  const accountId = ctx.account.id;
  const eventIds = results.map(({ event_id }) => event_id);
  const rows = await ctx.db.prisma.delivery.findMany({
    where: { accountId, receiver, state: "pending", eventId: { in: eventIds } },
  });
  const finished = results.flatMap((result) => {
    const leasedUntil = new Date(result.leased_until);
    const row = rows.find(
      ({ eventId, attempts, nextAttemptAt }) =>
        eventId === result.event_id &&
        attempts === result.attempt &&
        nextAttemptAt?.getTime() === leasedUntil.getTime(),
    );
    if (!row) return [];
    const status = result.response_status;
    return [
      {
        delivery: { ...row, leasedUntil, attempt: row.attempts },
        attempt: {
          attemptedAt: new Date(ctx.now.getTime() - result.duration_ms),
          durationMs: result.duration_ms,
          responseStatus: status,
          responseBody: status === null ? null : bodyText(Buffer.from(result.response_body ?? "")),
          error: status === null ? "nothing responds at the listener's URL" : null,
        },
      },
    ];
  });
  await recordAttempts(ctx, finished);
}

/**
 * Records the results of earlier deliveries, and leases those that are due to the client.
 * @throws not-found
 */
export async function pollListener(
  ctx: AccountContext,
  { id, results }: PollListener & { id: string },
): Promise<PolledResource> {
  const { lastPolledAt } = await getWebhookEndpoint(ctx, { id });
  if (lastPolledAt === null) throw notFound("listener");
  await recordResults(ctx, id, results);
  if (ctx.now.getTime() - lastPolledAt.getTime() > TOUCH_EVERY_MS) {
    const where = { accountId: ctx.account.id, id };
    await ctx.db.prisma.webhookEndpoint.updateMany({ where, data: { lastPolledAt: ctx.now } });
  }
  const claimed = await claimDeliveries(ctx, { limit: MAX_AT_ONCE, listenerId: id });
  const sendable = claimed.flatMap((delivery) =>
    delivery.url === null ? [] : [{ ...delivery, url: delivery.url }],
  );
  const callbacks = await makeCallbacks(ctx, sendable);
  const data = callbacks.map(({ delivery, body, secrets }) => ({
    event_id: delivery.eventId,
    attempt: delivery.attempt,
    leased_until: delivery.leasedUntil.toISOString(),
    headers: {
      "content-type": "application/json",
      "user-agent": "Carbon-Till",
      ...signCallback({ id: delivery.eventId, attemptedAt: ctx.now, body, secrets }),
    },
    body: Buffer.from(body).toString(),
  }));
  return { data, poll_after_ms: POLL_AFTER_MS };
}
