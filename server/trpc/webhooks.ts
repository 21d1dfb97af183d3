import { z } from "zod";
import { type Columns, csvPage, fields } from "#core/csv";
import { database } from "#core/db";
import { idPrefixes, orderIdFromNumber, orderNumber } from "#core/id";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import {
  type EventType,
  ensureWebhookSecrets,
  getEvent,
  ListEvents,
  listEvents,
  listFailingReceivers,
  listLastAttempts,
  RedeliverEvents,
  RotateWebhookSecret,
  recordTestCallback,
  redeliverEvent,
  redeliverEvents,
  rotateWebhookSecret,
  SendTestCallback,
  sendTestCallback,
  toCallback,
  toEventListItemResource,
  toEventResource,
  toRedeliveredResource,
  toTestCallbackResource,
  toWebhookSecretResource,
} from "#domain/events";
import { getExampleOrder, getOrder, toOrderResource } from "#domain/orders";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  ListEndpointDeliveries,
  listEndpointDeliveries,
  listWebhookEndpoints,
  RedeliverToEndpoint,
  redeliverToEndpoint,
  requireEndpointUrl,
  rotateEndpointSecret,
  sendEndpointTest,
  TestWebhookEndpoint,
  toCreatedWebhookEndpointResource,
  toWebhookDeliveryResource,
  toWebhookEndpointResource,
  updateWebhookEndpoint,
  WriteWebhookEndpoint,
} from "#domain/webhooks";
import { calls, presents, presentsPage } from "./calls";
import { ExportInput, placeAfter } from "./csv";
import {
  forCapability,
  forProven,
  forViewer,
  IdInput,
  type MemberContext,
  Opened,
  router,
} from "./procedures";

const forWebhooks = forCapability("webhooks");

/** By the ID of an event or of its subject, or by order number. */
const Search = z.object({ search: text(200).optional() });

/** The filters that the search stands for. */
function filtersOf({ search, ...rest }: ListEvents & z.infer<typeof Search>) {
  if (!search) return rest;
  const id = search.toLowerCase();
  if (id.startsWith(`${idPrefixes.event}_`)) return { ...rest, id };
  return { ...rest, order_id: orderIdFromNumber(id) ?? id };
}

const filters = { type: true, order_id: true, delivery_state: true, subject_type: true } as const;

/** Events about any subject, each with its latest attempt. */
async function listWithAttempts(ctx: MemberContext, input: ListEvents & z.infer<typeof Search>) {
  const page = await listEvents(ctx, { subject_type: "all", ...filtersOf(input) });
  const latestAttempts = await listLastAttempts(ctx, { eventIds: page.data.map(({ id }) => id) });
  const data = page.data.map((event) => {
    const last = latestAttempts.get(event.id);
    return {
      ...toEventListItemResource(event),
      order_number: event.subjectType === "order" ? orderNumber(event.subjectId) : null,
      attempts: event.deliveries.reduce((sum, { attempts }) => sum + attempts, 0),
      last: last
        ? { status: last.responseStatus, error: last.error, at: last.attemptedAt.toISOString() }
        : null,
    };
  });
  return { data, hasMore: page.hasMore };
}

const columns: Columns<Awaited<ReturnType<typeof listWithAttempts>>["data"][number]> = {
  ...fields("id", "type", "created_on", "subject_id", "order_id", "order_number", "callback_url"),
  ...fields("delivery_state", "attempts"),
  last_attempted_on: (event) => event.last?.at ?? null,
  last_response_status: (event) => event.last?.status ?? null,
  last_error: (event) => event.last?.error ?? null,
  next_attempt_on: (event) => event.next_attempt_on,
};

export const exportEvents = forViewer
  .input(ExportInput.extend({ ...ListEvents.pick(filters).shape, ...Search.shape }))
  .query(async ({ ctx, input: { after, ...query } }) =>
    csvPage(await listWithAttempts(ctx, { ...placeAfter(after), ...query }), columns),
  );

export const webhooksRouter = router({
  list: forViewer.input(ListEvents.extend(Search.shape)).query(async ({ ctx, input }) => {
    const { data, hasMore } = await listWithAttempts(ctx, input);
    return { data, has_more: hasMore };
  }),

  /** Receivers whose events are held back, and when they are tried next. */
  failing: forViewer.query(async ({ ctx }) =>
    (await listFailingReceivers(ctx)).map((receiver) => ({
      callback_host: receiver.callbackHost,
      webhook_endpoint_id: receiver.webhookEndpointId,
      is_slow: receiver.isSlow,
      waiting: receiver.waiting,
      next_attempt_on: receiver.nextAttemptAt.toISOString(),
      attempted_on: receiver.attemptedAt?.toISOString() ?? null,
      response_status: receiver.responseStatus,
      error: receiver.error,
    })),
  ),

  /** With all attempts and the body that would be sent now. */
  get: forViewer.input(IdInput).query(async ({ ctx, input }) => {
    const event = await getEvent(ctx, input);
    const subject: unknown =
      event.payload === null
        ? toOrderResource(await getOrder(ctx, { id: event.subjectId }))
        : JSON.parse(event.payload);
    const body = toCallback({ ...event, type: event.type as EventType }, subject);
    return { ...toEventResource(event), payload: JSON.stringify(body, null, 2) };
  }),

  redeliver: forWebhooks.input(IdInput).mutation(presents(redeliverEvent, toEventResource)),

  redeliverAll: forWebhooks
    .input(RedeliverEvents)
    .mutation(presents(redeliverEvents, toRedeliveredResource)),

  /** Not for viewers: anyone with a secret can forge callbacks. */
  secrets: forWebhooks.query(async ({ ctx }) =>
    (await ensureWebhookSecrets(ctx)).map(toWebhookSecretResource),
  ),

  rotateSecret: forProven("webhooks")
    .input(RotateWebhookSecret)
    .mutation(async ({ ctx, input }) =>
      (await rotateWebhookSecret(ctx, input)).map(toWebhookSecretResource),
    ),

  /** The request is sent outside the transaction. */
  sendTest: forWebhooks
    .meta({ opensTransaction: true })
    .input(SendTestCallback)
    .mutation(async ({ ctx, input }) => {
      const sent = await sendTestCallback(ctx, { ...input, order: getExampleOrder(input.type) });
      await database().transaction((db) => recordTestCallback({ ...ctx, db }, sent));
      return toTestCallbackResource(sent);
    }),
});

/** The URL is resolved or called outside the transaction. */
const opensTransaction = true;

export const webhookEndpointsRouter = router({
  list: forViewer
    .input(PageQuery)
    .query(presentsPage(listWebhookEndpoints, toWebhookEndpointResource)),

  get: forViewer.input(IdInput).query(presents(getWebhookEndpoint, toWebhookEndpointResource)),

  deliveries: forViewer
    .input(ListEndpointDeliveries.extend(IdInput.shape))
    .query(presentsPage(listEndpointDeliveries, toWebhookDeliveryResource)),

  create: forProven("webhooks")
    .meta({ opensTransaction })
    .input(WriteWebhookEndpoint)
    .mutation(async ({ ctx, input }) => {
      const checkedUrl = await requireEndpointUrl(ctx, input);
      const created = await database().transaction((db) =>
        createWebhookEndpoint({ ...ctx, db }, { ...input, checkedUrl }),
      );
      return toCreatedWebhookEndpointResource(created);
    }),

  update: forWebhooks
    .meta({ opensTransaction })
    .input(WriteWebhookEndpoint.extend({ ...IdInput.shape, opened: Opened }))
    .mutation(async ({ ctx, input: { opened, ...input } }) => {
      const checkedUrl = await requireEndpointUrl(ctx, input);
      const updated = await database().transaction((db) =>
        updateWebhookEndpoint({ ...ctx, db, opened }, { ...input, checkedUrl }),
      );
      return toWebhookEndpointResource(updated);
    }),

  delete: forWebhooks.input(IdInput).mutation(calls(deleteWebhookEndpoint)),

  rotateSecret: forProven("webhooks")
    .input(RotateWebhookSecret.extend(IdInput.shape))
    .mutation(presents(rotateEndpointSecret, toWebhookSecretResource)),

  sendTest: forWebhooks
    .meta({ opensTransaction })
    .input(TestWebhookEndpoint.extend(IdInput.shape))
    .mutation(async ({ ctx, input }) => {
      const sent = await sendEndpointTest(ctx, input);
      await database().transaction((db) => recordTestCallback({ ...ctx, db }, sent));
      return toTestCallbackResource(sent);
    }),

  redeliver: forWebhooks
    .input(RedeliverToEndpoint.extend(IdInput.shape))
    .mutation(presents(redeliverToEndpoint, toWebhookDeliveryResource)),
});
