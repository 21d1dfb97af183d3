import { expect, test } from "vitest";
import { dropUnreadableRouterState } from "./page-server";

const NAME = "next-router-state-tree";
const page = ["", { children: ["admin", { children: ["__PAGE__", {}] }] }, null, null];

test("a router state as Next's own client sends it stays", () => {
  const headers = { [NAME]: encodeURIComponent(JSON.stringify(page)) };
  const before = { ...headers };
  dropUnreadableRouterState(headers);
  expect(headers).toEqual(before);
});

test.each(["", "x", "%", "%5B%5D", '{"a":1}', "[1,2]", "[".repeat(50_000)])(
  "a router state that Next would refuse is dropped: %.20s",
  (state) => {
    const headers = { [NAME]: state, rsc: "1" };
    dropUnreadableRouterState(headers);
    expect(headers).toEqual({ rsc: "1" });
  },
);
