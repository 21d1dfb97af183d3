// The bare server of the benchmarks: node:http and pg with the product's recorded SQL, without
// authentication, validation or limits. Its plan comes in a file.
import fs from "node:fs";
import http from "node:http";
import pg from "pg";
import { newId } from "#core/id";
import { filledIn, type Slot, type Step } from "#testing/bench/record";

export interface BarePlan {
  url: string;
  poolSize: number;
  routes: Record<string, { status: number; steps: Step[]; template: string | null }>;
}

const plan = JSON.parse(fs.readFileSync(process.argv[2] ?? "", "utf8")) as BarePlan;
const pool = new pg.Pool({ connectionString: plan.url, max: plan.poolSize });

function filledSlot(slot: Slot, particulars: { id: string; key: string }): unknown {
  switch (slot.kind) {
    case "now":
      return new Date();
    case "bytes":
      return Buffer.from(slot.hex, "hex");
    case "constant":
      return slot.value;
    case "json":
      // pg writes lists as arrays.
      return JSON.parse(filledIn(slot.text, particulars));
    default:
      return filledIn(slot.text, particulars);
  }
}

async function bodyOf(request: http.IncomingMessage): Promise<void> {
  let text = "";
  for await (const chunk of request) text += chunk;
  if (text) JSON.parse(text);
}

async function respond(request: http.IncomingMessage, response: http.ServerResponse) {
  const route = plan.routes[`${request.method} ${request.url}`];
  if (!route) {
    response.writeHead(404).end();
    return;
  }
  await bodyOf(request);
  const particulars = { id: newId("order"), key: String(request.headers["idempotency-key"]) };
  let rows: unknown[] = [];
  for (const { name, text, slots } of route.steps) {
    const values = slots.map((slot) => filledSlot(slot, particulars));
    rows = (await pool.query({ name, text, values })).rows;
  }
  const body =
    route.template === null
      ? JSON.stringify({ data: rows })
      : filledIn(route.template, particulars);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  response.writeHead(route.status, headers).end(body);
}

const server = http.createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    response.writeHead(500).end();
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === "object" ? address?.port : ""}\n`);
});
process.on("SIGTERM", () => process.exit(0));
