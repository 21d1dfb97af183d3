// Floods a server from loopback addresses until it is ended: a process of torture's own.
import net, { type Socket } from "node:net";

export interface FloodPlan {
  port: number;
  /** Sent on each connection; with [n] where each request has a number of its own. */
  request: string;
  connections: number;
  /** Loopback addresses that they come from. */
  addresses: number;
  /**
   * `answers`: sends the next request when it has its answer. `ahead`: sends thirty at once and reads
   * nothing. `drip`: a byte of the request every second. `idle`: sends nothing.
   */
  manner: "answers" | "ahead" | "drip" | "idle";
}

const AHEAD = 30;
const AGAIN_MS = 100;

const plan = JSON.parse(process.argv[2] ?? "{}") as FloodPlan;
const seen: Record<string, number> = {};
let sent = 0;

const count = (what: string) => {
  seen[what] = (seen[what] ?? 0) + 1;
};

function nextRequest(): string {
  sent += 1;
  return plan.request.replaceAll("[n]", String(sent));
}

/** Statuses are counted by their lines: a body never begins a chunk like that, or hardly ever. */
function readAnswers(socket: Socket): void {
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
    if (plan.manner === "answers") readAnswers(socket);
    if (plan.manner === "drip") drip(socket);
    if (plan.manner !== "ahead") return;
    socket.pause();
    socket.write(Array.from({ length: AHEAD }, nextRequest).join(""));
  });
  socket.on("close", () => {
    count("closed");
    setTimeout(() => open(nth), AGAIN_MS);
  });
}

for (let nth = 0; nth < plan.connections; nth += 1) open(nth);
// Sockets that are not read do not keep the process running.
setInterval(() => undefined, 60_000);
process.stdout.write("The flood rises.\n");
process.on("SIGTERM", () => {
  process.stdout.write(`saw ${JSON.stringify({ sent, ...seen })}\n`, () => process.exit(0));
});
