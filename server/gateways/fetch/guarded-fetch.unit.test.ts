import { execFile } from "node:child_process";
import type { IncomingMessage } from "node:http";
import tls from "node:tls";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Canary, startCanary } from "#testing/canary";
import { fakeNames } from "#testing/fake-dns";
import { httpServer, type LocalServer, rawServer } from "#testing/local-server";
import { selfSigned } from "#testing/self-signed";
import { makeGuardedFetch } from "./guarded-fetch";

const limits = { maxBytes: 10_000, timeoutMs: 5_000 };
let guarded: ReturnType<typeof makeGuardedFetch>;
const opened: (LocalServer | Canary)[] = [];
beforeEach(() => {
  guarded = makeGuardedFetch({ allowPrivate: true });
});
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function keep<Server extends LocalServer | Canary>(starting: Promise<Server>) {
  const server = await starting;
  opened.push(server);
  return server;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString();
}

/** A server that returns the request. */
const echo = () =>
  keep(
    httpServer(async (request, response) => {
      const { method, url, headers } = request;
      response.setHeader("X-Many", ["a", "b"]).setHeader("Set-Cookie", ["c=1", "d=2"]);
      response.end(JSON.stringify({ method, url, headers, body: await bodyOf(request) }));
    }),
  );
const read = (bytes: Buffer) => JSON.parse(bytes.toString());

describe("a request", () => {
  it("sends method, headers and body, and returns status, headers and bytes", async () => {
    const { origin, port } = await echo();
    const headers = { "Content-Type": "application/json", "X-Signature": "v1,abc" };
    for (const body of ['{"é":1}', new TextEncoder().encode('{"é":1}')]) {
      const requested = { url: `${origin}/a?b=c#d`, method: "POST", headers, body } as const;
      const response = await guarded({ ...requested, ...limits });
      expect(response).toMatchObject({ status: 200, headers: { "x-many": "a,b" } });
      expect(read(response.bytes)).toMatchObject({
        method: "POST",
        url: "/a?b=c",
        body: '{"é":1}',
        headers: {
          host: `localhost:${port}`,
          "content-type": "application/json",
          "content-length": "8",
          "x-signature": "v1,abc",
        },
      });
    }
  });

  it.each([204, 304, 404, 410, 500])("returns a response with status %i", async (status) => {
    const { origin } = await keep(
      httpServer((_request, response) => response.writeHead(status).end()),
    );
    expect(await guarded({ url: origin, ...limits })).toMatchObject({ status });
  });

  it.each([
    { "x-a": "1\r\nx-injected: 2" },
    { "x-a": "1\nx-injected: 2" },
    { "x-a": "1\0" },
    { "x-a\r\nx-injected": "1" },
    { "x a": "1" },
    { "transfer-encoding": "chunked" },
    { upgrade: "websocket" },
  ])("with headers that smuggle a request is not sent: %j", async (headers) => {
    const { origin, connections } = await echo();
    const request = { url: origin, method: "POST", body: "x", ...limits } as const;
    await expect(guarded({ ...request, headers })).rejects.toThrow();
    expect((await guarded(request)).status).toBe(200);
    expect(connections.all).toBe(1);
  });

  it("with a wrong length is not sent", async () => {
    const { origin } = await echo();
    const headers = { "content-length": "1" };
    const request = { url: origin, method: "POST", body: "GET / HTTP/1.1", headers } as const;
    await expect(guarded({ ...request, ...limits })).rejects.toThrow();
  });

  it("sends the URL's host, whatever the caller's headers say", async () => {
    const { origin, port } = await echo();
    const response = await guarded({ url: origin, headers: { Host: "internal" }, ...limits });
    expect(read(response.bytes).headers.host).toBe(`localhost:${port}`);
  });

  it("cannot contain line breaks in its first line", async () => {
    const { origin } = await echo();
    const response = await guarded({ url: `${origin}/a\r\nX-Injected: 1\r\n b`, ...limits });
    expect(read(response.bytes)).toMatchObject({ url: "/aX-Injected:%201%20b" });
  });

  it("reports a failure without the address behind the name", async () => {
    const server = await rawServer(() => {});
    server.close();
    const addressesOf = fakeNames({ "gone.example": [["127.0.0.1"]] });
    const url = `https://gone.example:${server.port}/`;
    const message = async (allowPrivate: boolean) => {
      const failing = makeGuardedFetch({ allowPrivate, addressesOf })({ url, ...limits });
      return (await failing.catch((error) => error)).message;
    };
    expect(await message(true)).toBe("could not be reached (ECONNREFUSED)");
    expect(await message(false)).toBe("leads to a private, loopback or link-local address");
  });
});

describe("a redirect", () => {
  /**
   * A server whose path /<n> redirects to /<n - 1>, down to /0; other paths redirect to `location`.
   */
  const redirecting = (location = "", status = 302) =>
    keep(
      httpServer((request, response) => {
        const steps = Number(request.url?.slice(1) || Number.NaN);
        if (steps === 0) response.end("there");
        else
          response.writeHead(status, { location: steps ? `${steps - 1}` : location }).end("moved");
      }),
    );

  it("is returned unless it should be followed", async () => {
    const canary = await keep(startCanary());
    const { origin } = await redirecting(`http://127.0.0.1:${canary.ports[0]}/`);
    const response = await guarded({ url: origin, ...limits });
    expect(response).toMatchObject({ status: 302, bytes: Buffer.from("moved") });
    expect(canary.received.connections).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])("with %i is followed at most three times", async (status) => {
    const { origin } = await redirecting("", status);
    const request = { redirects: "same-origin", ...limits } as const;
    const response = await guarded({ url: `${origin}/3`, ...request });
    expect(response).toMatchObject({ status: 200, bytes: Buffer.from("there") });
    const refused = { reason: "redirect" };
    await expect(guarded({ url: `${origin}/4`, ...request })).rejects.toMatchObject(refused);
  });

  it("is not followed to another host, port or scheme", async () => {
    const canary = await keep(startCanary());
    const [port] = canary.ports;
    for (const location of [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `//localhost:${port}/`,
      `\\\\localhost:${port}\\`,
      `https://localhost:${port}/`,
      "file:///etc/passwd",
      "data:text/plain,x",
      "http://[",
    ]) {
      const { origin } = await redirecting(location);
      const request = { url: origin, redirects: "same-origin", ...limits } as const;
      await expect(guarded(request), location).rejects.toMatchObject({ reason: "redirect" });
    }
    expect(canary.received.connections).toBe(0);
  });

  it("to the same origin with a user name is not followed", async () => {
    let port = 0;
    const server = await keep(
      httpServer((_request, response) => {
        response.writeHead(302, { location: `http://user:word@localhost:${port}/` }).end();
      }),
    );
    port = server.port;
    const request = { url: server.origin, redirects: "same-origin", ...limits } as const;
    await expect(guarded(request)).rejects.toMatchObject({ reason: "protocol" });
    expect(server.connections.all).toBe(1);
  });

  it("of a POST is not followed: a body is sent once", async () => {
    const { origin } = await redirecting("/0", 307);
    const request = { url: origin, method: "POST", body: "x", redirects: "same-origin" } as const;
    await expect(guarded({ ...request, ...limits })).rejects.toMatchObject({ reason: "redirect" });
  });
});

describe("connections", () => {
  it("are reused, even after a body that was cut", async () => {
    const { origin, connections } = await echo();
    for (let time = 0; time < 20; time += 1) {
      await guarded({ url: `${origin}/${time}`, method: "POST", body: "x", ...limits });
    }
    // A body ends a moment before its connection is free.
    expect(connections.all).toBeLessThanOrEqual(2);
    const cut = { maxBytes: 10, tooLarge: "cut", timeoutMs: 5_000 } as const;
    expect((await guarded({ url: origin, ...cut })).bytes.toString()).toBe('{"method":');
    const response = await guarded({ url: `${origin}/next`, ...limits });
    expect(read(response.bytes).url).toBe("/next");
  });

  it("ignore the environment's proxies, unlike a plain fetch", async () => {
    const refusal = "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n";
    const proxy = await keep(rawServer((socket) => socket.end(refusal)));
    const { origin, connections } = await echo();
    const script = `
      import { guardedFetch } from "#gateways/fetch";
      const { status } = await guardedFetch({ url: "${origin}", maxBytes: 9999, timeoutMs: 5000 });
      const plain = await fetch("${origin}").then((it) => it.status, () => "failed");
      process.stdout.write(status + " " + plain);`;
    const proxies = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
    const named = proxies.map((name) => [name, proxy.origin]);
    const switches = { NODE_USE_ENV_PROXY: "1", CT_ALLOW_PRIVATE_NETWORK: "1", NO_PROXY: "" };
    const env = { ...process.env, ...Object.fromEntries(named), ...switches, no_proxy: "" };
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(stdout).toBe("200 failed");
    expect(connections.all).toBe(1);
    expect(proxy.connections.all).toBe(1);
  });
});

describe("TLS", () => {
  const secure = (hostname: string) => {
    const identity = selfSigned(hostname);
    const starting = httpServer((_request, response) => response.end("safe"), identity);
    return { cert: identity.cert, server: keep(starting) };
  };
  const trusted = tls.getCACertificates();
  afterEach(() => {
    tls.setDefaultCACertificates(trusted);
    vi.unstubAllEnvs();
  });

  it("reaches a server with a trusted certificate for its host", async () => {
    const { cert, server } = secure("localhost");
    tls.setDefaultCACertificates([cert]);
    const response = await guarded({ url: (await server).origin, ...limits });
    expect(response).toMatchObject({ status: 200, bytes: Buffer.from("safe") });
  });

  it("does not make requests wait for another's connection to the same host", async () => {
    const { cert, server } = secure("localhost");
    tls.setDefaultCACertificates([cert]);
    const responses = [new Promise<string[]>(() => {}), Promise.resolve(["127.0.0.1"])];
    const lookups = makeGuardedFetch({
      allowPrivate: true,
      addressesOf: async () => responses.shift() ?? [],
    });
    const { origin: url } = await server;
    const waiting = lookups({ url, maxBytes: 10, timeoutMs: 500 });
    expect(await lookups({ url, ...limits })).toMatchObject({ status: 200 });
    await expect(waiting).rejects.toMatchObject({ reason: "timeout" });
  });

  it("rejects an untrusted certificate even if the environment disables checks", async () => {
    const { server } = secure("localhost");
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    await expect(guarded({ url: (await server).origin, ...limits })).rejects.toMatchObject({
      reason: "connection",
      message: "could not be reached (DEPTH_ZERO_SELF_SIGNED_CERT)",
    });
  });

  it("rejects a certificate of another host", async () => {
    const { cert, server } = secure("other.example");
    tls.setDefaultCACertificates([cert]);
    await expect(guarded({ url: (await server).origin, ...limits })).rejects.toMatchObject({
      reason: "connection",
      message: "could not be reached (ERR_TLS_CERT_ALTNAME_INVALID)",
    });
  });
});
