import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
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

const HOUR_MS = 3_600_000;

/** Calls with the clock of a machine that differs by so much. */
async function atClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + aheadMs });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

describe.each([
  ["ahead", HOUR_MS],
  ["behind", -HOUR_MS],
])("with the clock of one of two processes an hour %s", (_, aheadMs) => {
  it("they allow an exact limit once", async () => {
    const limit = { kind: "test", points: 5, duration: MINUTES };
    const [one, other] = [exactLimiter(limit), exactLimiter(limit)];
    const name = randomUUID();
    const results: boolean[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      results.push(await atClock(aheadMs, () => allows(other, name)));
      results.push(await allows(one, name));
    }
    expect(results.filter(Boolean)).toHaveLength(5);
  });

  it("they allow a key its limit, and at most a tenth more each", async () => {
    const limit = { kind: "test", points: 50, duration: MINUTES };
    const [one, other] = [new SettledLimiter(limit), new SettledLimiter(limit)];
    const name = randomUUID();
    const turn = async (limiter: SettledLimiter) => {
      const isAllowed = await allows(limiter, name);
      await limiter.settled(name);
      return isAllowed;
    };
    let allowed = 0;
    for (let nth = 0; nth < 60; nth += 1) {
      if (await atClock(aheadMs, () => turn(other))) allowed += 1;
      if (await turn(one)) allowed += 1;
    }
    expect(allowed).toBeGreaterThanOrEqual(50);
    expect(allowed).toBeLessThanOrEqual(60);
  });
});

it("a period ends in time for all, also if it began at a clock that is ahead", async () => {
  const limit = { kind: "test", points: 2, duration: 1 };
  const [one, other] = [exactLimiter(limit), exactLimiter(limit)];
  const name = randomUUID();
  for (let nth = 0; nth < 3; nth += 1) await atClock(HOUR_MS, () => allows(other, name));
  await expect.poll(() => allows(one, name), { timeout: 10_000 }).toBe(true);
});

it("deletes the counts of periods that ended an hour ago", async () => {
  const { rateLimit } = database().prisma;
  const names = [2 * HOUR_MS, 0].map((ago) => ({ ago, key: `test:${randomUUID()}` }));
  await rateLimit.createMany({
    data: names.map(({ ago, key }) => ({ key, points: 1, expire: BigInt(Date.now() - ago) })),
  });
  await exactLimiter({ kind: "test", points: 1, duration: 1 }).clearExpired();
  const left = await rateLimit.findMany({ where: { key: { in: names.map(({ key }) => key) } } });
  expect(left.map(({ key }) => key)).toEqual([names[1]?.key]);
});

it("a clock that is set back lengthens no period", async () => {
  const limit = { kind: "test", points: 10, duration: 2 };
  const [one, other] = [new SettledLimiter(limit), new SettledLimiter(limit)];
  const name = randomUUID();
  for (let nth = 0; nth < 12; nth += 1) {
    for (const limiter of [one, other]) {
      await allows(limiter, name);
      await limiter.settled(name);
    }
  }
  expect(await allows(one, name)).toBe(false);
  const isAllowed = () => atClock(-HOUR_MS, () => allows(one, name));
  await expect.poll(isAllowed, { timeout: 10_000 }).toBe(true);
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
