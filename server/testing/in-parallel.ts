/** At most the size of the database pool. */
const CONCURRENCY = 8;

/** Runs the work on all items, `CONCURRENCY` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T, place: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries();
  const worker = async () => {
    for (const [place, item] of waiting) await work(item, place);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
