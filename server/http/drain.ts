// Ends an HTTP server: what is being answered is answered, then every connection is closed.
import type http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export async function drain(server: http.Server, longestMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that was busy at the close becomes idle later, and would be kept alive.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, sleep(longestMs, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}
