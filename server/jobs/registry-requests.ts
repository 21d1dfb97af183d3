// Serves each registry in its own time, so that a slow one does not delay the others.
import { workerContext } from "#core/context";
import { database } from "#core/db";
import { findRegistriesToServe, serveRegistry } from "#domain/evidence";
import { startLoop } from "./concurrency";
import type { Heartbeat } from "./heartbeat";

/** Registries take seconds or days, so a sweep every second is enough. */
const SWEEP_MS = 1000;

/** `stop` waits for requests in progress. */
export function startRegistryRequests({ watch }: Heartbeat): { stop(): Promise<void> } {
  const running = new Map<string, Promise<void>>();
  let failure: { error: unknown } | null = null;

  const turn = watch("registries", async (stopped: () => boolean) => {
    const failed = failure;
    failure = null;
    if (failed) throw failed.error;
    const registries = await findRegistriesToServe(workerContext(), { database: database() });
    for (const served of registries) {
      const key = `${served.mode}/${served.registry}`;
      if (running.has(key) || stopped()) continue;
      const serving = serveRegistry(workerContext(), { database: database(), served, stopped })
        .then(() => undefined)
        // Reported by the next turn.
        .catch((error: unknown) => {
          failure = { error };
        })
        .finally(() => running.delete(key));
      running.set(key, serving);
    }
    return registries.length;
  });
  const loop = startLoop(turn, SWEEP_MS);
  return {
    async stop() {
      await loop.stop();
      await Promise.all(running.values());
    },
  };
}
