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

async function raw(answer: (socket: Socket) => void): Promise<LocalServer> {
  const server = await rawServer(answer);
  opened.push(server);
  return server;
}

/** Returns the response, or the reason why it was refused. */
async function ask(server: LocalServer, request: Partial<GuardedRequest> = {}) {
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

  it("may be as large as the limit, and not a byte larger", async () => {
    expect(await ask(await sized(1_000))).toMatchObject({ bytes: Buffer.alloc(1_000, "x") });
    expect(await ask(await sized(1_001))).toBe("too-large");
  });

  it("is cut at the limit where the rest is not wanted, and whole where it is shorter", async () => {
    for (const [sent, kept] of [
      [0, 0],
      [999, 999],
      [1_000, 1_000],
      [1_001, 1_000],
      [100_000, 1_000],
    ] as const) {
      const response = await ask(await sized(sent), { tooLarge: "cut" });
      expect(response).toMatchObject({ status: 200, bytes: Buffer.alloc(kept, "x") });
    }
  });

  it.each([
    ["in chunks", "transfer-encoding: chunked\r\n\r\n", `3e8\r\n${"x".repeat(1_000)}\r\n`],
    ["of any length", "\r\n", "x".repeat(1_000)],
    ["of a huge stated length", "content-length: 9007199254740991\r\n\r\n", "x".repeat(1_000)],
  ])("without end, %s, is refused or cut, and hung up on", async (_title, head, text) => {
    const server = await raw((socket) => {
      socket.write(HEAD + head);
      endlessly(socket, text);
    });
    expect(await ask(server)).toBe("too-large");
    const cut = await ask(server, { tooLarge: "cut" });
    expect(cut).toMatchObject({ bytes: Buffer.alloc(1_000, "x") });
    await isHungUp(server);
  });

  it("is never unpacked, so that a bomb stays as small as it was sent", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const asked: unknown[] = [];
    const server = await httpServer((request, response) => {
      asked.push(request.headers["accept-encoding"]);
      response.setHeader("content-encoding", "gzip").end(bomb);
    });
    opened.push(server);
    const headers = { "Accept-Encoding": "gzip, br" };
    expect(await ask(server, { maxBytes: 20_000, headers })).toMatchObject({ bytes: bomb });
    expect(asked).toEqual(["identity"]);
  });
});

describe("a lying server", () => {
  it.each([
    ["states more than it sends", "content-length: 500\r\n\r\nshort"],
    ["breaks off within a chunk", "transfer-encoding: chunked\r\n\r\nff\r\nshort"],
    ["states two lengths", "content-length: 5\r\ncontent-length: 6\r\n\r\nshort!"],
    ["states a length and chunks", "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n"],
    ["states a negative length", "content-length: -1\r\n\r\nshort"],
    ["hides a line end in a header", "x-a: 1\r\n\tfolded: 2\rx: 3\r\n\r\n"],
  ])("that %s has no answer", async (_title, text) => {
    expect(await ask(await raw((socket) => socket.end(HEAD + text)))).toBe("connection");
  });

  it("that sends more than it states is believed for what it states, once", async () => {
    const server = await raw((socket) => {
      socket.write(`${HEAD}content-length: 5\r\n\r\nshort${HEAD}content-length: 4\r\n\r\nfake`);
    });
    for (let time = 0; time < 3; time += 1) {
      expect(await ask(server)).toMatchObject({ bytes: Buffer.from("short") });
    }
  });

  it.each([
    ["does not speak HTTP", (socket: Socket) => socket.end("SSH-2.0-OpenSSH\r\n")],
    ["says nothing and hangs up", (socket: Socket) => socket.end()],
    ["hangs up rudely", (socket: Socket) => socket.resetAndDestroy()],
  ])("that %s has no answer, and is asked once", async (_title, answer) => {
    const server = await raw(answer);
    expect(await ask(server)).toBe("connection");
    expect(server.connections.all).toBe(1);
  });
});

describe("headers", () => {
  it.each([
    ["one very long", (socket: Socket) => endlessly(socket, "x".repeat(1_000))],
    ["very many", (socket: Socket) => endlessly(socket, "x-a: b\r\n")],
  ])("without end are refused and hung up on: %s", async (_title, more) => {
    const server = await raw((socket) => {
      socket.write(`${HEAD}x-first: `);
      more(socket);
    });
    expect(await ask(server)).toBe("too-large");
    await isHungUp(server);
  });

  it("after the body are limited as those before it", async () => {
    const server = await raw((socket) => {
      socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n`);
      endlessly(socket, "x-a: b\r\n");
    });
    expect(await ask(server)).toMatch(/too-large|connection/);
    await isHungUp(server);
  });
});

describe("the time limit", () => {
  const slow: [string, (socket: Socket) => void][] = [
    ["no answer at all", () => {}],
    [
      "headers that drip",
      (socket) => {
        socket.write(`${HEAD}x-a: `);
        endlessly(socket, "b", 20);
      },
    ],
    ["headers that never end", (socket) => socket.write(`${HEAD}x-a: `)],
    ["interim answers without end", (socket) => endlessly(socket, "HTTP/1.1 103 Hi\r\n\r\n", 5)],
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
  it.each(slow)("ends %s, and hangs up", async (_title, answer) => {
    const server = await raw(answer);
    for (const tooLarge of ["fail", "cut"] as const) {
      const request = { timeoutMs: 200, redirects: "same-origin", tooLarge } as const;
      expect(await ask(server, request)).toBe("timeout");
    }
    await isHungUp(server);
  });

  it("holds while a connection is not yet made: a silent TLS server, a name without answer", async () => {
    const silent = await raw(() => {});
    const url = silent.origin.replace("http:", "https:");
    expect(await ask(silent, { url, timeoutMs: 200 })).toBe("timeout");
    const asking = makeGuardedFetch({
      allowPrivate: true,
      addressesOf: () => new Promise(() => {}),
    });
    const request = { url: "http://slow.example/", maxBytes: 1, timeoutMs: 200 };
    await expect(asking(request)).rejects.toMatchObject({ reason: "timeout" });
  });

  it("holds for all redirects together", async () => {
    const server = await httpServer((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: "/on" }).end(), 150);
    });
    opened.push(server);
    expect(await ask(server, { timeoutMs: 400, redirects: "same-origin" })).toBe("timeout");
  });

  it("sends nothing after it has passed", async () => {
    let isConnectable = (_addresses: string[]) => {};
    const late = new Promise<string[]>((resolve) => {
      isConnectable = resolve;
    });
    const asking = makeGuardedFetch({ allowPrivate: true, addressesOf: () => late });
    let bytes = 0;
    const server = await raw((socket) => socket.on("data", (chunk) => (bytes += chunk.length)));
    const url = `http://slow.example:${server.port}/`;
    const request = { url, method: "POST", body: "late", maxBytes: 1, timeoutMs: 50 } as const;
    await expect(asking(request)).rejects.toMatchObject({ reason: "timeout" });
    isConnectable(["127.0.0.1"]);
    await expect.poll(() => server.connections.all).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(bytes).toBe(0);
  });
});
