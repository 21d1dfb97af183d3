// The account's webhook endpoints in the dashboard.
import { z } from "zod";
import { database } from "#core/db";
import { PageQuery } from "#core/page";
import { text } from "#core/text";
import {
  RotateWebhookSecret,
  recordTestCallback,
  toTestCallbackResource,
  toWebhookSecretResource,
} from "#domain/events";
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
import { forAdmin, forProvenAdmin, forViewer, router } from "./procedures";

const Id = z.strictObject({ id: text(64) });
/** The receiver, or the name of its URL, is asked outside any transaction. */
const opensTransaction = true;

export const webhookEndpointsRouter = router({
  list: forViewer.input(PageQuery).query(async ({ ctx, input }) => {
    const page = await listWebhookEndpoints(ctx, input);
    return { data: page.data.map(toWebhookEndpointResource), has_more: page.hasMore };
  }),

  get: forViewer
    .input(Id)
    .query(async ({ ctx, input }) =>
      toWebhookEndpointResource(await getWebhookEndpoint(ctx, input)),
    ),

  deliveries: forViewer
    .input(ListEndpointDeliveries.extend(Id.shape))
    .query(async ({ ctx, input }) => {
      const page = await listEndpointDeliveries(ctx, input);
      return { data: page.data.map(toWebhookDeliveryResource), has_more: page.hasMore };
    }),

  create: forProvenAdmin
    .meta({ access: "admin", needsProof: true, opensTransaction })
    .input(WriteWebhookEndpoint)
    .mutation(async ({ ctx, input }) => {
      const checkedUrl = await requireEndpointUrl(ctx, input);
      const created = await database().transaction((db) =>
        createWebhookEndpoint({ ...ctx, db }, { ...input, checkedUrl }),
      );
      return toCreatedWebhookEndpointResource(created);
    }),

  update: forAdmin
    .meta({ access: "admin", opensTransaction })
    .input(WriteWebhookEndpoint.extend(Id.shape))
    .mutation(async ({ ctx, input }) => {
      const checkedUrl = await requireEndpointUrl(ctx, input);
      const updated = await database().transaction((db) =>
        updateWebhookEndpoint({ ...ctx, db }, { ...input, checkedUrl }),
      );
      return toWebhookEndpointResource(updated);
    }),

  delete: forAdmin.input(Id).mutation(async ({ ctx, input }) => deleteWebhookEndpoint(ctx, input)),

  rotateSecret: forProvenAdmin
    .input(RotateWebhookSecret.extend(Id.shape))
    .mutation(async ({ ctx, input }) =>
      toWebhookSecretResource(await rotateEndpointSecret(ctx, input)),
    ),

  sendTest: forAdmin
    .meta({ access: "admin", opensTransaction })
    .input(TestWebhookEndpoint.extend(Id.shape))
    .mutation(async ({ ctx, input }) => {
      const sent = await sendEndpointTest(ctx, input);
      await database().transaction((db) => recordTestCallback({ ...ctx, db }, sent));
      return toTestCallbackResource(sent);
    }),

  redeliver: forAdmin
    .input(RedeliverToEndpoint.extend(Id.shape))
    .mutation(async ({ ctx, input }) =>
      toWebhookDeliveryResource(await redeliverToEndpoint(ctx, input)),
    ),
});
