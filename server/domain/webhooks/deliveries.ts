import type { AccountContext } from "#core/context";
import { conflict, invalid, notFound } from "#core/errors";
import { cursorOf, type Page, pageOf, walkOf } from "#core/page";
import { redeliverTo, withPauses } from "#domain/events";
import type { Delivery } from "#prisma";
import { getWebhookEndpoint } from "./endpoints";
import type { EndpointDelivery } from "./resource";
import type { ListEndpointDeliveries, RedeliverToEndpoint } from "./schema";

async function withEvents(
  ctx: AccountContext,
  deliveries: readonly Delivery[],
): Promise<EndpointDelivery[]> {
  const { event, deliveryAttempt } = ctx.db.prisma;
  const accountId = ctx.account.id;
  const ids = { in: deliveries.map(({ eventId }) => eventId) };
  const receiver = { in: deliveries.map((delivery) => delivery.receiver) };
  const [events, attempts, paused] = await Promise.all([
    event.findMany({ where: { accountId, id: ids } }),
    deliveryAttempt.findMany({
      where: { accountId, eventId: ids, receiver },
      orderBy: { attempt: "asc" },
    }),
    withPauses(ctx, deliveries),
  ]);
  const byId = new Map(events.map((it) => [it.id, it]));
  const attemptsByEvent = Map.groupBy(attempts, ({ eventId }) => eventId);
  return paused.flatMap((delivery) => {
    const own = byId.get(delivery.eventId);
    return own
      ? [{ ...delivery, event: own, attemptRows: attemptsByEvent.get(delivery.eventId) ?? [] }]
      : [];
  });
}

/**
 * A page of the endpoint's deliveries, newest event first.
 * @throws not-found; invalid naming a cursor
 */
export async function listEndpointDeliveries(
  ctx: AccountContext,
  input: ListEndpointDeliveries & { id: string },
): Promise<Page<EndpointDelivery>> {
  const { id: receiver } = await getWebhookEndpoint(ctx, input);
  const { delivery } = ctx.db.prisma;
  const own = { accountId: ctx.account.id, receiver };
  const cursor = cursorOf(input);
  if (cursor && !(await delivery.findFirst({ where: { ...own, eventId: cursor.id } }))) {
    throw invalid(
      cursor.parameter,
      "is not the id of one of the endpoint's deliveries",
      "unknown-id",
    );
  }
  const { beyond, orderBy, take } = walkOf(input.limit, cursor);
  const rows = await delivery.findMany({
    where: {
      ...own,
      ...(beyond.id && { eventId: beyond.id }),
      ...(input.delivery_state && { state: input.delivery_state }),
    },
    orderBy: { eventId: orderBy.id },
    take,
  });
  const page = pageOf(rows, input.limit, cursor);
  return { ...page, data: await withEvents(ctx, page.data) };
}

/**
 * Sends any event of the account to the endpoint, again or for the first time, whatever types it
 * subscribes to.
 * @throws not-found; conflict if the endpoint is disabled; invalid `event_id`
 */
export async function redeliverToEndpoint(
  ctx: AccountContext,
  input: RedeliverToEndpoint & { id: string },
): Promise<EndpointDelivery> {
  const { id: endpointId, isEnabled } = await getWebhookEndpoint(ctx, input);
  if (!isEnabled) throw conflict("The webhook endpoint is disabled: enable it first");
  const eventId = input.event_id;
  await redeliverTo(ctx, { endpointId, eventId });
  const rows = await ctx.db.prisma.delivery.findMany({
    where: { accountId: ctx.account.id, eventId, receiver: endpointId },
  });
  const [delivery] = await withEvents(ctx, rows);
  if (!delivery) throw notFound("event");
  return delivery;
}
