// The product's API on a plain node:http server, without Next: what Next costs is the difference.
import http from "node:http";
import { log } from "#core/log";
import { serve } from "#rest/serve";

async function readAll(request: http.IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
  const method = request.method ?? "GET";
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const body = method === "GET" || method === "HEAD" ? null : await readAll(request);
  const url = `http://${request.headers.host}${request.url}`;
  const reply = await serve(new Request(url, { method, headers, body }));
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  response.end(Buffer.from(await reply.arrayBuffer()));
}

const server = http.createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    log.error({ err: error }, "a request failed outside its handler");
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === "object" ? address?.port : ""}\n`);
});
process.on("SIGTERM", () => process.exit(0));
