// Records that a paused host answers again.
import type { SqlContext } from "#core/context";
import { dropPause } from "./host-store";

/** Ends the host's pause, if it has one. */
export function resumeHost(ctx: SqlContext, input: { host: string }): Promise<void> {
  return dropPause(ctx.db, input.host);
}
