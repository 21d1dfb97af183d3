import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { database } from "./db";
import { exactLimiter, SettledLimiter } from "./shared-limits";

const MINUTES = 600;
const allows = (limiter: { consume(name: string): Promise<unknown> }, name: string) =>
  limiter.consume(name).then(
    () => true,
    () => false,
  );

it("several processes together allow a key its limit, and at most a tenth more each", async () => {
  const limit = { kind: "test", points: 50, duration: MINUTES };
  const processes = [1, 2, 3].map(() => new SettledLimiter(limit));
  const name = randomUUID();
  let allowed = 0;
  for (let turn = 0; turn < 60; turn += 1) {
    for (const one of processes) {
      if (await allows(one, name)) allowed += 1;
      await one.settled(name);
    }
  }
  expect(allowed).toBeGreaterThanOrEqual(50);
  expect(allowed).toBeLessThanOrEqual(50 + processes.length * 5);
  expect(await allows(new SettledLimiter(limit), randomUUID())).toBe(true);
});

it("one process alone allows exactly the limit, and says how many remain", async () => {
  const limiter = new SettledLimiter({ kind: "test", points: 30, duration: MINUTES });
  const name = randomUUID();
  const remaining: number[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    remaining.push((await limiter.consume(name)).remainingPoints);
    if (turn % 7 === 0) await limiter.settled(name);
  }
  expect(remaining).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index));
  expect(await allows(limiter, name)).toBe(false);
});

it("remaining requests include those of other processes", async () => {
  const limit = { kind: "test", points: 20, duration: MINUTES };
  const [one, other] = [new SettledLimiter(limit), new SettledLimiter(limit)];
  const name = randomUUID();
  for (let turn = 0; turn < 10; turn += 1) await one.consume(name);
  await one.settled(name);
  for (let turn = 0; turn < 2; turn += 1) await other.consume(name);
  await other.settled(name);
  expect((await other.consume(name)).remainingPoints).toBe(7);
});

it("limits on guessing are exact across processes, and cost no statement once exceeded", async () => {
  const limit = { kind: "test", points: 5, duration: MINUTES };
  const [one, other] = [exactLimiter(limit), exactLimiter(limit)];
  const name = randomUUID();
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) => allows(index % 2 ? one : other, name)),
  );
  expect(results.filter(Boolean)).toHaveLength(5);
  const points = async () =>
    (await database().prisma.rateLimit.findUnique({ where: { key: `test:${name}` } }))?.points;
  const before = await points();
  expect(await allows(one, name)).toBe(false);
  expect(await points()).toBe(before);
});
