import type { Context } from "./context";

interface Pages {
  /** The first page begins after this id. */
  start?: string;
  /**
   * Returns the last id of the page after the given one; undefined if there is none. A page has only
   * rows that change, so that a repetition reads none.
   */
  lastOf(after: string): Promise<string | undefined>;
  change(ids: { gt: string; lte: string }): Promise<{ count: number }>;
}

/**
 * Changes rows a page of ids at a time, each in a transaction of its own. Returns how many.
 * @throws if the job must stop; the changes so far stay
 */
export async function changeInPages(
  { progress }: Pick<Context, "progress">,
  { start = "", lastOf, change }: Pages,
): Promise<number> {
  let after = start;
  let total = 0;
  for (;;) {
    const until = await lastOf(after);
    if (until === undefined) return total;
    await progress?.({ phase: "Removing old content", done: total, total });
    total += (await change({ gt: after, lte: until })).count;
    after = until;
  }
}
