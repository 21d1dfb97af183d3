// Makes the requests of claimed deliveries, for all of them in a few round trips.
import type { Context } from "#core/context";
import { findAccount } from "#domain/accounts";
import {
  type ClaimedDelivery,
  ensureWebhookSecrets,
  listWebhookSecrets,
  toCallback,
} from "#domain/events";
import { listOrderDetails, toOrderResource } from "#domain/orders";

/** What is sent where, and what signs it. */
export interface Callback {
  delivery: ClaimedDelivery;
  url: string;
  /** The same at each attempt: an order's events are about orders that are settled. */
  body: string;
  secrets: readonly string[];
}

/** An account's secrets; the first one is made now if it has none. */
async function secretsOf(ctx: Context, accountId: string): Promise<string[]> {
  const account = await findAccount(ctx, accountId);
  if (!account) throw new Error(`events belong to the missing account ${accountId}`);
  return (await ensureWebhookSecrets({ ...ctx, account })).map(({ secret }) => secret);
}

/** The subjects of the deliveries' events in their public form, by the subject's id. */
async function subjectsOf(ctx: Context, deliveries: readonly ClaimedDelivery[]) {
  const orders = deliveries
    .filter(({ subjectType }) => subjectType === "order")
    .map(({ accountId, subjectId: orderId }) => ({ accountId, orderId }));
  const details = orders.length > 0 ? await listOrderDetails(ctx, { orders }) : [];
  return new Map(details.map((detail) => [detail.id, toOrderResource(detail)]));
}

/** The requests of the deliveries, as of the context's now. */
export async function makeCallbacks(
  ctx: Context,
  deliveries: readonly ClaimedDelivery[],
): Promise<Callback[]> {
  if (deliveries.length === 0) return [];
  const accountIds = [...new Set(deliveries.map(({ accountId }) => accountId))];
  const [subjects, secrets] = await Promise.all([
    subjectsOf(ctx, deliveries),
    listWebhookSecrets(ctx, { accountIds }),
  ]);
  for (const accountId of accountIds) {
    if (!secrets.has(accountId)) secrets.set(accountId, await secretsOf(ctx, accountId));
  }
  return deliveries.flatMap((delivery) => {
    const { accountId, eventId: id, subjectId, payload, callbackUrl: url } = delivery;
    const subject: unknown = payload === null ? subjects.get(subjectId) : JSON.parse(payload);
    if (!subject || url === null) {
      // The others of its batch must not wait for it.
      const fields = { event: "delivery.subject_missing", eventId: id, subjectId };
      ctx.log.error(fields, "an event's subject is missing");
      return [];
    }
    const body = JSON.stringify(toCallback({ ...delivery, id }, subject));
    return [{ delivery, url, body, secrets: secrets.get(accountId) ?? [] }];
  });
}
