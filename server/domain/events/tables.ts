// The tables of the room events, as statements see them.
import type { Table } from "#core/query";
import type { CallbackHost, Event, EventDelivery, Prisma, WebhookSecret } from "#prisma";
import type { DeliveryState } from "./delivery-rules";
import type { EventType } from "./emit-events";

export interface EventTables {
  events: Table<
    Event,
    Prisma.EventUncheckedCreateInput,
    { type: EventType; deliveryState: DeliveryState }
  >;
  callbackHosts: Table<CallbackHost, Prisma.CallbackHostUncheckedCreateInput>;
  eventDeliveries: Table<EventDelivery, Prisma.EventDeliveryUncheckedCreateInput>;
  webhookSecrets: Table<WebhookSecret, Prisma.WebhookSecretUncheckedCreateInput>;
}
