// A real receiver of callbacks on loopback that stores the requests it gets.
import { text } from "node:stream/consumers";
import { httpServer } from "#testing/local-server";

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Response to send, or none: the connection stays open, or is closed. */
type Reply =
  | { status: number; headers?: Record<string, string>; body?: string | Uint8Array }
  | "nothing"
  | "disconnect";

export interface Receiver {
  url: string;
  received: Received[];
  /** Connections opened, with or without a request. */
  connections(): number;
  close(): void;
}

/** Opens a receiver; `reply` chooses the response to the nth request, counted from 1. */
export async function openReceiver(
  reply: (nth: number, request: Received) => Reply | Promise<Reply> = () => ({ status: 200 }),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = await httpServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    const got = { path: request.url ?? "", headers, body: await text(request) };
    received.push(got);
    const chosen = await reply(received.length, got);
    if (chosen === "disconnect") request.socket.destroy();
    else if (chosen !== "nothing")
      response.writeHead(chosen.status, chosen.headers).end(chosen.body);
  });
  const { port, connections, close } = server;
  const url = `http://127.0.0.1:${port}/callbacks`;
  return { url, received, connections: () => connections.all, close };
}
