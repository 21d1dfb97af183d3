import { describe, expect, it } from "vitest";
import { Problem } from "./errors";
import { FairQueue, type FairQueueLimits, tooBusy, tooMany } from "./fair-queue";

const busy = "Too much work. Try again in a few seconds.";
const ownFault = "Too much work of yours.";

function queueOf(limits: Partial<FairQueueLimits>): FairQueue {
  const refusal = (isOwnFault: boolean) => (isOwnFault ? tooMany(ownFault) : tooBusy(busy));
  return new FairQueue({ atOnce: 1, waiting: 99, waitMs: 60_000, refusal, ...limits });
}

async function nextTurn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Adds jobs named `client` and a digit, which run until they are ended by name. */
function jobsIn(queue: FairQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    add(...names: string[]): Promise<unknown> {
      const jobs = names.map((name) =>
        queue.run(name.slice(0, -1), () => {
          started.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        }),
      );
      return Promise.all(jobs);
    },
    async end(...names: string[]): Promise<void> {
      for (const name of names) {
        expect(started).toContain(name);
        ends.get(name)?.();
        await nextTurn();
      }
    },
  };
}

describe("a fair queue", () => {
  it("runs a limited number of jobs at once, those of one client in the order of arrival", async () => {
    const { add, started, end } = jobsIn(queueOf({ atOnce: 2 }));
    const all = add("a1", "a2", "a3", "a4", "a5");
    expect(started).toEqual(["a1", "a2"]);
    await end("a2");
    expect(started).toEqual(["a1", "a2", "a3"]);
    await end("a1", "a3", "a4", "a5");
    await all;
    expect(started).toEqual(["a1", "a2", "a3", "a4", "a5"]);
  });

  it("gives clients turns, however many jobs one of them has", async () => {
    const { add, started, end } = jobsIn(queueOf({}));
    const all = add("a1", "a2", "a3", "a4", "b1", "b2", "c1");
    await end("a1");
    const late = add("d1", "b3");
    const order = ["a2", "b1", "c1", "a3", "d1", "b2", "a4", "b3"];
    await end(...order);
    await Promise.all([all, late]);
    expect(started).toEqual(["a1", ...order]);
  });

  it("leaves a place to other clients if one may not have all of them", async () => {
    const { add, started, end } = jobsIn(queueOf({ atOnce: 3, atOncePerClient: 2 }));
    const all = add("a1", "a2", "a3", "a4", "b1", "c1");
    expect(started).toEqual(["a1", "a2", "b1"]);
    await end("b1");
    expect(started).toEqual(["a1", "a2", "b1", "c1"]);
    await end("c1");
    expect(started).toEqual(["a1", "a2", "b1", "c1"]);
    await end("a1", "a2", "a3", "a4");
    await all;
    expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "a4"]);
  });

  it("rejects a job when the queue is full, and accepts jobs again after that", async () => {
    const queue = queueOf({ waiting: 1 });
    const { add, end } = jobsIn(queue);
    const held = add("a1", "b1");
    const refused = await queue.run("c", async () => "never").catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ code: "unavailable", detail: busy });
    expect(refused).toMatchObject({ headers: { "retry-after": "5" } });
    await end("a1", "b1");
    await held;
    expect(await queue.run("c", async () => "later")).toBe("later");
  });

  it("rejects a job of a client that fills its share, and still has room for others", async () => {
    const queue = queueOf({ waiting: 9, waitingPerClient: 2 });
    const { add, end } = jobsIn(queue);
    const held = add("a1", "a2", "a3");
    await expect(queue.run("a", async () => "never")).rejects.toMatchObject({ detail: ownFault });
    const other = queue.run("b", async () => "other");
    await end("a1", "a2", "a3");
    await held;
    expect(await other).toBe("other");
  });

  it("rejects a job that has waited too long, and keeps the others' places", async () => {
    const queue = queueOf({ waiting: 2, waitMs: 30 });
    const { add, end } = jobsIn(queue);
    const held = add("a1");
    await expect(queue.run("b", async () => "never")).rejects.toMatchObject({ detail: busy });
    await expect(queue.run("a", async () => "never")).rejects.toMatchObject({ detail: ownFault });
    const next = queue.run("b", async () => "next");
    await end("a1");
    await held;
    expect(await next).toBe("next");
  });

  it("forgets a job that is aborted before it has started", async () => {
    const queue = queueOf({ waiting: 1 });
    const { add, started, end } = jobsIn(queue);
    const held = add("a1");
    const leaving = new AbortController();
    const left = queue.run("b", async () => started.push("b1"), leaving.signal);
    leaving.abort("left");
    await expect(left).rejects.toBe("left");
    await expect(queue.run("b", async () => "never", leaving.signal)).rejects.toBe("left");
    const next = add("c1");
    await end("a1", "c1");
    await Promise.all([held, next]);
    expect(started).toEqual(["a1", "c1"]);
  });

  it("frees the place of a job that fails", async () => {
    const queue = queueOf({ waiting: 1 });
    await expect(queue.run("a", () => Promise.reject(new Error("failed")))).rejects.toThrow(
      "failed",
    );
    expect(await queue.run("b", async () => "next")).toBe("next");
  });
});
