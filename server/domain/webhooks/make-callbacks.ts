// Builds the requests of claimed deliveries with a few queries for all of them.
import type { Context, Mode } from "#core/context";
import { findAccount, listNamedAccounts } from "#domain/accounts";
import {
  CALLBACK,
  type ClaimedDelivery,
  callbackText,
  ensureWebhookSecrets,
  isLocalReceiver,
  listWebhookSecrets,
  signerKey,
} from "#domain/events";
import { listOrderDetails, orderText } from "#domain/orders";

export interface Callback {
  delivery: ClaimedDelivery;
  url: string;
  mode: Mode;
  /** The same in each attempt, because the order does not change any more. */
  body: Uint8Array;
  secrets: readonly string[];
}

type Sendable = ClaimedDelivery & { url: string };

const signerOf = ({ accountId, receiver }: ClaimedDelivery) => ({
  accountId,
  endpointId: receiver === CALLBACK ? null : receiver,
});

/** By the signer's key. Creates the first secret of an account without one. */
async function secretsOf(ctx: Context, deliveries: readonly ClaimedDelivery[]) {
  const signers = new Map(
    deliveries.map(signerOf).map((signer) => [signerKey(signer), signer] as const),
  );
  const secrets = await listWebhookSecrets(ctx, { signers: [...signers.values()] });
  for (const [key, { accountId, endpointId }] of signers) {
    if (secrets.has(key) || endpointId !== null) continue;
    const account = await findAccount(ctx, accountId);
    if (!account) throw new Error(`events belong to the missing account ${accountId}`);
    const created = await ensureWebhookSecrets({ ...ctx, account });
    secrets.set(
      key,
      created.map(({ secret }) => secret),
    );
  }
  return secrets;
}

/** Texts of the orders that events are about, by ID. */
async function ordersOf(ctx: Context, deliveries: readonly ClaimedDelivery[]) {
  // Once per order, however many receivers its event has: duplicates would be added up.
  const orders = new Map(
    deliveries
      .filter(({ payload }) => payload === null)
      .map(({ accountId, subjectId: orderId }) => [orderId, { accountId, orderId }]),
  );
  if (orders.size === 0) return new Map<string, string>();
  const details = await listOrderDetails(ctx, { orders: [...orders.values()] });
  return new Map(details.map((detail) => [detail.id, orderText(detail)]));
}

/** Returns the test accounts, which may have local URLs called. */
async function testAccountsOf(ctx: Context, deliveries: readonly Sendable[]) {
  const ids = deliveries
    .filter(({ url }) => isLocalReceiver(url))
    .map(({ accountId }) => accountId);
  if (ids.length === 0) return new Set<string>();
  const accounts = [...(await listNamedAccounts(ctx, { ids })).values()];
  return new Set(accounts.filter(({ mode }) => mode === "test").map(({ id }) => id));
}

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
  const bodies = new Map<string, Uint8Array>();
  const bodyOf = (delivery: Sendable): Uint8Array | null => {
    const { eventId: id, type, createdAt, subjectId, payload } = delivery;
    const known = bodies.get(id);
    if (known) return known;
    const subject = payload ?? orders.get(subjectId);
    if (subject === undefined) return null;
    const body = Buffer.from(callbackText({ id, type, createdAt }, subject));
    bodies.set(id, body);
    return body;
  };
  return deliveries.flatMap((delivery) => {
    const { accountId, eventId: id, url } = delivery;
    const body = bodyOf(delivery);
    const signedWith = secrets.get(signerKey(signerOf(delivery)));
    if (!body || !signedWith) {
      // The rest of its batch must not wait for it.
      ctx.log.error(
        { event: "delivery.incomplete", eventId: id, receiver: delivery.receiver },
        "event subject or signing secret missing; event not sent",
      );
      return [];
    }
    const mode = testAccounts.has(accountId) ? "test" : "live";
    return [{ delivery, url, mode, body, secrets: signedWith }];
  });
}
