// A server that no code under test may reach, and a record of the addresses that this process
// connects to.
import diagnostics from "node:diagnostics_channel";
import { once } from "node:events";
import net, { type AddressInfo, type Socket } from "node:net";

const HTTPS_PORT = 443;

/** Listens on all addresses of the machine, on IPv6 too where available. */
async function listen(port: number, onConnection: (socket: Socket) => void): Promise<net.Server> {
  const tried: unknown[] = [];
  for (const host of ["::", "0.0.0.0"]) {
    const server = net.createServer(onConnection).listen(port, host);
    try {
      await once(server, "listening");
      return server;
    } catch (error) {
      tried.push(error);
    }
  }
  throw new AggregateError(tried, `can't listen on port ${port}`);
}

export interface Canary {
  /** A free port; and 443, if this user may open it and it is free. */
  ports: readonly [number, ...number[]];
  /** Number of connections so far, and of bytes they sent. */
  received: { connections: number; bytes: number };
  close(): void;
}

/** Starts a server that counts connections and closes each one at its first bytes. */
export async function startCanary(): Promise<Canary> {
  const received = { connections: 0, bytes: 0 };
  const onConnection = (socket: Socket) => {
    received.connections += 1;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received.bytes += chunk.length;
      socket.destroy();
    });
  };
  const own = await listen(0, onConnection);
  const usual = await listen(HTTPS_PORT, onConnection).catch(() => null);
  const { port } = own.address() as AddressInfo;
  const close = () => {
    own.close();
    usual?.close();
  };
  return { ports: usual ? [port, HTTPS_PORT] : [port], received, close };
}

/** Returns every address that `work` tried to connect to, whether or not it succeeded. */
export async function connectionAttemptsOf(work: () => Promise<unknown>): Promise<string[]> {
  const addresses: string[] = [];
  const watch = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.on("connectionAttempt", (address) => addresses.push(address));
  };
  diagnostics.subscribe("net.client.socket", watch);
  try {
    await work();
  } finally {
    diagnostics.unsubscribe("net.client.socket", watch);
  }
  return addresses;
}
