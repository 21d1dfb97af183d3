// What the account is told by callbacks, what signs them, and sending them again: the API's verbs.
import { z } from "zod";
import { database } from "#core/db";
import {
  ensureWebhookSecrets,
  getEvent,
  ListEvents,
  listEvents,
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
import { forAdmin, forViewer, router } from "./procedures";

const Id = z.strictObject({ id: z.string().max(64) });

export const webhooksRouter = router({
  list: forViewer.input(ListEvents).query(async ({ ctx, input }) => {
    const page = await listEvents(ctx, input);
    const lasts = await listLastAttempts(ctx, { eventIds: page.data.map(({ id }) => id) });
    const data = page.data.map((event) => {
      const last = lasts.get(event.id);
      return {
        ...toEventListItemResource(event),
        attempts: event.attempts,
        last: last
          ? { status: last.responseStatus, error: last.error, at: last.attemptedAt.toISOString() }
          : null,
      };
    });
    return { data, has_more: page.hasMore };
  }),

  /** With each attempt, and with what is sent: the order is told as it stands now. */
  get: forViewer.input(Id).query(async ({ ctx, input }) => {
    const event = await getEvent(ctx, input);
    const order = toOrderResource(await getOrder(ctx, { id: event.orderId }));
    return {
      ...toEventResource(event),
      payload: JSON.stringify(toCallback(event, order), null, 2),
    };
  }),

  redeliver: forAdmin
    .input(Id)
    .mutation(async ({ ctx, input }) => toEventResource(await redeliverEvent(ctx, input))),

  redeliverAll: forAdmin
    .input(RedeliverEvents)
    .mutation(async ({ ctx, input }) => toRedeliveredResource(await redeliverEvents(ctx, input))),

  /** Whoever has a secret can forge callbacks, so that viewers have none. */
  secrets: forAdmin.query(async ({ ctx }) =>
    (await ensureWebhookSecrets(ctx)).map(toWebhookSecretResource),
  ),

  rotateSecret: forAdmin
    .input(RotateWebhookSecret)
    .mutation(async ({ ctx, input }) =>
      (await rotateWebhookSecret(ctx, input)).map(toWebhookSecretResource),
    ),

  /** The receiver is asked outside any transaction. */
  sendTest: forAdmin
    .meta({ access: "admin", opensTransaction: true })
    .input(SendTestCallback)
    .mutation(async ({ ctx, input }) => {
      const sent = await sendTestCallback(ctx, { ...input, order: getExampleOrder(input.type) });
      await database().transaction((db) => recordTestCallback({ ...ctx, db }, sent));
      return toTestCallbackResource(sent);
    }),
});
