// Loopback servers, well-behaved or not, for tests of outgoing requests.
import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";

export interface LocalServer {
  port: number;
  /** Origin with host `localhost`, without a trailing slash. */
  origin: string;
  /** Connections so far, and those still open. */
  connections: { all: number; open: number };
  close(): void;
}

async function started(server: net.Server, scheme: string): Promise<LocalServer> {
  const open = new Set<Socket>();
  const connections = { all: 0, open: 0 };
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    connections.all += 1;
    connections.open += 1;
    socket.on("error", () => {});
    socket.on("close", () => {
      open.delete(socket);
      connections.open -= 1;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { port, origin: `${scheme}://localhost:${port}`, connections, close };
}

/** Starts an HTTP server; with a key and a certificate, over TLS. */
export function httpServer(
  handle: RequestListener,
  tls?: { key: string; cert: string },
): Promise<LocalServer> {
  const server = tls ? https.createServer(tls, handle) : http.createServer(handle);
  // A busy client must not reuse a connection in the moment in which it is closed.
  server.keepAliveTimeout = 60_000;
  return started(server, tls ? "https" : "http");
}

/** Starts a server that hands over the raw socket once the first bytes have arrived. */
export function rawServer(handle: (socket: Socket) => void): Promise<LocalServer> {
  const server = net.createServer((socket) => socket.once("data", () => handle(socket)));
  return started(server, "http");
}
