import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { readable } from "./readable-log";

const textOf = (fields: object) => {
  const line = { level: 30, time: "2026-11-28T09:08:07.000Z", host: "h", pid: 1, version: "1" };
  return stripVTControlCharacters(readable(JSON.stringify({ ...line, ...fields })));
};

test("a line has its time, message and fields, and is not JSON", () => {
  const line = { event: "database.ready", applied: 93, msg: "database schema is up to date" };
  expect(textOf(line)).toMatch(/^\d\d:08:07 {2}Database schema is up to date {2}applied=93\n$/);
});

test("a request is one short line", () => {
  const head = { method: "POST", path: "/v1/orders", status: 201, ms: 12, requestId: "r" };
  const line = { event: "http.request", ...head, userAgent: "curl", msg: "request" };
  expect(textOf(line)).toMatch(/ {2}Request {2}POST \/v1\/orders 201 in 12 ms\n$/);
});

test("an error is followed by its stack", () => {
  const err = { type: "Error", message: "no", stack: "Error: no\n    at a (b.ts:1:2)" };
  expect(textOf({ level: 50, event: "x.failed", err, msg: "failed" })).toMatch(
    / {2}Failed\nError: no\n {4}at a \(b\.ts:1:2\)\n$/,
  );
});

test("background work has no line unless something is wrong", () => {
  expect(textOf({ event: "job.ended", state: "done", msg: "job ended" })).toBe("");
  expect(textOf({ level: 40, event: "job.ended", state: "failed", msg: "job ended" })).toContain(
    "Job ended",
  );
});
