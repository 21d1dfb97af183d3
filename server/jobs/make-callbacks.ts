// Makes the callbacks of claimed events: body and secrets, for all of them in a few round trips.
import type { Context } from "#core/context";
import { findAccount } from "#domain/accounts";
import {
  type ClaimedEvent,
  ensureWebhookSecrets,
  listWebhookSecrets,
  toCallback,
} from "#domain/events";
import { listOrderDetails, toOrderResource } from "#domain/orders";

/** What is to be sent to the event's URL, and what signs it. */
export interface Callback {
  event: ClaimedEvent;
  /** The order in it is settled: it reads the same at each attempt. */
  body: string;
  secrets: readonly string[];
}

/** An account's secrets, the first of them made now if it has none. */
async function secretsOf(ctx: Context, accountId: string): Promise<string[]> {
  const account = await findAccount(ctx, accountId);
  if (!account) throw new Error(`events are of the missing account ${accountId}`);
  return (await ensureWebhookSecrets({ ...ctx, account })).map(({ secret }) => secret);
}

/** The callbacks of the events, as of the context's now. */
export async function makeCallbacks(ctx: Context, events: ClaimedEvent[]): Promise<Callback[]> {
  if (events.length === 0) return [];
  const accountIds = [...new Set(events.map(({ accountId }) => accountId))];
  const [details, secrets] = await Promise.all([
    listOrderDetails(ctx, { orders: events }),
    listWebhookSecrets(ctx, { accountIds }),
  ]);
  const orders = new Map(details.map((detail) => [detail.id, toOrderResource(detail)]));
  for (const accountId of accountIds) {
    if (!secrets.has(accountId)) secrets.set(accountId, await secretsOf(ctx, accountId));
  }
  return events.flatMap((event) => {
    const order = orders.get(event.orderId);
    if (!order) {
      // The others of its batch are not to wait for it.
      ctx.log.error({ event: event.id, order: event.orderId }, "an event's order is missing");
      return [];
    }
    const body = JSON.stringify(toCallback(event, order));
    return [{ event, body, secrets: secrets.get(event.accountId) ?? [] }];
  });
}
