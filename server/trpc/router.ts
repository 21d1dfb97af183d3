// The dashboard's door: one router a screen.
import { router } from "./procedures";
import { sessionRouter } from "./session";

export const appRouter = router({
  session: sessionRouter,
});

export type AppRouter = typeof appRouter;
