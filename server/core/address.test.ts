// What counts as the public internet.
import { describe, expect, it } from "vitest";
import { isPrivateHost, isPublicAddress } from "./address";

describe("isPublicAddress", () => {
  const closed = [
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "::1",
    "::",
    "fe80::1",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:a00:1",
    "64:ff9b::7f00:1",
    "2001:db8::1",
    "not an address",
  ];
  it.each(closed)("refuses %s", (address) => expect(isPublicAddress(address)).toBe(false));
  const open = ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"];
  it.each(open)("accepts %s", (address) => expect(isPublicAddress(address)).toBe(true));
});

describe("isPrivateHost", () => {
  it.each(["localhost", "LOCALHOST.", "db.internal", "printer.local", "[::1]", "127.0.0.1"])(
    "knows %s",
    async (host) => expect(await isPrivateHost(host)).toBe(true),
  );
  it("does not take a name that leads nowhere for a private one", async () => {
    expect(await isPrivateHost("nowhere.invalid")).toBe(false);
  });
});
