import { describe, expect, it } from "vitest";
import { inBatches } from "./concurrency";

/** Work whose batches end when the test says so. */
function held() {
  const batches: { items: number[]; end: PromiseWithResolvers<void> }[] = [];
  const work = (items: number[]) => {
    const end = Promise.withResolvers<void>();
    batches.push({ items, end });
    return end.promise;
  };
  const nth = async (n: number) => {
    await expect.poll(() => batches.length).toBeGreaterThan(n);
    return batches[n] as (typeof batches)[number];
  };
  return { batches, work, nth };
}

it("processes the first item at once, and later ones together in their order", async () => {
  const { batches, work, nth } = held();
  const add = inBatches(work);
  const added = [1, 2, 3, 4].map(add);
  for (const n of [0, 1]) (await nth(n)).end.resolve();
  await Promise.all(added);
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
});

it("resolves an item only after its batch", async () => {
  const { work, nth } = held();
  const add = inBatches(work);
  const ended: number[] = [];
  const added = [1, 2].map((item) => add(item).then(() => ended.push(item)));
  expect(ended).toEqual([]);
  (await nth(0)).end.resolve();
  const second = await nth(1);
  expect(ended).toEqual([1]);
  second.end.resolve();
  await Promise.all(added);
  expect(ended).toEqual([1, 2]);
});

it("rejects only the items of a failed batch, and continues with later ones", async () => {
  const { batches, work, nth } = held();
  const add = inBatches(work);
  const added = [1, 2, 3].map(add);
  const ends = Promise.allSettled(added);
  (await nth(0)).end.resolve();
  const failing = await nth(1);
  const late = add(4);
  failing.end.reject(new Error("the database is gone"));
  (await nth(2)).end.resolve();
  await late;
  expect((await ends).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(added[2]).rejects.toThrow("the database is gone");
  // Also works after a pause.
  const later = add(5);
  (await nth(3)).end.resolve();
  await later;
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3], [4], [5]]);
});

it("survives work that throws before it returns a promise", async () => {
  let times = 0;
  const add = inBatches<number>(() => {
    times += 1;
    if (times === 1) throw new Error("at once");
    return Promise.resolve();
  });
  await expect(add(1)).rejects.toThrow("at once");
  await add(2);
  expect(times).toBe(2);
});

it("processes at most 500 items at a time, and loses none", async () => {
  const batches: number[][] = [];
  const add = inBatches(async (items: number[]) => {
    batches.push(items);
  });
  await Promise.all(Array.from({ length: 1201 }, (_, n) => add(n)));
  expect(batches.map(({ length }) => length)).toEqual([1, 500, 500, 200]);
  expect(batches.flat()).toEqual(Array.from({ length: 1201 }, (_, n) => n));
});

describe("that gather", () => {
  const LONG_MS = 60_000;

  it("begin without waiting once there are enough items", async () => {
    const { batches, work, nth } = held();
    const add = inBatches(work, { ms: LONG_MS, enough: 3 });
    const first = [1, 2, 3].map(add);
    (await nth(0)).end.resolve();
    await Promise.all(first);
    const second = [4, 5].map(add);
    expect(batches).toHaveLength(1);
    second.push(add(6));
    (await nth(1)).end.resolve();
    await Promise.all(second);
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it("do not wait for enough items longer than they should", async () => {
    const { batches, work, nth } = held();
    const add = inBatches(work, { ms: 1, enough: 100 });
    const added = [1, 2].map(add);
    expect(batches).toEqual([]);
    const first = await nth(0);
    // These wait for the batch that is running, and then for more.
    added.push(add(3), add(4));
    first.end.resolve();
    (await nth(1)).end.resolve();
    await Promise.all(added);
    expect(batches.map(({ items }) => items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });
});
