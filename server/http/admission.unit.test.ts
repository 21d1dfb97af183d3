import { expect, it } from "vitest";
import { Admission, type ClassLimits, classLimits } from "./admission";
import { classes, type RequestClass } from "./request-class";

const limits: ClassLimits = {
  most: 4,
  least: 1,
  mostOfOwner: 4,
  queue: 3,
  waitMs: 100,
  targetMs: 50,
  delayMs: 20,
};

function setUp(own: Partial<Record<RequestClass, Partial<ClassLimits>>> = {}) {
  const clock = { now: 0 };
  const pressure = { loopDelayMs: 0, poolWaitMs: 0 };
  const all = Object.fromEntries(classes.map((name) => [name, { ...limits, ...own[name] }]));
  const admission = new Admission(
    all as Record<RequestClass, ClassLimits>,
    () => pressure,
    () => clock.now,
  );
  const log: string[] = [];
  const gone = new Set<string>();
  const send = (name: RequestClass, id: string, owner = "x") =>
    admission.admit(name, {
      owner,
      start: () => log.push(`${id} starts`),
      refuse: () => log.push(`${id} refused`),
      isGone: () => gone.has(id),
    });
  return { clock, pressure, admission, log, gone, send };
}

it("runs as many as fit, queues a few, and refuses the others at once", () => {
  const { send, log, admission } = setUp();
  for (let n = 1; n <= 9; n += 1) send("pages", `p${n}`);
  expect(log).toEqual([
    "p1 starts",
    "p2 starts",
    "p3 starts",
    "p4 starts",
    "p8 refused",
    "p9 refused",
  ]);
  expect(admission.load().pages).toEqual({ running: 4, waiting: 3 });
});

it("refuses a request on arrival if it would wait too long", () => {
  const { send, log, admission } = setUp({ pages: { most: 1, queue: 100, targetMs: 1e6 } });
  for (let n = 0; n < 200; n += 1) {
    send("pages", "x");
    admission.release("pages", "x", 60);
  }
  log.length = 0;
  for (const id of ["a", "b", "c"]) send("pages", id);
  expect(log).toEqual(["a starts", "c refused"]);
});

it("refuses requests that have waited too long, and drops those whose client disconnected", () => {
  const { send, log, admission, clock, gone } = setUp({ docs: { most: 1 } });
  for (const id of ["a", "b", "c"]) send("docs", id);
  gone.add("b");
  clock.now = 101;
  admission.dispatch();
  expect(log).toEqual(["a starts", "c refused"]);
});

it("serves a class of higher priority first", () => {
  const { send, log, admission } = setUp({ sales: { most: 1 }, docs: { most: 1 } });
  for (const id of ["d1", "d2"]) send("docs", id);
  for (const id of ["s1", "s2"]) send("sales", id);
  log.length = 0;
  admission.release("docs", "x", 1);
  admission.release("sales", "x", 1);
  expect(log).toEqual(["d2 starts", "s2 starts"]);
});

it.each([
  ["the event loop is late", { loopDelayMs: 21, poolWaitMs: 0 }],
  ["requests wait for the database", { loopDelayMs: 0, poolWaitMs: 151 }],
])("reduces each class to its minimum while %s, except sales", (_when, pressed) => {
  const { send, log, pressure } = setUp({ sales: { delayMs: Number.POSITIVE_INFINITY } });
  Object.assign(pressure, pressed);
  for (const id of ["p1", "p2"]) send("pages", id);
  for (const id of ["s1", "s2", "s3"]) send("sales", id);
  expect(log).toEqual(["p1 starts", "s1 starts", "s2 starts", "s3 starts"]);
});

it("runs fewer at once while requests exceed their target time", () => {
  const { send, log, admission } = setUp({ sales: { least: 2 } });
  for (let n = 0; n < 200; n += 1) {
    send("sales", "x");
    admission.release("sales", "x", 100);
  }
  log.length = 0;
  for (const id of ["a", "b", "c"]) send("sales", id);
  expect(log).toEqual(["a starts", "b starts"]);
});

it("gives a place that ends to the owner with the fewest, and then to each in turn", () => {
  const { send, log, admission } = setUp({ sales: { queue: 20 } });
  for (let n = 1; n <= 8; n += 1) send("sales", `a${n}`, "a");
  for (const owner of ["b", "c"]) {
    for (let n = 1; n <= 2; n += 1) send("sales", `${owner}${n}`, owner);
  }
  log.length = 0;
  for (const owner of ["a", "a", "a", "b"]) admission.release("sales", owner, 1);
  expect(log).toEqual(["b1 starts", "c1 starts", "a5 starts", "b2 starts"]);
});

it("refuses the latest request of the longest queue for one of an owner with a shorter queue", () => {
  const { send, log } = setUp();
  for (let n = 1; n <= 7; n += 1) send("sales", `a${n}`, "a");
  send("sales", "b1", "b");
  send("sales", "b2", "b");
  expect(log.slice(4)).toEqual(["a7 refused", "b2 refused"]);
});

it("an owner's long queue does not let the first request of another expect a long wait", () => {
  const { send, log, admission } = setUp({ pages: { most: 1, queue: 100, targetMs: 1e6 } });
  for (let n = 0; n < 200; n += 1) {
    send("pages", "x");
    admission.release("pages", "x", 30);
  }
  for (let n = 0; n < 4; n += 1) send("pages", `a${n}`, "a");
  log.length = 0;
  send("pages", "a4", "a");
  send("pages", "b0", "b");
  expect(log).toEqual(["a4 refused"]);
  for (let n = 0; n < 2; n += 1) admission.release("pages", "a", 30);
  expect(log.slice(1)).toEqual(["a1 starts", "b0 starts"]);
});

it("leaves places free that one owner may not take, however many of its requests wait", () => {
  const { send, log, admission } = setUp({ payments: { mostOfOwner: 1 } });
  for (const id of ["a1", "a2", "a3"]) send("payments", id, "a");
  send("payments", "b1", "b");
  expect(log).toEqual(["a1 starts", "b1 starts"]);
  admission.release("payments", "b", 1);
  expect(log).toHaveLength(2);
  admission.release("payments", "a", 1);
  expect(log[2]).toBe("a2 starts");
});

it("no account takes more than a quarter of the places of payments", () => {
  const { mostOfOwner, most } = classLimits(48).payments;
  expect(mostOfOwner).toBeLessThanOrEqual(most / 4);
});
