import { describe, expect, it } from "vitest";
import { assess, kinds, markOf, worstOf } from "./queue-health";

const now = new Date("2026-11-22T12:00:00Z");
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const none = { due: 0, oldestDueAt: null, later: 0, retrying: 0, lost: 0 };
const fine = { doneOn: before(1).toISOString(), workedOn: null, failedOn: null, failure: null };

function judgeTask(task: string, backlog: object = {}, mark: object = {}, hasWorker = true) {
  const kind = kinds.find((it) => it.task === task);
  if (!kind) throw new Error(task);
  const given = { backlog: { ...none, ...backlog }, mark: { ...fine, ...mark } };
  return assess({ kind, ...given, hasWorker, now });
}

describe("a queue's light", () => {
  it.each([
    [0, "good"],
    [9, "good"],
    [11, "waits"],
    [59, "waits"],
    [61, "bad"],
  ])("for an order that has been due for %i seconds is %s", (seconds, light) => {
    const backlog = { due: 1, oldestDueAt: before(seconds) };
    expect(judgeTask("matching", backlog).light).toBe(light);
  });

  it("is red if no worker runs, even without work", () => {
    for (const { task } of kinds) expect(judgeTask(task, {}, {}, false).light).toBe("bad");
    const { message } = judgeTask("customer-mail", { due: 10_000 }, {}, false);
    expect(message).toBe("10,000 or more due, but no worker is running");
  });

  it("is red from a failure until a success, with the reason", () => {
    const failed = { failedOn: now.toISOString(), failure: "relation does not exist" };
    expect(judgeTask("matching", {}, failed)).toMatchObject({
      light: "bad",
      message: "Failing: relation does not exist",
    });
    const again = { ...failed, doneOn: new Date(now.getTime() + 1).toISOString() };
    expect(judgeTask("matching", {}, again).light).toBe("good");
  });

  it("is amber if outside receivers fail, with advice", () => {
    const { light, message, action } = judgeTask("deliveries", { later: 9, retrying: 7, lost: 2 });
    expect([light, message]).toEqual([
      "waits",
      "2 given up since yesterday, 7 failed and will be retried",
    ]);
    expect(action).not.toBeNull();
    expect(judgeTask("matching", { later: 500 }).light).toBe("good");
  });

  it("is amber, and suggests no worker, if only failing receivers hold callbacks up", () => {
    const { light, message, action } = judgeTask("deliveries", { held: 12 });
    expect([light, message]).toEqual([
      "waits",
      "12 held for receivers that keep failing or are slow",
    ]);
    expect(action).not.toMatch(/start another/i);
  });

  it("of all queues is the worst one", () => {
    expect(worstOf(["good", "waits", "good"])).toBe("waits");
    expect(worstOf(["good", "bad", "waits"])).toBe("bad");
    expect(worstOf([])).toBe("good");
  });
});

it("a task's result is the latest of all workers, with its failure", () => {
  const worker = (id: string, mark: object) => ({
    id,
    startedAt: now,
    seenAt: now,
    isAlive: true,
    tasks: { mails: { ...fine, ...mark } },
  });
  const [early, late] = ["2026-11-22T11:00:00.000Z", "2026-11-22T11:30:00.000Z"];
  const workers = [
    worker("a", { doneOn: late, failedOn: early, failure: "old" }),
    worker("b", { doneOn: early, failedOn: late, failure: "new" }),
  ];
  expect(markOf(workers, "mails")).toMatchObject({ doneOn: late, failedOn: late, failure: "new" });
  expect(markOf(workers, "links").doneOn).toBeNull();
});
