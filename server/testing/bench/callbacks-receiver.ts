// A receiver of callbacks for benchmarks, in a process of its own: it reads all and answers 200.
// Asked by GET, it tells what came since it was asked last.
import http from "node:http";

export interface Came {
  count: number;
  /** From the first request to the last one. */
  ms: number;
  /** The last one, to be posted again by others. */
  headers: Record<string, string>;
  body: string;
}

let came = { count: 0, firstMs: 0, lastMs: 0 };
let last = { headers: {} as Record<string, string>, body: "" };

function answerCame(response: http.ServerResponse): void {
  const { count, firstMs, lastMs } = came;
  response.end(JSON.stringify({ count, ms: lastMs - firstMs, ...last } satisfies Came));
}

const server = http.createServer((request, response) => {
  if (request.url === "/reset") came = { count: 0, firstMs: 0, lastMs: 0 };
  if (request.method === "GET") {
    answerCame(response);
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    came.lastMs = performance.now();
    if (came.count === 0) came.firstMs = came.lastMs;
    came.count += 1;
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
