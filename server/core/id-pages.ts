interface Pages {
  /** The first page begins after this id. */
  start?: string;
  /** Returns the last id of the page after the given one; undefined if there is none. */
  lastOf(after: string): Promise<string | undefined>;
  change(ids: { gt: string; lte: string }): Promise<{ count: number }>;
}

/** Changes rows a page of ids at a time, each in a transaction of its own. Returns how many. */
export async function changeInPages({ start = "", lastOf, change }: Pages): Promise<number> {
  let after = start;
  let total = 0;
  for (;;) {
    const until = await lastOf(after);
    if (until === undefined) return total;
    total += (await change({ gt: after, lte: until })).count;
    after = until;
  }
}
