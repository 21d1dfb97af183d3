// What was retired from one lot, order by order.
import type { Context, Mode } from "#core/context";
import type { Page } from "#core/page";
import { type LotRetirement, pageRetirementsOf } from "./stock-store";

interface ListRetirementsOfLot {
  mode: Mode;
  id: string;
  limit: number;
  /** The place in the lot, in kg, of the last one of the page before. */
  afterKg: number | null;
  /** That of the first one of the page behind. */
  beforeKg: number | null;
}

/** Retirements from the lot's first kg on. */
export async function listRetirementsOfLot(
  ctx: Context,
  { mode, id, limit, afterKg, beforeKg }: ListRetirementsOfLot,
): Promise<Page<LotRetirement>> {
  const page = { afterKg, beforeKg, limit: limit + 1 };
  const rows = await pageRetirementsOf(ctx.db, { mode, id }, page);
  const data = rows.slice(0, limit);
  if (beforeKg !== null) data.reverse();
  return { data, hasMore: rows.length > limit };
}
