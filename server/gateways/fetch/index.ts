// Requests to URLs that callers supply, which never reach this machine or its own network.
import { env } from "#core/env";
import { makeGuardedFetch, makeLocalFetch } from "./guarded-fetch";

export { FetchRefused } from "./guarded-connector";
export type { GuardedResponse } from "./guarded-fetch";

/** To receivers of test accounts on this machine. */
export const localFetch = makeLocalFetch();

/** The process's one gateway: connections are kept and used again by all who call through it. */
export const guardedFetch = makeGuardedFetch({ allowPrivate: env.CT_ALLOW_PRIVATE_NETWORK });
