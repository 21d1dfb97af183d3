import { expect, test } from "vitest";
import { dropUnreadableRouterState } from "./page-server";

const NAME = "next-router-state-tree";
const page = ["", { children: ["admin", { children: ["__PAGE__", {}] }] }, null, null];

test("keeps a router state as Next's client sends it", () => {
  const headers = { [NAME]: encodeURIComponent(JSON.stringify(page)) };
  const before = { ...headers };
  dropUnreadableRouterState(headers);
  expect(headers).toEqual(before);
});

test.each(["", "x", "%", "%5B%5D", '{"a":1}', "[1,2]", "[".repeat(50_000)])(
  "drops a router state that Next would reject: %.20s",
  (state) => {
    const headers = { [NAME]: state, rsc: "1" };
    dropUnreadableRouterState(headers);
    expect(headers).toEqual({ rsc: "1" });
  },
);
