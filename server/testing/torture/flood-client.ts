// Floods a server from loopback addresses, in a process of its own, until it is stopped.
import fs from "node:fs";
import net, { type Socket } from "node:net";

export interface FloodPlan {
  port: number;
  /** Bytes sent on each connection; [n] is replaced by the request's number. */
  request: string;
  connections: number;
  /** Number of loopback source addresses. */
  addresses: number;
  /**
   * `repeat`: sends the next request after each response. `ahead`: sends thirty at once and reads
   * nothing. `drip`: sends a byte per second. `idle`: sends nothing.
   */
  manner: "repeat" | "ahead" | "drip" | "idle";
}

const AHEAD = 30;
const RECONNECT_MS = 100;

const plan = JSON.parse(fs.readFileSync(process.argv[2] ?? "", "utf8")) as FloodPlan;
const counts: Record<string, number> = {};
let sent = 0;

const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1;
};

function nextRequest(): string {
  sent += 1;
  return plan.request.replaceAll("[n]", String(sent));
}

/** Counts responses by status line; a body chunk practically never starts like one. */
function repeatRequests(socket: Socket): void {
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(String(chunk))?.[1];
    if (status === undefined) return;
    count(status);
    if (!socket.destroyed) socket.write(nextRequest());
  });
  socket.write(nextRequest());
}

function drip(socket: Socket): void {
  const text = nextRequest();
  let at = text.indexOf("\r\n\r\n") + 4;
  socket.write(text.slice(0, at));
  const timer = setInterval(() => socket.write(text.charAt(at++) || " "), 1000);
  socket.once("close", () => clearInterval(timer));
  socket.on("data", (chunk) => count(String(chunk).slice(9, 12)));
}

function open(nth: number): void {
  const localAddress = `127.0.1.${1 + (nth % plan.addresses)}`;
  const socket = net.connect({ port: plan.port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  socket.on("connect", () => {
    if (plan.manner === "repeat") repeatRequests(socket);
    if (plan.manner === "drip") drip(socket);
    if (plan.manner !== "ahead") return;
    socket.pause();
    socket.write(Array.from({ length: AHEAD }, nextRequest).join(""));
  });
  socket.on("close", () => {
    count("closed");
    setTimeout(() => open(nth), RECONNECT_MS);
  });
}

for (let nth = 0; nth < plan.connections; nth += 1) open(nth);
// Paused sockets don't keep the process alive.
setInterval(() => undefined, 60_000);
process.stdout.write("The flood is running.\n");
process.on("SIGTERM", () => {
  process.stdout.write(`counted ${JSON.stringify({ sent, ...counts })}\n`, () => process.exit(0));
});
