// A receiver of callbacks in a process of its own that responds 200. A GET returns what it
// received.
import http from "node:http";

export interface Receipts {
  count: number;
  /** Time from the first request to the last. */
  ms: number;
  /** Headers of the last request, so that another client can repeat it. */
  headers: Record<string, string>;
  body: string;
}

let received = { count: 0, firstMs: 0, lastMs: 0 };
let last = { headers: {} as Record<string, string>, body: "" };

function sendReceipts(response: http.ServerResponse): void {
  const { count, firstMs, lastMs } = received;
  response.end(JSON.stringify({ count, ms: lastMs - firstMs, ...last } satisfies Receipts));
}

const server = http.createServer((request, response) => {
  if (request.url === "/reset") received = { count: 0, firstMs: 0, lastMs: 0 };
  if (request.method === "GET") {
    sendReceipts(response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    received.lastMs = performance.now();
    if (received.count === 0) received.firstMs = received.lastMs;
    received.count += 1;
    const headers = request.headers as Record<string, string>;
    last = { headers, body: Buffer.concat(chunks).toString() };
    response.end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === "object" ? address?.port : ""}\n`);
});
process.on("SIGTERM", () => process.exit(0));
