// Whom a request without a key is counted for: nobody chooses that for himself.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callerOf } from "./caller";

const from = (remoteAddress: string | undefined, forwardedFor = "") => ({
  remoteAddress,
  forwardedFor,
});

describe("without proxies of our own", () => {
  it("it is the connection's other end, whatever the header says", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (address, header) => {
        expect(callerOf(from(address, header), 0)).toBe(address);
        expect(callerOf(from(`::ffff:${address}`, header), 0)).toBe(address);
      }),
    );
  });

  it("an IPv6 address stands for its network, whose every address may be the caller's next", () => {
    const one = callerOf(from("2001:db8:1:2:3:4:5:6"), 0);
    expect(callerOf(from("2001:db8:1:2:ffff::1"), 0)).toBe(one);
    expect(callerOf(from("2001:db8:1:3::1"), 0)).not.toBe(one);
  });

  it("those without an address are counted as one", () => {
    expect(callerOf(from(undefined), 0)).toBe("unknown");
    expect(callerOf(from("no address"), 0)).toBe("unknown");
  });
});

describe("behind proxies of our own", () => {
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

  it("nothing that a caller writes into the header changes it", () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (own, address) => {
        expect(callerOf(from("10.0.0.1", `${own},${address}`), 1)).toBe(address);
      }),
    );
  });
});
