// Collects concurrent calls into groups, so that one statement does the work of many.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Sql } from "./db";
import { currentUse } from "./db-use";

interface Options<Item, Result> {
  /** Groups that run at the same time. */
  atOnce: number;
  /** Items in a group. */
  most: number;
  /** Returns a result for each item, in the same order. If it throws, all of them fail. */
  run(items: Item[]): Promise<PromiseSettledResult<Result>[]>;
  /** Called when no item is left. */
  onIdle?: () => void;
  /** True to start a group only when all requests that have arrived were read from their sockets. */
  gathers?: boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  /** Runs its group in its own request, if it is a group's first and had to wait. */
  enter?: (work: () => Promise<void>) => Promise<void>;
  settle: PromiseWithResolvers<Result>;
}

type Add<Item, Result> = (item: Item) => Promise<Result>;

/** Runs an item at once, or after a running group with all that arrive until then. */
export function makeGroups<Item, Result>({
  atOnce,
  most,
  run,
  onIdle,
  gathers = false,
}: Options<Item, Result>): Add<Item, Result> {
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
    const work = () => runGroup(group);
    void (first.enter?.(work) ?? work()).finally(() => {
      running -= 1;
      if (running === 0 && waiting.length === 0) onIdle?.();
      begin();
    });
  }

  return (item) => {
    const settle = Promise.withResolvers<Result>();
    // A group that starts later must not belong to the request that ended before it.
    const isFirst = waiting.length % most === 0;
    const mustWait = isFirst && running >= atOnce;
    waiting.push({ item, settle, ...(mustWait && { enter: AsyncLocalStorage.snapshot() }) });
    if (!gathers) begin();
    else if (waiting.length === 1 && !mustWait) setImmediate(begin);
    return settle.promise;
  };
}

const fulfilled = <Result>(value: Result) => ({ status: "fulfilled" as const, value });

/** Sales have connections reserved, so they don't wait for the reads of others. */
const laneOf = () => (currentUse().mayTakeReserved ? "sales" : "others");

/**
 * Lets concurrent calls on the same database or transaction share a read by its key. A read starts
 * after each of its callers has asked, so none gets an older result than its own read would give.
 */
export function makeSharedReads<Result>() {
  type Read = () => Promise<Result>;
  const byDatabase = new WeakMap<Sql, Map<string, Add<Read, Result>>>();

  async function readOnce(reads: Read[]) {
    const [read] = reads;
    if (!read) return [];
    const result = fulfilled(await read());
    return reads.map(() => result);
  }

  function openReads(byKey: Map<string, Add<Read, Result>>, key: string): Add<Read, Result> {
    const most = Number.POSITIVE_INFINITY;
    const onIdle = () => byKey.delete(key);
    const add = makeGroups({ atOnce: 1, most, run: readOnce, onIdle, gathers: true });
    byKey.set(key, add);
    return add;
  }

  return (db: Sql, key: string, read: Read): Promise<Result> => {
    const byKey = byDatabase.get(db) ?? new Map<string, Add<Read, Result>>();
    byDatabase.set(db, byKey);
    const usedKey = `${laneOf()} ${key}`;
    return (byKey.get(usedKey) ?? openReads(byKey, usedKey))(read);
  };
}

const MOST_READ = 256;

/**
 * Like `makeSharedReads`, for different keys: `read` returns a result for each of them, in the same
 * order, by one statement.
 */
export function makeGroupedReads<Key, Result>(read: (db: Sql, keys: Key[]) => Promise<Result[]>) {
  const byDatabase = new WeakMap<Sql, Map<string, Add<Key, Result>>>();

  function openReads(db: Sql): Add<Key, Result> {
    const run = async (keys: Key[]) => (await read(db, keys)).map(fulfilled);
    return makeGroups({ atOnce: 1, most: MOST_READ, run, gathers: true });
  }

  return (db: Sql, key: Key): Promise<Result> => {
    const lanes = byDatabase.get(db) ?? new Map<string, Add<Key, Result>>();
    byDatabase.set(db, lanes);
    const lane = lanes.get(laneOf()) ?? openReads(db);
    lanes.set(laneOf(), lane);
    return lane(key);
  };
}
