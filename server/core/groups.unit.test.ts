import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import type { Sql } from "./db";
import { withDatabaseUse } from "./db-use";
import { makeGroupedReads, makeGroups, makeSharedReads } from "./groups";

const sql: Sql = { query: async () => [] };
const fulfilled = <T>(value: T) => ({ status: "fulfilled" as const, value });

/** A run whose groups end when the test says so. */
function openGroups(limits: { atOnce: number; most: number }) {
  const started: { items: number[]; end: PromiseWithResolvers<void> }[] = [];
  const add = makeGroups<number, number>({
    ...limits,
    async run(items) {
      const end = Promise.withResolvers<void>();
      started.push({ items, end });
      await end.promise;
      return items.map((item) => fulfilled(item * 10));
    },
  });
  return { add, started, groups: () => started.map(({ items }) => items) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it("starts at once, and collects what arrives while the most allowed run", async () => {
  const { add, started, groups } = openGroups({ atOnce: 2, most: 3 });
  const results = [1, 2, 3, 4, 5, 6].map((item) => add(item));
  expect(groups()).toEqual([[1], [2]]);
  started[1]?.end.resolve();
  await settled();
  expect(groups()).toEqual([[1], [2], [3, 4, 5]]);
  expect(await results[1]).toBe(20);
  started[0]?.end.resolve();
  await settled();
  for (const { end } of started) end.resolve();
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50, 60]);
});

it("gives each item its own error, and all of them that of a failed run", async () => {
  const refuse = makeGroups<number, number>({
    atOnce: 1,
    most: 9,
    async run(items) {
      if (items.includes(7)) throw new Error("all");
      return items.map((item) =>
        item === 3 ? { status: "rejected", reason: new Error("three") } : fulfilled(item),
      );
    },
  });
  const first = refuse(1);
  const group = await Promise.allSettled([refuse(2), refuse(3)]);
  expect(await first).toBe(1);
  expect(group[0]).toEqual(fulfilled(2));
  expect(group[1]).toMatchObject({ reason: new Error("three") });
  await expect(refuse(7)).rejects.toThrow("all");
  expect(await refuse(8)).toBe(8);
});

it("runs a group in the context of its first item", async () => {
  const request = new AsyncLocalStorage<string>();
  const stores: (string | undefined)[] = [];
  const add = makeGroups<number, number>({
    atOnce: 1,
    most: 9,
    async run(items) {
      stores.push(request.getStore());
      await settled();
      return items.map(fulfilled);
    },
  });
  await Promise.all(["a", "b", "c"].map((name) => request.run(name, () => add(1))));
  expect(stores).toEqual(["a", "b"]);
});

it("never shares a read that had started before a caller asked", async () => {
  let stored = "old";
  const gates: PromiseWithResolvers<void>[] = [];
  let reads = 0;
  const read = async () => {
    reads += 1;
    const value = stored;
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return value;
  };
  const shared = makeSharedReads<string>();
  const before = shared(sql, "key", read);
  await settled();
  stored = "new";
  const after = [shared(sql, "key", read), shared(sql, "key", read), shared(sql, "key", read)];
  expect(reads).toBe(1);
  for (let open = 0; open < 2; open += 1) {
    gates[open]?.resolve();
    await settled();
  }
  expect(await before).toBe("old");
  expect(await Promise.all(after)).toEqual(["new", "new", "new"]);
  expect(reads).toBe(2);
});

it("starts a read when all that has arrived is known, and reads it once", async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return reads;
  };
  const shared = makeSharedReads<number>();
  const first = [shared(sql, "key", read), shared(sql, "key", read)];
  await Promise.resolve();
  first.push(shared(sql, "key", read));
  expect(reads).toBe(0);
  expect(await Promise.all(first)).toEqual([1, 1, 1]);
  expect(await shared(sql, "key", read)).toBe(2);
});

it("reads different keys together, each for its own caller, database and use", async () => {
  const other: Sql = { query: async () => [] };
  const reads: [Sql, string[]][] = [];
  const read = makeGroupedReads(async (db: Sql, keys: string[]) => {
    reads.push([db, keys]);
    await settled();
    return keys.map((key) => key.toUpperCase());
  });
  const results = ["a", "b", "a"].map((key) => read(sql, key));
  results.push(read(other, "c"));
  await settled();
  results.push(
    read(sql, "e"),
    read(sql, "f"),
    withDatabaseUse("sales", () => read(sql, "d")),
  );
  expect(await Promise.all(results)).toEqual(["A", "B", "A", "C", "E", "F", "D"]);
  expect(reads).toEqual([
    [sql, ["a", "b", "a"]],
    [other, ["c"]],
    [sql, ["e", "f"]],
    [sql, ["d"]],
  ]);
});

it("shares no read with another key or another transaction", async () => {
  const shared = makeSharedReads<string>();
  const other: Sql = { query: async () => [] };
  const reads = [
    ...["a", "a", "a", "b"].map((key) => shared(sql, key, async () => `first ${key}`)),
    shared(other, "a", async () => "second a"),
  ];
  expect(await Promise.all(reads)).toEqual([
    "first a",
    "first a",
    "first a",
    "first b",
    "second a",
  ]);
});
