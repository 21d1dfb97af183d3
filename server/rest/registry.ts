// All endpoints, in the order of the documentation.

import { modules } from "#modules";
import { catalogueEndpoints } from "./catalogue";
import { checkoutSessionEndpoints } from "./checkout-sessions";
import type { Endpoint } from "./endpoint";
import { eventEndpoints } from "./events";
import { impactEndpoints } from "./impact";
import { tags } from "./openapi-texts";
import { orderEndpoints } from "./orders";
import { quoteEndpoints } from "./quotes";
import { retirementEndpoints } from "./retirements";
import { sandboxEndpoints } from "./sandbox";
import { subaccountEndpoints } from "./subaccounts";
import { verificationEndpoints } from "./verification";
import { webhookEndpointEndpoints } from "./webhook-endpoints";

const positions = new Map(tags.map(({ name }, position) => [name, position]));
const positionOf = ({ tag }: Endpoint) => positions.get(tag) ?? positions.size;

export const endpoints: Endpoint[] = [
  ...orderEndpoints,
  ...quoteEndpoints,
  ...checkoutSessionEndpoints,
  ...subaccountEndpoints,
  ...catalogueEndpoints,
  ...retirementEndpoints,
  ...impactEndpoints,
  ...verificationEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
  ...sandboxEndpoints,
  ...modules.flatMap((module) => module.endpoints ?? []),
].toSorted((one, other) => positionOf(one) - positionOf(other));
