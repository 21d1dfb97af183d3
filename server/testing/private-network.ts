// Imported first, lets this process call loopback, as CT_ALLOW_PRIVATE_NETWORK=1 does: before
// the gateway, which reads the setting once, is loaded.
import { env } from "#core/env";

env.CT_ALLOW_PRIVATE_NETWORK = true;
