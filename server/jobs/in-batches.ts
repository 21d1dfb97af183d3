// Does together what is asked for at about the same time.

const MOST = 500;

interface Waiting<Item> {
  item: Item;
  done: PromiseWithResolvers<void>;
}

/** A function that has `work` do each item; those that come while it works are its next batch. */
export function inBatches<Item>(
  work: (items: Item[]) => Promise<void>,
): (item: Item) => Promise<void> {
  let waiting: Waiting<Item>[] = [];
  let isWorking = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST);
      waiting = waiting.slice(MOST);
      try {
        await work(batch.map(({ item }) => item));
        for (const { done } of batch) done.resolve();
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    isWorking = false;
  }

  return (item) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ item, done });
    if (!isWorking) {
      isWorking = true;
      void run();
    }
    return done.promise;
  };
}
