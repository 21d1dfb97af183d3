// Proxies that are not as configured are reported, and no others.
import { expect, it } from "vitest";
import { proxyFault } from "./access-log";

const far = "203.0.113.7";

it.each([
  ["no proxy is configured and none is there", "", far, 0],
  ["no proxy is configured, and a stranger sends the header", "198.51.100.1", far, 0],
  ["the proxy adds its caller", "198.51.100.1", far, 1],
  [
    "both proxies add their callers, after what the client wrote",
    "1.1.1.1, 2.2.2.2, 3.3.3.3",
    far,
    2,
  ],
])("nothing is reported where %s", (_how, forwardedFor, remoteAddress, trusted) => {
  expect(proxyFault({ forwardedFor, remoteAddress }, trusted)).toBeNull();
});

it.each([
  ["does not set the header", "", 1],
  ["is one of two, and the other does not add to the header", "198.51.100.1", 2],
])("a proxy that %s is reported, since clients could set it", (_how, forwardedFor, trusted) => {
  const [fields, message] = proxyFault({ forwardedFor, remoteAddress: far }, trusted) ?? [];
  expect(fields).toEqual({ event: "http.forwarded_for_missing" });
  expect(message).toContain(`CT_TRUSTED_PROXIES is ${trusted}`);
});

it("a proxy on this machine that is not trusted is reported", () => {
  const origin = { forwardedFor: "198.51.100.1", remoteAddress: "127.0.0.1" };
  expect(proxyFault(origin, 0)?.[0]).toEqual({ event: "http.proxy_not_trusted" });
});
