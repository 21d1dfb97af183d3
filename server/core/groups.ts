// Collects concurrent calls into groups, so that one statement does the work of many.
import { AsyncLocalStorage } from "node:async_hooks";

interface Options<Item, Result> {
  /** Groups that run at the same time. */
  atOnce: number;
  /** Items in a group. */
  most: number;
  /** Returns a result for each item, in the same order. If it throws, all of them fail. */
  run(items: Item[]): Promise<PromiseSettledResult<Result>[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  /** Runs work in the context of the item's own request. */
  enter: (work: () => Promise<void>) => Promise<void>;
  settle: PromiseWithResolvers<Result>;
}

/** Runs an item at once, or after a running group with all that arrive until then. */
export function makeGroups<Item, Result>({
  atOnce,
  most,
  run,
}: Options<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function runGroup(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      for (const [place, { settle }] of group.entries()) {
        const result = results[place];
        if (result?.status === "fulfilled") settle.resolve(result.value);
        else settle.reject(result?.reason ?? new Error("a group has too few results"));
      }
    } catch (error) {
      for (const { settle } of group) settle.reject(error);
    }
  }

  function begin(): void {
    const [first] = waiting;
    if (!first || running >= atOnce) return;
    running += 1;
    const group = waiting.splice(0, most);
    // A group that had to wait must not belong to the request that ended before it.
    void first
      .enter(() => runGroup(group))
      .finally(() => {
        running -= 1;
        begin();
      });
  }

  return (item) => {
    const settle = Promise.withResolvers<Result>();
    waiting.push({ item, settle, enter: AsyncLocalStorage.snapshot() });
    begin();
    return settle.promise;
  };
}
