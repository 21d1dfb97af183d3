// Requests to URLs from clients, which never reach this machine or its network.
import { env } from "#core/env";
import { type GuardedFetch, makeGuardedFetch, makeLocalFetch } from "./guarded-fetch";

export type { GuardedResponse } from "./collector";
export { FetchRefused } from "./guarded-connector";

/** Reaches receivers of test accounts on this machine. */
export const localFetch = makeLocalFetch();

const publicFetch = makeGuardedFetch({ allowPrivate: false });
const openFetch = makeGuardedFetch({ allowPrivate: true });

/** Shared by all callers, to reuse connections. */
export const guardedFetch: GuardedFetch = (request) =>
  env.CT_ALLOW_PRIVATE_NETWORK ? openFetch(request) : publicFetch(request);
