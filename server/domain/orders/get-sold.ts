// What all accounts of a mode bought since a moment.
import type { Context, Mode } from "#core/context";
import { firstIdAt } from "#core/id";
import { type Sold, sumSold } from "./standing-store";

/** Orders placed since then that were not cancelled; kg of CO2e and US cents. */
export function getSold(ctx: Context, { mode, since }: { mode: Mode; since: Date }): Promise<Sold> {
  return sumSold(ctx.db, { mode, sinceId: firstIdAt("order", since) });
}
