// Reports at start-up which outside parts cannot be used as they are configured.
import { newContext } from "#core/context";
import { log } from "#core/log";
import { probeInstallation } from "#domain/diagnostics";

/** Logs each problem. Nothing waits for it, and it never throws. */
export async function reportProbes(): Promise<void> {
  try {
    const results = await probeInstallation(newContext({ type: "system", name: "worker" }));
    for (const { part, state, detail } of results) {
      if (state !== "problem") continue;
      log.error({ event: "startup.probe_failed", part }, `${part} cannot be used: ${detail}`);
    }
  } catch (err) {
    log.error({ event: "startup.probes_failed", err }, "the configured parts could not be probed");
  }
}
