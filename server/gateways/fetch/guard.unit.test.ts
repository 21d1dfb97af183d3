import net from "node:net";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolvesToPrivateHost } from "#core/address";
import { type Canary, connectionAttemptsOf, startCanary } from "#testing/canary";
import { fakeNames, startFakeDns } from "#testing/fake-dns";
import { encodings, specialAddress } from "#testing/special-addresses";
import { FetchRefused, guardedConnector } from "./guarded-connector";
import { makeGuardedFetch } from "./guarded-fetch";

/** Looks public, but is in an unassigned block: a connection reaches no one. */
const PUBLIC = "2d00::1";
const limits = { maxBytes: 1_000, timeoutMs: 1_000 };

let canary: Canary;
beforeAll(async () => {
  canary = await startCanary();
});
afterAll(() => canary.close());

const names = {
  "loopback.example": [["127.0.0.1"]],
  "loopback6.example": [["::1"]],
  "mapped.example": [["::ffff:127.0.0.1"]],
  "private.example": [["10.0.0.1"]],
  "metadata.example": [["169.254.169.254"]],
  "metadata6.example": [["fd00:ec2::254"]],
  "nat64.example": [["64:ff9b::7f00:1"]],
  "mixed.example": [[PUBLIC, "127.0.0.1"]],
  "mixed-first.example": [["127.0.0.1", PUBLIC]],
  "many.example": [[...Array.from({ length: 50 }, (_, n) => `2d00::${n + 1}`), "::1"]],
};

/** Returns the reason why the URL is refused. */
async function outcomeOf(url: string, guarded = makeGuardedFetch({ allowPrivate: false })) {
  try {
    return (await guarded({ url, ...limits })).status;
  } catch (error) {
    return error instanceof FetchRefused ? error.reason : error;
  }
}

/** Hosts that reach this machine without a guard. */
const loopback = [
  ["127.0.0.1", "127.1", "127.0.1", "2130706433", "0177.0.0.1", "017700000001"],
  ["0x7f.1", "0x7f000001", "0x7f.0x0.0x0.0x1", "127.0.0.1.", "0.0.0.0", "0"],
  ["１２７.0.0.1", "127。0。0。1", "①②⑦.0.0.1", "%31%32%37.0.0.1", "%6c%6fcalhost"],
  ["localhost", "LOCALHOST", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
].flat();

/** Internal hosts, wherever they lead. */
const internal = [
  [
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::]",
    "localhost.",
    "a.localhost",
    "a.b.localhost.",
    "ｌocalhost",
  ],
  ["[::ffff:0.0.0.0]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "127.0.0.2", "127.255.255.254"],
  ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.0.2.2", "198.18.0.1"],
  ["[fd00::2]", "[fc00::1]", "[fe80::1]", "[fec0::1]", "169.254.0.1", "0xa9fea9fe", "100.64.0.1"],
  ["169.254.169.254", "2852039166", "[::ffff:169.254.169.254]", "[fd00:ec2::254]"],
  ["[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001::80ff:fffe]"],
  ["224.0.0.1", "[ff02::1]", "255.255.255.255", "240.0.0.1", "db", "db.internal", "nas.local"],
].flat();

describe("a hostile host", () => {
  it.each([...loopback, ...internal])("%s is refused before any connection", async (host) => {
    const connections = await connectionAttemptsOf(async () => {
      expect(await outcomeOf(`https://${host}/`)).toBe("address");
      expect(await outcomeOf(`https:\\\\${host}:${canary.ports[0]}\\path`)).toBe("address");
    });
    expect(connections).toEqual([]);
  });

  it.each(Object.keys(names))("the name %s is refused before any connection", async (name) => {
    const guarded = makeGuardedFetch({ allowPrivate: false, addressesOf: fakeNames(names) });
    const connections = await connectionAttemptsOf(async () => {
      for (const port of canary.ports) {
        expect(await outcomeOf(`https://${name}:${port}/`, guarded)).toBe("address");
      }
    });
    expect(connections).toEqual([]);
  });

  it("is also refused because of its user name, scheme or port", async () => {
    const port = canary.ports[0];
    const urls = [
      `https://example.com@127.0.0.1:${port}/`,
      `https://1.1.1.1&@127.0.0.1:${port}#@2.2.2.2/`,
      `https://example.com:x@[::1]:${port}/`,
      `http://127.0.0.1:${port}/`,
      `ws://127.0.0.1:${port}/`,
      "file:///etc/passwd",
      "https://127.0.0.1:22/",
      "https://foo.127.0.0.1/",
    ];
    const connections = await connectionAttemptsOf(async () => {
      for (const url of urls) expect(await outcomeOf(url), url).toBe("protocol");
    });
    expect(connections).toEqual([]);
  });

  it("is refused in every non-public range, in any notation", async () => {
    const guarded = makeGuardedFetch({ allowPrivate: false });
    const connections = await connectionAttemptsOf(() =>
      fc.assert(
        fc.asyncProperty(specialAddress, fc.constantFrom(...encodings), async (address, encode) => {
          const url = `https://${encode(address)}:${canary.ports[0]}/`;
          expect(await outcomeOf(url, guarded), url).toBe("address");
        }),
        { numRuns: 2_000 },
      ),
    );
    expect(connections).toEqual([]);
  });
});

describe("a name that changes", () => {
  const rebinding = { "rebind.example": [[PUBLIC], ["127.0.0.1"], [PUBLIC, "::1"]] };

  it("is connected to only at the checked addresses, and only while all are public", async () => {
    const guarded = makeGuardedFetch({ allowPrivate: false, addressesOf: fakeNames(rebinding) });
    const url = `https://rebind.example:${canary.ports[0]}/`;
    const connections = await connectionAttemptsOf(async () => {
      expect(await outcomeOf(url, guarded)).toMatch(/connection|timeout/);
      expect(await outcomeOf(url, guarded)).toBe("address");
      expect(await outcomeOf(url, guarded)).toBe("address");
    });
    expect(connections).toEqual([PUBLIC]);
  });

  it("is also refused if only one address is tried", async () => {
    const guarded = makeGuardedFetch({ allowPrivate: false, addressesOf: fakeNames(rebinding) });
    const url = `https://rebind.example:${canary.ports[0]}/`;
    const before = net.getDefaultAutoSelectFamily();
    net.setDefaultAutoSelectFamily(false);
    const connections = await connectionAttemptsOf(async () => {
      expect(await outcomeOf(url, guarded)).toMatch(/connection|timeout/);
      expect(await outcomeOf(url, guarded)).toBe("address");
    });
    net.setDefaultAutoSelectFamily(before);
    expect(connections).toEqual([PUBLIC]);
  });

  it("is refused at the first connection after a change in DNS", async () => {
    let addresses = [PUBLIC];
    const fakeDns = await startFakeDns(() => addresses);
    const url = `https://rebind.example:${canary.ports[0]}/`;
    const connections = await connectionAttemptsOf(async () => {
      expect(await resolvesToPrivateHost("rebind.example")).toBe(false);
      for (addresses of [["127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"], [PUBLIC, "10.0.0.1"]]) {
        expect(await outcomeOf(url), addresses[0]).toBe("address");
      }
      addresses = [];
      expect(await outcomeOf(url)).toBe("connection");
    });
    fakeDns.close();
    expect(connections).toEqual([]);
  });

  it("is disconnected without sending anything if the peer has another address", async () => {
    const trap = await startCanary();
    // Simulates a network that routes a public address elsewhere: allowed until the socket is open.
    let checks = 0;
    const isForbidden = () => ++checks > 2;
    const addressesOf = fakeNames({ "natted.example": [["127.0.0.1"]] });
    const connect = guardedConnector({ addressesOf, isForbidden });
    const target = { hostname: "natted.example", protocol: "http:", port: `${trap.ports[0]}` };
    const error = await new Promise((resolve) => {
      connect(target, (...[refused]) => resolve(refused));
    });
    expect(error).toMatchObject({ reason: "address" });
    await expect.poll(() => trap.received).toEqual({ connections: 1, bytes: 0 });
    trap.close();
  });
});

describe("the canary", () => {
  it("was never reached by refused requests", async () => {
    // The server counts a connection a moment later.
    await setTimeout(100);
    expect(canary.received).toEqual({ connections: 0, bytes: 0 });
  });

  async function reaches(host: string, guarded: ReturnType<typeof makeGuardedFetch>) {
    const open = await startCanary();
    const connections = await connectionAttemptsOf(async () => {
      expect(await outcomeOf(`https://${host}:${open.ports[0]}/`, guarded)).toBe("connection");
    });
    open.close();
    expect(connections).not.toEqual([]);
    expect(open.received.connections).toBe(1);
  }

  it.each(loopback)("is reached at %s without a guard", (host) =>
    reaches(host, makeGuardedFetch({ allowPrivate: true })),
  );

  it.each(["loopback.example", "mapped.example", "mixed-first.example"])(
    "is reached by the name %s without a guard",
    (name) =>
      reaches(name, makeGuardedFetch({ allowPrivate: true, addressesOf: fakeNames(names) })),
  );
});
