// The dashboard's door: one router a screen.
import { keysRouter } from "./keys";
import { router } from "./procedures";
import { sessionRouter } from "./session";

export const appRouter = router({
  keys: keysRouter,
  session: sessionRouter,
});

export type AppRouter = typeof appRouter;
