// Serves its own process id, for the test of rolling restarts.
import { setTimeout as sleep } from "node:timers/promises";
import { openHttpServer } from "#http/open-http-server";

const server = openHttpServer({}, async (_req, res) => {
  await sleep(5);
  res.end(String(process.pid));
});
const port = Number(process.env["PORT"]);
await server.listen({ port, host: "127.0.0.1", reusePort: true });
process.stdout.write("The server listens.\n");
process.once("SIGTERM", () => {
  void server.close({ delayMs: 200, graceMs: 5000 }).then(() => process.exit(0));
});
