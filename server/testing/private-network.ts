// Lets this process call loopback addresses, like CT_ALLOW_PRIVATE_NETWORK=1. Tests that share a
// process call withPrivateNetwork of testing/settings.ts instead.
import { env } from "#core/env";

env.CT_ALLOW_PRIVATE_NETWORK = true;
