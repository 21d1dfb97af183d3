// Sends callbacks: signed, to public addresses, each in one request.
import { leadsToPrivateHost, urlFault } from "#core/address";
import type { AccountContext, Context } from "#core/context";
import { env } from "#core/env";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#core/record-audit";
import { FetchRefused, guardedFetch } from "#gateways/fetch";
import type { Attempt } from "./delivery-queue";
import { deliveryTimes, KEPT_BODY_BYTES, keptText } from "./delivery-rules";
import type { EventType } from "./event-types";
import { type TestCallback, toCallback } from "./resource";
import { ensureWebhookSecrets } from "./secrets";
import { signCallback } from "./signing";

/** The URL as it will be called. @throws invalid naming the field that it came in */
export async function requireCallbackUrl(
  url: string,
  field = "notification_config.url",
): Promise<string> {
  const fault = urlFault(url, env.CT_ALLOW_PRIVATE_NETWORK);
  if (fault) throw invalid(field, fault);
  const { hostname, href } = new URL(url);
  if (!env.CT_ALLOW_PRIVATE_NETWORK && (await leadsToPrivateHost(hostname))) {
    throw invalid(field, "must not lead to a private, loopback or link-local address");
  }
  return href;
}

interface Callback {
  id: string;
  url: string;
  body: string;
  secrets: readonly string[];
  timeoutMs: number;
}

function isStale(error: unknown): boolean {
  if (!(error instanceof FetchRefused) || error.reason !== "connection") return false;
  return /\((ECONNRESET|EPIPE|UND_ERR_SOCKET)\)/.test(error.message);
}

/** One attempt, as of the context's now. It never throws for what the receiver is or does. */
export async function sendCallback(
  ctx: Pick<Context, "now" | "log">,
  { id, url, body, secrets, timeoutMs }: Callback,
): Promise<Attempt> {
  const startedAt = performance.now();
  const passedMs = () => Math.round(performance.now() - startedAt);
  const headers = {
    "content-type": "application/json",
    "user-agent": "Carbon-Till",
    ...signCallback({ id, attemptedAt: ctx.now, body, secrets }),
  };
  const send = () =>
    guardedFetch({
      url,
      method: "POST",
      headers,
      body,
      maxBytes: KEPT_BODY_BYTES,
      tooLarge: "cut",
      timeoutMs: timeoutMs - passedMs(),
      redirects: "refuse",
    });
  const answer = await send()
    .catch((error: unknown) => {
      // The receiver was just closing a kept connection, which says nothing about the receiver.
      if (!isStale(error)) throw error;
      return send();
    })
    .then(({ status, bytes }) => ({
      responseStatus: status,
      responseBody: keptText(bytes),
      error: null,
    }))
    .catch((error: unknown) => {
      const isRefused = error instanceof FetchRefused;
      if (!isRefused) {
        const fields = { event: "delivery.not_sent", err: error, eventId: id };
        ctx.log.error(fields, "could not send an event");
      }
      const reason = isRefused ? error.message : "it could not be sent";
      return { responseStatus: null, responseBody: null, error: reason };
    });
  return { ...answer, attemptedAt: ctx.now, durationMs: passedMs() };
}

/**
 * One attempt to send an example, signed with the account's secrets. Its id begins with `evt_test`;
 * it is not stored. @throws invalid `url`
 */
export async function sendTestCallback<Order>(
  ctx: AccountContext,
  input: { url: string; type: EventType; order: Order },
): Promise<TestCallback> {
  const url = await requireCallbackUrl(input.url, "url");
  const id = newId("event").replace("_", "_test_");
  const secrets = (await ensureWebhookSecrets(ctx)).map(({ secret }) => secret);
  const event = { id, type: input.type, createdAt: ctx.now };
  const body = JSON.stringify(toCallback(event, input.order));
  const timeoutMs = deliveryTimes.attemptMs;
  const attempt = await sendCallback(ctx, { id, url, body, secrets, timeoutMs });
  return { id, url, ...attempt };
}

/** Adds a sent test to the audit log; the sending itself is in no transaction. */
export async function recordTestCallback(
  ctx: AccountContext,
  sent: TestCallback,
): Promise<TestCallback> {
  const data = { host: new URL(sent.url).host, response_status: sent.responseStatus };
  await recordAudit(ctx, { action: "test_callback.sent", subjectId: sent.id, data });
  return sent;
}
