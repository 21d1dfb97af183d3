// Makes the requests of claimed deliveries, for all of them in a few round trips.
import { isLocalUrl } from "#core/address";
import type { Context, Mode } from "#core/context";
import { findAccount, listNamedAccounts } from "#domain/accounts";
import {
  CALLBACK,
  type ClaimedDelivery,
  ensureWebhookSecrets,
  listWebhookSecrets,
  signerKey,
  toCallback,
} from "#domain/events";
import { listOrderDetails, toOrderResource } from "#domain/orders";

/** What is sent where, and what signs it. */
export interface Callback {
  delivery: ClaimedDelivery;
  url: string;
  mode: Mode;
  /** The same at each attempt: an order's events are about orders that are settled. */
  body: string;
  secrets: readonly string[];
}

type Sendable = ClaimedDelivery & { url: string };

const signerOf = ({ accountId, receiver }: ClaimedDelivery) => ({
  accountId,
  endpointId: receiver === CALLBACK ? null : receiver,
});

/** By the signer's key. The first secret of an account is made now if it has none. */
async function secretsOf(ctx: Context, deliveries: readonly ClaimedDelivery[]) {
  const signers = new Map(
    deliveries.map(signerOf).map((signer) => [signerKey(signer), signer] as const),
  );
  const secrets = await listWebhookSecrets(ctx, { signers: [...signers.values()] });
  for (const [key, { accountId, endpointId }] of signers) {
    if (secrets.has(key) || endpointId !== null) continue;
    const account = await findAccount(ctx, accountId);
    if (!account) throw new Error(`events belong to the missing account ${accountId}`);
    const made = await ensureWebhookSecrets({ ...ctx, account });
    secrets.set(
      key,
      made.map(({ secret }) => secret),
    );
  }
  return secrets;
}

/** The orders that events are about in their public form, by their ids. */
async function ordersOf(ctx: Context, deliveries: readonly ClaimedDelivery[]) {
  // Each once, however many receivers its event has: its details would be added up else.
  const orders = new Map(
    deliveries
      .filter(({ payload }) => payload === null)
      .map(({ accountId, subjectId: orderId }) => [orderId, { accountId, orderId }]),
  );
  if (orders.size === 0) return new Map();
  const details = await listOrderDetails(ctx, { orders: [...orders.values()] });
  return new Map(details.map((detail) => [detail.id, toOrderResource(detail)]));
}

/** The accounts that may have local URLs called, because they are for tests. */
async function testAccountsOf(ctx: Context, deliveries: readonly Sendable[]) {
  const ids = deliveries.filter(({ url }) => isLocalUrl(url)).map(({ accountId }) => accountId);
  if (ids.length === 0) return new Set<string>();
  const accounts = [...(await listNamedAccounts(ctx, { ids })).values()];
  return new Set(accounts.filter(({ mode }) => mode === "test").map(({ id }) => id));
}

/** The requests of the deliveries, as of the context's now. */
export async function makeCallbacks(
  ctx: Context,
  deliveries: readonly Sendable[],
): Promise<Callback[]> {
  if (deliveries.length === 0) return [];
  const [orders, secrets, testAccounts] = await Promise.all([
    ordersOf(ctx, deliveries),
    secretsOf(ctx, deliveries),
    testAccountsOf(ctx, deliveries),
  ]);
  return deliveries.flatMap((delivery) => {
    const { accountId, eventId: id, subjectId, payload, url } = delivery;
    const subject: unknown = payload === null ? orders.get(subjectId) : JSON.parse(payload);
    const signedWith = secrets.get(signerKey(signerOf(delivery)));
    if (!subject || !signedWith) {
      // The others of its batch must not wait for it.
      ctx.log.error(
        { event: "delivery.incomplete", eventId: id, receiver: delivery.receiver },
        "event subject or signing secret missing; event not sent",
      );
      return [];
    }
    const body = JSON.stringify(toCallback({ ...delivery, id }, subject));
    const mode = testAccounts.has(accountId) ? "test" : "live";
    return [{ delivery, url, mode, body, secrets: signedWith }];
  });
}
