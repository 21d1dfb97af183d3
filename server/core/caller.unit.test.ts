import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callerOf } from "./caller";

const from = (remoteAddress: string | undefined, forwardedFor = "") => ({
  remoteAddress,
  forwardedFor,
});

describe("without trusted proxies", () => {
  it("is the remote address of the connection, whatever the header says", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (address, header) => {
        expect(callerOf(from(address, header), 0)).toBe(address);
        expect(callerOf(from(`::ffff:${address}`, header), 0)).toBe(address);
      }),
    );
  });

  it("is the /64 network of an IPv6 address, since the client can use all of it", () => {
    const one = callerOf(from("2001:db8:1:2:3:4:5:6"), 0);
    expect(callerOf(from("2001:db8:1:2:ffff::1"), 0)).toBe(one);
    expect(callerOf(from("2001:db8:1:3::1"), 0)).not.toBe(one);
  });

  it("is the same for all clients without an address", () => {
    expect(callerOf(from(undefined), 0)).toBe("unknown");
    expect(callerOf(from("no address"), 0)).toBe("unknown");
  });
});

describe("behind trusted proxies", () => {
  it.each([
    [1, "198.51.100.7", "198.51.100.7"],
    [1, "203.0.113.9, 198.51.100.7", "198.51.100.7"],
    [2, "203.0.113.9, 198.51.100.7", "203.0.113.9"],
    [2, "192.0.2.1, 203.0.113.9, 198.51.100.7", "203.0.113.9"],
    [1, "198.51.100.7:4711", "198.51.100.7"],
    [1, "[2001:db8::1]:4711", "2001:db8::"],
    [1, "", "10.0.0.1"],
    [1, "unknown", "10.0.0.1"],
  ])("%d, it is what the outermost of them wrote into %j", (proxies, header, caller) => {
    expect(callerOf(from("10.0.0.1", header), proxies)).toBe(caller);
  });

  it("does not depend on what the client puts in the header", () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (own, address) => {
        expect(callerOf(from("10.0.0.1", `${own},${address}`), 1)).toBe(address);
      }),
    );
  });
});
