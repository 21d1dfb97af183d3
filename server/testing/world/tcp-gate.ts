// A gate in front of a server on loopback that sees each connection.
import { once } from "node:events";
import net, { type AddressInfo, type Server, type Socket } from "node:net";

/** A connection from the process to the outside. */
export interface Gate {
  /** Cuts all connections and accepts no more. */
  close(): void;
}

export interface TcpGate extends Gate {
  url: string;
}

export async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/**
 * Opens a gate to the server at `url`. `connect` passes each connection on and returns a function
 * that cuts it.
 */
export async function openTcpGate(
  url: string,
  connect: (client: Socket, upstream: Socket) => () => void,
): Promise<TcpGate> {
  const { port, hostname } = new URL(url);
  const links = new Set<() => void>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const socket of [client, upstream]) socket.setNoDelay(true).on("error", () => {});
    const cut = connect(client, upstream);
    links.add(cut);
    client.on("close", () => links.delete(cut));
  });
  const own = new URL(url);
  own.host = `127.0.0.1:${await listening(server)}`;
  return {
    url: own.href,
    close() {
      server.close();
      for (const cut of links) cut();
    },
  };
}
