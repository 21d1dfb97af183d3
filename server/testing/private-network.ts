// Lets this process call loopback addresses, like CT_ALLOW_PRIVATE_NETWORK=1. Import it first: the
// gateway reads the setting once, when it is loaded.
import { env } from "#core/env";

env.CT_ALLOW_PRIVATE_NETWORK = true;
