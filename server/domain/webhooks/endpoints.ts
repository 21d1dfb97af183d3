import type { AccountContext } from "#core/context";
import { changesOf } from "#core/edits";
import { conflict, notFound } from "#core/errors";
import { newId } from "#core/id";
import { lastingCursorOf } from "#core/lasting-cursor";
import { type Page, type PageQuery, pageOf, walkOf } from "#core/page";
import { recordAudit } from "#core/record-audit";
import { lockAccount, readSubaccountField } from "#domain/accounts";
import {
  cancelDeliveries,
  type EventType,
  listWebhookSecrets,
  makeWebhookSecret,
  type RotateWebhookSecret,
  replaceWebhookSecret,
  requireCallbackUrl,
  sendExample,
  signerKey,
} from "#domain/events";
import type { WebhookEndpoint, WebhookSecret } from "#prisma";
import { getExampleSubject, toWebhookEndpointResource } from "./resource";
import type { TestWebhookEndpoint, WriteWebhookEndpoint } from "./schema";

/** Each event is stored once per endpoint. */
const MAX_ENDPOINTS = 50;

type Written = WriteWebhookEndpoint & {
  /** The result of `requireEndpointUrl`: host names are not resolved within a transaction. */
  checkedUrl: string;
};

/**
 * Checks and normalizes the URL of a new endpoint, or of the one with `id`.
 * @throws invalid `url`; not-found
 */
export async function requireEndpointUrl(
  ctx: AccountContext,
  { id, url }: Pick<WriteWebhookEndpoint, "url"> & { id?: string },
): Promise<string> {
  if (id !== undefined) await getWebhookEndpoint(ctx, { id });
  return requireCallbackUrl(ctx, { url, field: "url" });
}

/** @throws invalid `subaccount_id` */
async function columnsOf(ctx: AccountContext, input: Written) {
  const subaccount = await readSubaccountField(ctx, input);
  return {
    url: input.checkedUrl,
    eventTypes: [...new Set(input.event_types)],
    subaccountId: subaccount?.id ?? null,
    description: input.description || null,
    isEnabled: input.enabled,
  };
}

const auditData = ({ url, eventTypes, isEnabled }: WebhookEndpoint) => ({
  host: new URL(url).host,
  event_types: eventTypes.join(", "),
  enabled: isEnabled,
});

/**
 * Creates an endpoint with its first secret.
 * @throws invalid `subaccount_id`; conflict at the limit
 */
export async function createWebhookEndpoint(
  ctx: AccountContext,
  input: Written,
): Promise<{ endpoint: WebhookEndpoint; secret: WebhookSecret }> {
  const accountId = ctx.account.id;
  const { webhookEndpoint } = ctx.db.prisma;
  const columns = await columnsOf(ctx, input);
  await lockAccount(ctx);
  if ((await webhookEndpoint.count({ where: { accountId } })) >= MAX_ENDPOINTS) {
    throw conflict(`An account can have at most ${MAX_ENDPOINTS} webhook endpoints`);
  }
  const id = newId("webhookEndpoint");
  const endpoint = await webhookEndpoint.create({
    data: { accountId, id, ...columns, createdAt: ctx.now },
  });
  const secret = await makeWebhookSecret(ctx, { endpointId: id });
  if (!secret) throw new Error("a new webhook endpoint already has a secret");
  const data = auditData(endpoint);
  await recordAudit(ctx, { action: "webhook_endpoint.created", subjectId: id, data });
  return { endpoint, secret };
}

/** @throws not-found */
export async function getWebhookEndpoint(
  ctx: AccountContext,
  input: { id: string },
): Promise<WebhookEndpoint> {
  const where = { accountId: ctx.account.id, id: input.id };
  const endpoint = await ctx.db.prisma.webhookEndpoint.findFirst({ where });
  if (!endpoint) throw notFound("webhook endpoint");
  return endpoint;
}

/** Newest first. @throws invalid naming a malformed cursor */
export async function listWebhookEndpoints(
  ctx: AccountContext,
  input: PageQuery,
): Promise<Page<WebhookEndpoint>> {
  const { webhookEndpoint } = ctx.db.prisma;
  const accountId = ctx.account.id;
  const cursor = lastingCursorOf(input, "webhookEndpoint", "a webhook endpoint");
  const { beyond, ...walk } = walkOf(input.limit, cursor);
  const rows = await webhookEndpoint.findMany({ where: { accountId, ...beyond }, ...walk });
  return pageOf(rows, input.limit, cursor);
}

/**
 * Replaces everything but the secret. Pending deliveries go to the new URL; disabling the endpoint
 * cancels them.
 * @throws not-found; invalid `subaccount_id`; conflict for a listener
 */
export async function updateWebhookEndpoint(
  ctx: AccountContext,
  input: Written & { id: string },
): Promise<WebhookEndpoint> {
  await lockAccount(ctx);
  const before = await getWebhookEndpoint(ctx, input);
  const { id, lastPolledAt } = before;
  if (lastPolledAt !== null) throw conflict("A listener cannot be changed: create another one");
  const columns = await columnsOf(ctx, input);
  const changes = changesOf(ctx, {
    thing: "the webhook endpoint",
    before: { ...toWebhookEndpointResource(before) },
    after: { ...toWebhookEndpointResource({ ...before, ...columns }) },
  });
  const [endpoint] = await ctx.db.prisma.webhookEndpoint.updateManyAndReturn({
    where: { accountId: ctx.account.id, id },
    data: columns,
  });
  if (!endpoint) throw notFound("webhook endpoint");
  if (!endpoint.isEnabled) await cancelDeliveries(ctx, { endpointIds: [id] });
  const data = auditData(endpoint);
  await recordAudit(ctx, { action: "webhook_endpoint.updated", subjectId: id, data, changes });
  return endpoint;
}

/**
 * Deletes the endpoint and its secrets. Past deliveries stay with their events.
 * @throws not-found
 */
export async function deleteWebhookEndpoint(
  ctx: AccountContext,
  input: { id: string },
): Promise<void> {
  await lockAccount(ctx);
  const endpoint = await getWebhookEndpoint(ctx, input);
  const { id, accountId } = endpoint;
  await ctx.db.prisma.webhookEndpoint.deleteMany({ where: { accountId, id } });
  await cancelDeliveries(ctx, { endpointIds: [id] });
  const data = auditData(endpoint);
  await recordAudit(ctx, { action: "webhook_endpoint.deleted", subjectId: id, data });
}

/**
 * Rotates the secret. Both the new and the previous secret sign during the overlap.
 * @throws not-found; conflict
 */
export async function rotateEndpointSecret(
  ctx: AccountContext,
  input: RotateWebhookSecret & { id: string },
): Promise<WebhookSecret> {
  const { id: endpointId, overlap_hours: overlapHours } = input;
  // Otherwise a secret could be created for an endpoint that is being deleted.
  await lockAccount(ctx);
  await getWebhookEndpoint(ctx, { id: endpointId });
  const secret = await replaceWebhookSecret(ctx, { endpointId, overlapHours });
  const data = { overlap_hours: overlapHours };
  const entry = { action: "webhook_endpoint.secret_rotated", subjectId: endpointId, data };
  await recordAudit(ctx, entry);
  return secret;
}

/** Sends an example event once, signed with the endpoint's secrets. @throws not-found; conflict for a listener */
export async function sendEndpointTest(
  ctx: AccountContext,
  input: TestWebhookEndpoint & { id: string },
) {
  const { id: endpointId, url, eventTypes, lastPolledAt } = await getWebhookEndpoint(ctx, input);
  if (lastPolledAt !== null) throw conflict("A listener gets no test events: redeliver one to it");
  const type = input.type ?? (eventTypes[0] as EventType);
  const signer = { accountId: ctx.account.id, endpointId };
  const secrets = await listWebhookSecrets(ctx, { signers: [signer] });
  return sendExample(ctx, {
    url,
    type,
    subject: getExampleSubject(type),
    secrets: secrets.get(signerKey(signer)) ?? [],
  });
}
