// A few at a time, the others in line.
import { describe, expect, it } from "vitest";
import { Problem } from "./errors";
import { makeLanes } from "./lanes";

const busy = "Too much work. Try again in a few seconds.";

/** Work that ends when it is told to. */
function piece() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { done: resolve, work: () => promise };
}

async function begun(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe("lanes", () => {
  it("let no more work at once than they are wide, in the order of arrival", async () => {
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
    await begun();
    expect(began).toEqual([0, 1, 2]);
    for (const { done } of pieces) done();
    await Promise.all(all);
    expect(began).toEqual([0, 1, 2, 3, 4]);
  });

  it("say that they are busy to whoever finds the line full, and take work again after it", async () => {
    const inLane = makeLanes({ atOnce: 1, waiting: 1, waitMs: 10_000, busy });
    const [first, second] = [piece(), piece()];
    const kept = [inLane(first.work), inLane(second.work)];
    const refused = await inLane(async () => "never").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ code: "unavailable", detail: busy });
    expect(refused).toMatchObject({ headers: { "retry-after": "5" } });
    first.done();
    second.done();
    await Promise.all(kept);
    expect(await inLane(async () => "later")).toBe("later");
  });

  it("send away whoever has waited too long, and keep the place of the others", async () => {
    const inLane = makeLanes({ atOnce: 1, waiting: 2, waitMs: 30, busy });
    const long = piece();
    const kept = inLane(long.work);
    await expect(inLane(async () => "never")).rejects.toMatchObject({ code: "unavailable" });
    const next = inLane(async () => "next");
    long.done();
    await kept;
    expect(await next).toBe("next");
  });

  it("give their place back when work fails", async () => {
    const inLane = makeLanes({ atOnce: 1, waiting: 1, waitMs: 10_000, busy });
    await expect(inLane(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(await inLane(async () => "next")).toBe("next");
  });
});
