import http from "node:http";
import net from "node:net";
import { afterEach, expect, it } from "vitest";
import { Bodies } from "./bodies";

const MIB = 1024 * 1024;
const opened: Bodies[] = [];

afterEach(() => {
  for (const bodies of opened.splice(0)) bodies.stop();
});

/** A reader of bodies that arrive when the test says so. */
function setUp() {
  const clock = { now: 0 };
  const bodies = new Bodies(20_000, () => clock.now);
  opened.push(bodies);
  const results: Record<string, string> = {};
  const send = (name: string, length: number | null, groups: string[] = []) => {
    const req = new http.IncomingMessage(new net.Socket());
    if (length !== null) req.headers = { "content-length": String(length) };
    const rules = { maxBytes: MIB, groups };
    bodies.read(req, rules, (result) => {
      results[name] = typeof result === "string" ? result : `${result.length} bytes`;
    });
    return {
      take: (bytes: number) => req.emit("data", Buffer.alloc(bytes)),
      end: () => req.emit("end"),
      leave: () => req.emit("close"),
    };
  };
  return { clock, bodies, results, send };
}

it("returns a body that arrives in pieces, and says that a client has left", () => {
  const { results, send } = setUp();
  const [whole, left] = [send("whole", 30), send("left", 30)];
  for (let n = 0; n < 3; n += 1) whole.take(10);
  whole.end();
  left.take(10);
  left.leave();
  expect(results).toEqual({ whole: "30 bytes", left: "gone" });
});

it("refuses a body that is too large by its length at once, and another as soon as it is", () => {
  const { results, send } = setUp();
  send("declared", MIB + 1);
  const chunked = send("chunked", null);
  chunked.take(MIB);
  expect(results).toEqual({ declared: "large-body" });
  chunked.take(1);
  expect(results["chunked"]).toBe("large-body");
});

it("gives a short body three seconds and a larger one ten", () => {
  const { clock, bodies, results, send } = setUp();
  send("short", 65_536);
  send("long", 65_537);
  const chunked = send("chunked", null);
  clock.now = 3000;
  bodies.sweep();
  expect(results).toEqual({});
  clock.now = 3001;
  chunked.take(65_537);
  bodies.sweep();
  expect(results).toEqual({ short: "slow-body" });
  clock.now = 10_001;
  bodies.sweep();
  expect(results).toEqual({ short: "slow-body", long: "slow-body", chunked: "slow-body" });
});

it("gives up the oldest bodies of an owner that sends too many at once, and of no other", () => {
  const { bodies, results, send } = setUp();
  send("other", 10, ["owner b"]);
  for (let n = 0; n <= 128; n += 1) send(`${n}`, 10, ["owner a"]);
  bodies.sweep();
  expect(results).toEqual({ "0": "many-bodies" });
});

it("gives up the oldest bodies of an owner that has sent too many bytes", () => {
  const { bodies, results, send } = setUp();
  const all = Array.from({ length: 17 }, (_, n) => send(`${n}`, MIB, ["owner a"]));
  for (const one of all) one.take(MIB);
  bodies.sweep();
  expect(results).toEqual({ "0": "many-bodies" });
  all[16]?.end();
  expect(results["16"]).toBe(`${MIB} bytes`);
});

it("takes sixteen megabytes of not short bodies of an owner in ten seconds", () => {
  const { clock, bodies, results, send } = setUp();
  const sendWhole = (name: string, bytes: number) => {
    const sent = send(name, bytes, ["owner a"]);
    sent.take(bytes);
    sent.end();
  };
  for (let n = 0; n < 16; n += 1) sendWhole(`${n}`, MIB);
  sendWhole("next", MIB);
  expect([results["15"], results["next"]]).toEqual([`${MIB} bytes`, "many-bodies"]);
  clock.now = 10_001;
  bodies.sweep();
  sendWhole("later", MIB);
  for (let n = 0; n < 600; n += 1) sendWhole(`short ${n}`, 65_536);
  expect([results["later"], results["short 599"]]).toEqual([`${MIB} bytes`, "65536 bytes"]);
});

it("gives up the oldest of all bodies if there are too many of different owners", () => {
  const { results, send } = setUp();
  for (let n = 0; n <= 2000; n += 1) send(`${n}`, 10, [`owner ${n}`]);
  expect(results).toEqual({ "0": "no-room" });
});
