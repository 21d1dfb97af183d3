import { expect, it } from "vitest";
import { logLinesOf } from "#testing/log-lines";
import { warnOfProxies } from "./senders";

const remote = "203.0.113.7";

async function eventsOf(origin: { forwardedFor: string; remoteAddress: string }, trusted: number) {
  let hasWarned = false;
  const lines = await logLinesOf(async () => {
    hasWarned = warnOfProxies(origin, trusted);
  });
  expect(hasWarned).toBe(lines.length > 0);
  return lines.map(({ event, trusted }) => ({ event, trusted }));
}

it.each([
  ["no proxy is configured or present", "", 0],
  ["no proxy is configured, and a remote client sends the header", "198.51.100.1", 0],
  ["the proxy appends its client", "198.51.100.1", 1],
  ["both proxies append their clients to what the client sent", "1.1.1.1, 2.2.2.2, 3.3.3.3", 2],
])("does not warn if %s", async (_case, forwardedFor, trusted) => {
  expect(await eventsOf({ forwardedFor, remoteAddress: remote }, trusted)).toEqual([]);
});

it.each([
  ["does not set the header", "", 1],
  ["is one of two, and the other does not append to the header", "198.51.100.1", 2],
])("warns of a proxy that %s, since clients could set it", async (_case, forwardedFor, trusted) => {
  expect(await eventsOf({ forwardedFor, remoteAddress: remote }, trusted)).toEqual([
    { event: "http.forwarded_for_missing", trusted },
  ]);
});

it("warns of a proxy on this machine that is not trusted", async () => {
  const origin = { forwardedFor: "198.51.100.1", remoteAddress: "127.0.0.1" };
  expect(await eventsOf(origin, 0)).toEqual([{ event: "http.proxy_not_trusted" }]);
});
