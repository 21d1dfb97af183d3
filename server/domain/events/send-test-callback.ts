// Sends a receiver what it would get of an order, of an order that never was.
import type { AccountContext } from "#core/context";
import { newId } from "#core/id";
import type { EventType } from "./emit-events";
import { ensureWebhookSecrets } from "./ensure-webhook-secrets";
import { requireCallbackUrl } from "./require-callback-url";
import { type TestCallback, toCallback } from "./resource";
import { sendCallback } from "./send-callback";

/** As long as real ones are given. */
const TIMEOUT_MS = 15_000;

/**
 * One attempt, signed with the account's secrets. Its id begins with `evt_test`; nothing is kept of
 * it. @throws invalid `url`
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
  const attempt = await sendCallback(ctx, { id, url, body, secrets, timeoutMs: TIMEOUT_MS });
  return { id, url, ...attempt };
}
