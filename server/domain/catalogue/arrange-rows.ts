// Keeps the order of lists as the order of the file.
import type { Context, Mode } from "#core/context";
import type { ListName } from "./import-rules";
import { mergeOrder } from "./rules";
import { movePositions } from "./store";

interface ArrangeRows {
  mode: Mode;
  table: ListName;
  /** What is there, in the order of the list. */
  existing: { id: string; position: number }[];
  /** The file's ids, in its order. */
  ids: string[];
}

/** Moves what is there to make room for the file's rows; returns the places of all ids. */
export async function arrangeRows(ctx: Context, input: ArrangeRows): Promise<Map<string, number>> {
  const { mode, table, existing, ids } = input;
  const order = mergeOrder(
    existing.map(({ id }) => id),
    ids,
  );
  const places = new Map(order.map((id, position) => [id, position]));
  const isInFile = new Set(ids);
  const rows = existing
    .filter(({ id, position }) => !isInFile.has(id) && places.get(id) !== position)
    .map(({ id }) => ({ id, position: places.get(id) ?? 0 }));
  await movePositions(ctx, { mode, table, rows });
  return places;
}
