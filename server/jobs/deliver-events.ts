// Tells receivers what happened to their orders: each due event is sent, signed, in one request.
import type { Context } from "#core/context";
import { log } from "#core/log";
import { newContext } from "#core/new-context";
import { findAccount } from "#domain/accounts";
import {
  type Attempt,
  type ClaimedEvent,
  claimEvents,
  ensureWebhookSecrets,
  KEPT_BODY_BYTES,
  keptText,
  recordAttempt,
  signCallback,
  toCallback,
} from "#domain/events";
import { getOrder, toOrderResource } from "#domain/orders";
import { FetchRefused, guardedFetch } from "#gateways/fetch";
import { type Loop, startLoop } from "./loop";

/** How many events a worker sends at once. */
const AT_ONCE = 16;
// Shorter than the lease of a claim, so that no other worker sends the event meanwhile.
const TIMEOUT_MS = 15_000;

function workerContext(): Context {
  return newContext({ type: "system", name: "worker" });
}

/** The body, and the headers that sign it. The order is settled: it reads the same each time. */
async function makeCallback(ctx: Context, event: ClaimedEvent) {
  const account = await findAccount(ctx, event.accountId);
  if (!account) throw new Error(`event ${event.id} is of the missing account ${event.accountId}`);
  const inside = { ...ctx, account };
  const order = toOrderResource(await getOrder(inside, { id: event.orderId }));
  const body = JSON.stringify(toCallback(event, order));
  const secrets = (await ensureWebhookSecrets(inside)).map(({ secret }) => secret);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Carbon-Till",
    ...signCallback({ id: event.id, attemptedAt: ctx.now, body, secrets }),
  };
  return { body, headers };
}

type Answer = Pick<Attempt, "responseStatus" | "responseBody" | "error">;

function failureOf(error: unknown, event: ClaimedEvent): Answer {
  if (!(error instanceof FetchRefused)) log.error({ err: error, event: event.id }, "not sent");
  const told = error instanceof FetchRefused ? error.message : "it could not be sent";
  return { responseStatus: null, responseBody: null, error: told };
}

/** Makes one attempt to deliver a claimed event, and records it. */
async function deliverEvent(event: ClaimedEvent, timeoutMs: number): Promise<void> {
  const ctx = workerContext();
  const { body, headers } = await makeCallback(ctx, event);
  const startedAt = performance.now();
  const answer = await guardedFetch({
    url: event.callbackUrl,
    method: "POST",
    headers,
    body,
    maxBytes: KEPT_BODY_BYTES,
    tooLarge: "cut",
    timeoutMs,
    redirects: "refuse",
  }).then(
    ({ status, bytes }): Answer => ({
      responseStatus: status,
      responseBody: keptText(bytes),
      error: null,
    }),
    (error: unknown) => failureOf(error, event),
  );
  const durationMs = Math.round(performance.now() - startedAt);
  const attempt = { ...answer, attemptedAt: ctx.now, durationMs };
  await recordAttempt({ ...ctx, now: new Date() }, { event, attempt });
  const { responseStatus: status, error: reason } = attempt;
  log.info({ event: event.id, attempt: event.attempt, status, reason, durationMs }, "event sent");
}

interface Options {
  atOnce?: number;
  timeoutMs?: number;
}

/** Claims what is due, up to `atOnce`, and begins to send it; answers with the attempts in hand. */
export async function beginDeliveries(options: Options = {}): Promise<Promise<void>[]> {
  const { atOnce = AT_ONCE, timeoutMs = TIMEOUT_MS } = options;
  const events = await claimEvents(workerContext(), { limit: atOnce });
  return events.map((event) =>
    // What was not recorded is due again when its lease ends.
    deliverEvent(event, timeoutMs).catch((error: unknown) =>
      log.error({ err: error, event: event.id }, "an attempt to send an event came to nothing"),
    ),
  );
}

/** Sends events as they fall due, some at once; `stop` waits for the attempts in hand. */
export function startDeliveries(): Loop {
  const inHand = new Set<Promise<void>>();
  // Whether all that was asked for was there, so that more may be due.
  let more = false;
  const loop = startLoop(async () => {
    const free = AT_ONCE - inHand.size;
    if (free === 0) return;
    const begun = await beginDeliveries({ atOnce: free });
    more = begun.length === free;
    for (const attempt of begun) {
      inHand.add(attempt);
      void attempt.then(() => {
        inHand.delete(attempt);
        if (more) loop.wake();
      });
    }
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(inHand);
    },
  };
}
