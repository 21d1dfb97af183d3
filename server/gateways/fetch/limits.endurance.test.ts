import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { httpServer, type LocalServer, rawServer } from "#testing/local-server";
import { FetchRefused } from "./guarded-connector";
import { type GuardedRequest, makeGuardedFetch } from "./guarded-fetch";

const guarded = makeGuardedFetch({ allowPrivate: true });
const HEAD = "HTTP/1.1 200 OK\r\n";
const opened: LocalServer[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function raw(response: (socket: Socket) => void): Promise<LocalServer> {
  const server = await rawServer(response);
  opened.push(server);
  return server;
}

/** Returns the response, or the reason why it was refused. */
async function request(server: LocalServer, request: Partial<GuardedRequest> = {}) {
  const limits = { maxBytes: 1_000, timeoutMs: 15_000 };
  try {
    return await guarded({ url: `${server.origin}/`, ...limits, ...request });
  } catch (error) {
    if (error instanceof FetchRefused) return error.reason;
    throw error;
  }
}

/**
 * Writes the text repeatedly, as fast as it is read or at intervals, until the client disconnects.
 */
function endlessly(socket: Socket, text: string, everyMs?: number): void {
  if (everyMs !== undefined) {
    const timer = setInterval(() => socket.write(text), everyMs);
    socket.on("close", () => clearInterval(timer));
    return;
  }
  const write = () => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on("drain", write);
  write();
}

/** Resolves when the client has closed the connection. */
async function isHungUp(server: LocalServer): Promise<void> {
  await expect.poll(() => server.connections.open, { timeout: 3_000 }).toBe(0);
}

describe("a body", () => {
  const sized = (bytes: number) =>
    raw((socket) => socket.write(`${HEAD}content-length: ${bytes}\r\n\r\n${"x".repeat(bytes)}`));

  it("may be as large as the limit but not a byte larger", async () => {
    expect(await request(await sized(1_000))).toMatchObject({ bytes: Buffer.alloc(1_000, "x") });
    expect(await request(await sized(1_001))).toBe("too-large");
  });

  it("is cut at the limit if requested, and complete if it is shorter", async () => {
    for (const [sent, stored] of [
      [0, 0],
      [999, 999],
      [1_000, 1_000],
      [1_001, 1_000],
      [100_000, 1_000],
    ] as const) {
      const response = await request(await sized(sent), { tooLarge: "cut" });
      expect(response).toMatchObject({ status: 200, bytes: Buffer.alloc(stored, "x") });
    }
  });

  it.each([
    ["in chunks", "transfer-encoding: chunked\r\n\r\n", `3e8\r\n${"x".repeat(1_000)}\r\n`],
    ["of any length", "\r\n", "x".repeat(1_000)],
    ["of a huge stated length", "content-length: 9007199254740991\r\n\r\n", "x".repeat(1_000)],
  ])("without end, %s, is rejected or cut, and disconnected", async (_title, head, text) => {
    const server = await raw((socket) => {
      socket.write(HEAD + head);
      endlessly(socket, text);
    });
    expect(await request(server)).toBe("too-large");
    const cut = await request(server, { tooLarge: "cut" });
    expect(cut).toMatchObject({ bytes: Buffer.alloc(1_000, "x") });
    await isHungUp(server);
  });

  it("is never decompressed, so that a bomb stays small", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const requested: unknown[] = [];
    const server = await httpServer((request, response) => {
      requested.push(request.headers["accept-encoding"]);
      response.setHeader("content-encoding", "gzip").end(bomb);
    });
    opened.push(server);
    const headers = { "Accept-Encoding": "gzip, br" };
    expect(await request(server, { maxBytes: 20_000, headers })).toMatchObject({ bytes: bomb });
    expect(requested).toEqual(["identity"]);
  });
});

describe("a lying server", () => {
  it.each([
    ["states more than it sends", "content-length: 500\r\n\r\nshort"],
    ["ends within a chunk", "transfer-encoding: chunked\r\n\r\nff\r\nshort"],
    ["states two lengths", "content-length: 5\r\ncontent-length: 6\r\n\r\nshort!"],
    ["states a length and chunks", "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"],
    ["states a negative length", "content-length: -1\r\n\r\nshort"],
    ["hides a line end in a header", "x-a: 1\r\n\tfolded: 2\rx: 3\r\n\r\n"],
  ])("that %s gives no response", async (_title, text) => {
    expect(await request(await raw((socket) => socket.end(HEAD + text)))).toBe("connection");
  });

  it("that sends more than it states is read up to what it states", async () => {
    const server = await raw((socket) => {
      socket.write(`${HEAD}content-length: 5\r\n\r\nshort${HEAD}content-length: 4\r\n\r\nfake`);
    });
    for (let time = 0; time < 3; time += 1) {
      expect(await request(server)).toMatchObject({ bytes: Buffer.from("short") });
    }
  });

  it.each([
    ["does not speak HTTP", (socket: Socket) => socket.end("SSH-2.0-OpenSSH\r\n")],
    ["sends nothing and disconnects", (socket: Socket) => socket.end()],
    ["hangs up rudely", (socket: Socket) => socket.resetAndDestroy()],
  ])("that %s gives no response, and gets one request", async (_title, response) => {
    const server = await raw(response);
    expect(await request(server)).toBe("connection");
    expect(server.connections.all).toBe(1);
  });
});

describe("headers", () => {
  it.each([
    ["one very long", (socket: Socket) => endlessly(socket, "x".repeat(1_000))],
    ["very many", (socket: Socket) => endlessly(socket, "x-a: b\r\n")],
  ])("without end are rejected and disconnected: %s", async (_title, more) => {
    const server = await raw((socket) => {
      socket.write(`${HEAD}x-first: `);
      more(socket);
    });
    expect(await request(server)).toBe("too-large");
    await isHungUp(server);
  });

  it("after the body have the same limit as those before it", async () => {
    const server = await raw((socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`);
      endlessly(socket, "x-a: b\r\n");
    });
    expect(await request(server)).toMatch(/too-large|connection/);
    await isHungUp(server);
  });
});

describe("the time limit", () => {
  const slow: [string, (socket: Socket) => void][] = [
    ["without a response", () => {}],
    [
      "headers that drip",
      (socket) => {
        socket.write(`${HEAD}x-a: `);
        endlessly(socket, "b", 20);
      },
    ],
    ["headers that never end", (socket) => socket.write(`${HEAD}x-a: `)],
    ["endless interim responses", (socket) => endlessly(socket, "HTTP/1.1 103 Hi\r\n\r\n", 5)],
    ["a body that never comes", (socket) => socket.write(`${HEAD}content-length: 9\r\n\r\n`)],
    [
      "a body that drips",
      (socket) => {
        socket.write(`${HEAD}content-length: 900\r\n\r\n`);
        endlessly(socket, "x", 20);
      },
    ],
    [
      "a redirect's body that drips",
      (socket) => {
        socket.write("HTTP/1.1 302 Found\r\nlocation: /on\r\ncontent-length: 900\r\n\r\n");
        endlessly(socket, "x", 20);
      },
    ],
  ];
  it.each(slow)("ends %s, and disconnects", async (_title, response) => {
    const server = await raw(response);
    for (const tooLarge of ["fail", "cut"] as const) {
      const limits = { timeoutMs: 200, redirects: "same-origin", tooLarge } as const;
      expect(await request(server, limits)).toBe("timeout");
    }
    await isHungUp(server);
  });

  it("applies while connecting: a silent TLS server, a silent name server", async () => {
    const silent = await raw(() => {});
    const url = silent.origin.replace("http:", "https:");
    expect(await request(silent, { url, timeoutMs: 200 })).toBe("timeout");
    const fetchGuarded = makeGuardedFetch({
      allowPrivate: true,
      addressesOf: () => new Promise(() => {}),
    });
    const slow = { url: "http://slow.example/", maxBytes: 1, timeoutMs: 200 };
    await expect(fetchGuarded(slow)).rejects.toMatchObject({ reason: "timeout" });
  });

  it("applies to all redirects together", async () => {
    const server = await httpServer((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: "/on" }).end(), 150);
    });
    opened.push(server);
    expect(await request(server, { timeoutMs: 400, redirects: "same-origin" })).toBe("timeout");
  });

  it("sends nothing after it has passed", async () => {
    let isConnectable = (_addresses: string[]) => {};
    const late = new Promise<string[]>((resolve) => {
      isConnectable = resolve;
    });
    const requests = makeGuardedFetch({ allowPrivate: true, addressesOf: () => late });
    let bytes = 0;
    const server = await raw((socket) => socket.on("data", (chunk) => (bytes += chunk.length)));
    const url = `http://slow.example:${server.port}/`;
    const request = { url, method: "POST", body: "late", maxBytes: 1, timeoutMs: 50 } as const;
    await expect(requests(request)).rejects.toMatchObject({ reason: "timeout" });
    isConnectable(["127.0.0.1"]);
    await expect.poll(() => server.connections.all).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(bytes).toBe(0);
  });
});
