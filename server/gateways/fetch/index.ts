// Requests to URLs from clients, which never reach this machine or its network.
import { env } from "#core/env";
import { makeGuardedFetch, makeLocalFetch } from "./guarded-fetch";

export { FetchRefused } from "./guarded-connector";
export type { GuardedResponse } from "./guarded-fetch";

/** Reaches receivers of test accounts on this machine. */
export const localFetch = makeLocalFetch();

/** Shared by all callers, to reuse connections. */
export const guardedFetch = makeGuardedFetch({ allowPrivate: env.CT_ALLOW_PRIVATE_NETWORK });
