// The dashboard's door: one router a screen.
import type { inferRouterOutputs } from "@trpc/server";
import { keysRouter } from "./keys";
import { router } from "./procedures";
import { sessionRouter } from "./session";
import { subaccountsRouter } from "./subaccounts";

export const appRouter = router({
  keys: keysRouter,
  session: sessionRouter,
  subaccounts: subaccountsRouter,
});

export type AppRouter = typeof appRouter;

/** What each procedure answers. */
export type RouterOutput = inferRouterOutputs<AppRouter>;
