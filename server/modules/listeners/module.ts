import type { Module } from "#modules/module";
import { listenerEndpoints } from "./endpoints";
import { deleteIdleListeners } from "./listeners";

/** Webhook endpoints whose deliveries a client polls. */
export const listeners: Module = {
  name: "listeners",
  endpoints: listenerEndpoints,
  cleanUp: (ctx) => deleteIdleListeners(ctx),
};
