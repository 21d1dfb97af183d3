import { describe, expect, it } from "vitest";
import { Problem } from "./errors";
import { makeLanes } from "./lanes";

const busy = "Too much work. Try again in a few seconds.";

/** Work that ends when `done` is called. */
function piece() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { done: resolve, work: () => promise };
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("lanes", () => {
  it("run a limited number of jobs at once, in the order of arrival", async () => {
    const inLane = makeLanes({ atOnce: 2, waiting: 9, waitMs: 10_000, busy });
    const began: number[] = [];
    const pieces = Array.from({ length: 5 }, piece);
    const all = pieces.map(({ work }, index) =>
      inLane(() => {
        began.push(index);
        return work();
      }),
    );
    expect(began).toEqual([0, 1]);
    pieces[1]?.done();
    await nextTurn();
    expect(began).toEqual([0, 1, 2]);
    for (const { done } of pieces) done();
    await Promise.all(all);
    expect(began).toEqual([0, 1, 2, 3, 4]);
  });

  it("reject a job when the queue is full, and accept jobs again after that", async () => {
    const inLane = makeLanes({ atOnce: 1, waiting: 1, waitMs: 10_000, busy });
    const [first, second] = [piece(), piece()];
    const held = [inLane(first.work), inLane(second.work)];
    const refused = await inLane(async () => "never").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ code: "unavailable", detail: busy });
    expect(refused).toMatchObject({ headers: { "retry-after": "5" } });
    first.done();
    second.done();
    await Promise.all(held);
    expect(await inLane(async () => "later")).toBe("later");
  });

  it("reject a job that has waited too long, and keep the others' places", async () => {
    const inLane = makeLanes({ atOnce: 1, waiting: 2, waitMs: 30, busy });
    const long = piece();
    const held = inLane(long.work);
    await expect(inLane(async () => "never")).rejects.toMatchObject({ code: "unavailable" });
    const next = inLane(async () => "next");
    long.done();
    await held;
    expect(await next).toBe("next");
  });

  it("free the place of a job that fails", async () => {
    const inLane = makeLanes({ atOnce: 1, waiting: 1, waitMs: 10_000, busy });
    await expect(inLane(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await inLane(async () => "next")).toBe("next");
  });
});
