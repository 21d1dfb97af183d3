import { isLocalUrl, localUrlFault, resolvesToPrivateHost, urlFault } from "#core/address";
import type { AccountContext, Context, Mode, ModeContext } from "#core/context";
import { allowsLocalReceivers, env } from "#core/env";
import { invalid } from "#core/errors";
import { newId } from "#core/id";
import { recordAudit } from "#core/record-audit";
import { inCallSpan } from "#core/tracing";
import { FetchRefused, guardedFetch, localFetch } from "#gateways/fetch";
import type { Attempt } from "./delivery-queue";
import { bodyText, deliveryTimes, MAX_STORED_BODY_BYTES } from "./delivery-rules";
import type { TestCallback } from "./resource";
import { type EventType, type OrderEventType, type SubjectType, subjectTypeOf } from "./schema";
import { ensureWebhookSecrets, signCallback } from "./secrets";

/** True for a receiver on this machine, which only test accounts may use. */
export function isLocalReceiver(url: string): boolean {
  return !env.CT_ALLOW_PRIVATE_NETWORK && allowsLocalReceivers() && isLocalUrl(url);
}

/** Checks and normalizes a URL. @throws invalid naming the field that it came in */
export async function requireCallbackUrl(
  ctx: ModeContext,
  { url, field = "notification_config.url" }: { url: string; field?: string },
): Promise<string> {
  if (ctx.account.mode === "test" && isLocalReceiver(url)) {
    const fault = localUrlFault(url);
    if (fault) throw invalid(field, fault);
    return new URL(url).href;
  }
  const fault = urlFault(url, env.CT_ALLOW_PRIVATE_NETWORK);
  if (fault) throw invalid(field, fault);
  const { hostname, href } = new URL(url);
  if (!env.CT_ALLOW_PRIVATE_NETWORK && (await resolvesToPrivateHost(hostname))) {
    throw invalid(field, "must not lead to a private, loopback or link-local address");
  }
  return href;
}

interface About {
  id: string;
  type: EventType;
  createdAt: Date;
}

/** Body of a callback. The subject has the name of its type, such as `order`. */
export type Callback<Subject> = { id: string; type: EventType; timestamp: string } & {
  [Name in SubjectType]?: Subject;
};

export function toCallback<Subject>(event: About, subject: Subject): Callback<Subject> {
  const { id, type, createdAt } = event;
  const body = { id, type, timestamp: createdAt.toISOString() };
  return { ...body, [subjectTypeOf(type)]: subject };
}

/** The JSON of `toCallback`, from the JSON of its subject. */
export function callbackText({ id, type, createdAt }: About, subject: string): string {
  const own = JSON.stringify({ id, type, timestamp: createdAt.toISOString() });
  return `${own.slice(0, -1)},"${subjectTypeOf(type)}":${subject}}`;
}

interface SignedCallback {
  id: string;
  url: string;
  mode: Mode;
  body: string | Uint8Array;
  secrets: readonly string[];
  timeoutMs: number;
}

/** Makes one attempt. Never throws because of the receiver. */
export async function sendCallback(
  ctx: Pick<Context, "now" | "log">,
  { id, url, mode, body, secrets, timeoutMs }: SignedCallback,
): Promise<Attempt> {
  const attemptedAt = ctx.now;
  const startedAt = performance.now();
  const headers = {
    "content-type": "application/json",
    "user-agent": "Carbon-Till",
    ...signCallback({ id, attemptedAt, body, secrets }),
  };
  const isLocal = mode === "test" && isLocalReceiver(url);
  const fetch = isLocal ? localFetch : guardedFetch;
  // Sent once: a receiver that hung up may have read it, and the log must show that.
  const outcome = await inCallSpan("receiver", () =>
    fetch({
      url,
      method: "POST",
      headers,
      body,
      maxBytes: MAX_STORED_BODY_BYTES,
      tooLarge: "cut",
      timeoutMs,
      redirects: "refuse",
    }),
  )
    .then(({ status, bytes }) => ({
      responseStatus: status,
      // A server on this machine may belong to someone else: the account must not see its response.
      responseBody: isLocal ? null : bodyText(bytes),
      error: null,
    }))
    .catch((error: unknown) => {
      const isRefused = error instanceof FetchRefused;
      if (!isRefused) {
        ctx.log.error(
          { event: "delivery.not_sent", err: error, eventId: id },
          "unexpected error while sending an event",
        );
      }
      const reason = isRefused ? error.message : "the request could not be sent";
      return { responseStatus: null, responseBody: null, error: reason };
    });
  return { ...outcome, attemptedAt, durationMs: Math.round(performance.now() - startedAt) };
}

interface Example {
  url: string;
  type: EventType;
  subject: unknown;
  secrets: readonly string[];
}

/** Makes one attempt to send an example. Its id begins with `evt_test`, and it is not stored. */
export async function sendExample(ctx: AccountContext, input: Example): Promise<TestCallback> {
  const { url, type, subject, secrets } = input;
  const id = newId("event").replace("_", "_test_");
  const body = callbackText({ id, type, createdAt: ctx.now }, JSON.stringify(subject));
  const { mode } = ctx.account;
  const timeoutMs = deliveryTimes.attemptMs;
  const attempt = await sendCallback(ctx, { id, url, mode, body, secrets, timeoutMs });
  return { id, url, ...attempt };
}

/** Sends an example to a callback URL, signed with the account's secrets. @throws invalid `url` */
export async function sendTestCallback<Order>(
  ctx: AccountContext,
  input: { url: string; type: OrderEventType; order: Order },
): Promise<TestCallback> {
  const url = await requireCallbackUrl(ctx, { url: input.url, field: "url" });
  const secrets = (await ensureWebhookSecrets(ctx)).map(({ secret }) => secret);
  return sendExample(ctx, { url, type: input.type, subject: input.order, secrets });
}

/** Adds a sent test to the audit log. Sending happens outside the transaction. */
export async function recordTestCallback(
  ctx: AccountContext,
  sent: TestCallback,
): Promise<TestCallback> {
  const data = { host: new URL(sent.url).host, response_status: sent.responseStatus };
  await recordAudit(ctx, { action: "test_callback.sent", subjectId: sent.id, data });
  return sent;
}
