// Requests to URLs from clients, which never reach this machine or its network.
export { FetchRefused } from "./guarded-connector";
export { type GuardedResponse, guardedFetch, localFetch } from "./guarded-fetch";
