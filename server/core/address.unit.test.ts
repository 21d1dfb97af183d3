import { createSocket } from "node:dgram";
import { getServers, setServers } from "node:dns";
import { once } from "node:events";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFakeDns } from "#testing/fake-dns";
import {
  addressesOf,
  isPrivateHost,
  isPublicAddress,
  resolvesToPrivateHost,
  urlFault,
} from "./address";

describe("isPublicAddress", () => {
  const closed = [
    ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.1.2.3", "172.16.0.1"],
    ["172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.255"],
    ["192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"],
    ["224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ["::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "100::1"],
    ["::127.0.0.1", "::808:808", "::ffff:127.0.0.1", "::ffff:a00:1", "::ffff:0:127.0.0.1"],
    ["64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001::80ff:fffe", "2001:db8::1"],
    ["5f00::1", "4000::1", "fe80::1%eth0"],
    ["", "not an address", "0177.0.0.1", "0x7f.1", "127.1", "2130706433", "134744072", "010.8.8.8"],
  ].flat();
  it.each(closed)("rejects %s", (address) => expect(isPublicAddress(address)).toBe(false));
  const open = ["93.184.215.14", "8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"];
  it.each(open)("accepts %s", (address) => expect(isPublicAddress(address)).toBe(true));
});

describe("isPrivateHost", () => {
  const closed = [
    ["localhost", "LOCALHOST.", "a.localhost", "localhost..", "db.internal", "printer.local"],
    ["router.home.arpa", "db", "metadata", "", "[::1]", "127.0.0.1", "[::ffff:7f00:1]"],
  ].flat();
  it.each(closed)("returns true for '%s' without a lookup", (host) =>
    expect(isPrivateHost(host)).toBe(true),
  );
  const open = ["example.com", "example.com.", "local.example.com", "notlocalhost.com", "8.8.8.8"];
  it.each(open)("leaves %s to a lookup", (host) => expect(isPrivateHost(host)).toBe(false));
});

describe("addressesOf", () => {
  const names: Record<string, string[]> = {
    "both.example": ["93.184.215.14", "2606:4700::1111"],
    "inside.example": ["93.184.215.14", "10.0.0.1"],
    "inside6.example": ["93.184.215.14", "fd00::1"],
  };
  let fakeDns: Awaited<ReturnType<typeof startFakeDns>>;
  beforeAll(async () => {
    fakeDns = await startFakeDns((name) => names[name] ?? []);
  });
  afterAll(() => fakeDns.close());

  it("returns IPv4 and IPv6 addresses", async () => {
    expect(await addressesOf("both.example")).toEqual(["93.184.215.14", "2606:4700::1111"]);
    expect(await addressesOf("nowhere.example")).toEqual([]);
  });

  it("makes a host private if one address is not public", async () => {
    expect(await resolvesToPrivateHost("both.example")).toBe(false);
    expect(await resolvesToPrivateHost("inside.example")).toBe(true);
    expect(await resolvesToPrivateHost("inside6.example")).toBe(true);
  });

  it("is not needed for an internal name, and finds nothing for an unknown one", async () => {
    expect(await resolvesToPrivateHost("localhost")).toBe(true);
    expect(await resolvesToPrivateHost("nowhere.example")).toBe(false);
  });
});

it("does not wait for silent name servers", async () => {
  const silent = createSocket("udp4").bind(0, "127.0.0.1").unref();
  await once(silent, "listening");
  const before = getServers();
  setServers([`127.0.0.1:${silent.address().port}`]);
  expect(await resolvesToPrivateHost("slow.example")).toBe(false);
  setServers(before);
}, 4_000);

describe("urlFault", () => {
  const faults = [
    ["/callbacks", "must be an absolute URL"],
    ["https://", "must be an absolute URL"],
    ["https://256.0.0.1/", "must be an absolute URL"],
    ["http://example.com/", "must be an https URL"],
    ["ftp://example.com/", "must be an https URL"],
    ["file:///etc/passwd", "must be an https URL"],
    ["javascript:alert(1)", "must be an https URL"],
    ["data:text/plain,x", "must be an https URL"],
    ["https://user@example.com/", "must not contain a user name or password"],
    ["https://:secret@example.com/", "must not contain a user name or password"],
    ["https://example.com:22/", "must use port 443, or one above 1023"],
    ["https://example.com:0/", "must use port 443, or one above 1023"],
    ["https://example.com:1023/", "must use port 443, or one above 1023"],
  ];
  it.each(faults)("%s %s", (url, fault) => expect(urlFault(url, false)).toBe(fault));

  it("accepts https on an allowed port", () => {
    const ports = fc.oneof(fc.constant(443), fc.integer({ min: 1024, max: 65_535 }));
    fc.assert(
      fc.property(ports, (port) => urlFault(`https://example.com:${port}/a`, false) === null),
    );
    expect(urlFault("https://example.com/", false)).toBeNull();
  });

  it("accepts plain http and any port if private networks are allowed, but no other protocol", () => {
    expect(urlFault("http://127.0.0.1:80/", true)).toBeNull();
    expect(urlFault("https://localhost:444/", true)).toBeNull();
    expect(urlFault("http://user@localhost/", true)).toBe(
      "must not contain a user name or password",
    );
    expect(urlFault("file:///etc/passwd", true)).toBe("must be an https URL");
  });
});
