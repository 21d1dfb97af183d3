// Records that a host gets no callbacks for a while, because it fails again and again.
import type { SqlContext } from "#core/context";
import { savePause } from "./host-store";

/** Pauses the host until a moment, or longer where it is paused already. */
export function pauseHost(ctx: SqlContext, input: { host: string; until: Date }): Promise<void> {
  return savePause(ctx.db, input);
}
