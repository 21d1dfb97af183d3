// One lot of the stock.
import type { Context, Mode } from "#core/context";
import { notFound } from "#core/errors";
import { findListedLots, type ListedLot } from "./stock-store";

/** The mode's lot with this id. @throws not-found */
export async function getLot(ctx: Context, input: { mode: Mode; id: string }): Promise<ListedLot> {
  const found = await findListedLots(ctx.db, input.mode, input.id);
  const lot = found.find(({ id }) => id === input.id);
  if (!lot) throw notFound("credit lot");
  return lot;
}
