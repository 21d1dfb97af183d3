import type { Table } from "#core/query";
import type {
  Delivery,
  DeliveryAttempt,
  Event,
  LanePause,
  Prisma,
  WebhookEndpoint,
  WebhookSecret,
} from "#prisma";
import type { DeliveryState } from "./delivery-rules";
import type { EventType, SubjectType } from "./schema";

export interface EventTables {
  events: Table<
    Event,
    Prisma.EventUncheckedCreateInput,
    { type: EventType; subjectType: SubjectType }
  >;
  deliveries: Table<Delivery, Prisma.DeliveryUncheckedCreateInput, { state: DeliveryState }>;
  deliveryAttempts: Table<DeliveryAttempt, Prisma.DeliveryAttemptUncheckedCreateInput>;
  lanePauses: Table<LanePause, Prisma.LanePauseUncheckedCreateInput>;
  webhookEndpoints: Table<WebhookEndpoint, Prisma.WebhookEndpointUncheckedCreateInput>;
  webhookSecrets: Table<WebhookSecret, Prisma.WebhookSecretUncheckedCreateInput>;
}
