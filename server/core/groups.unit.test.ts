import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import { makeGroups } from "./groups";

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
