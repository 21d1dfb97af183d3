// Serves the API, and its own process ID elsewhere, for tests of rolling restarts.
import { setTimeout as sleep } from "node:timers/promises";
import { openHttpServer } from "#http/open-http-server";
import { onParentEnd } from "#parent";
import { listener } from "#rest/listener";

onParentEnd(() => process.exit(1));
const server = openHttpServer({}, async (req, res) => {
  if (req.url?.startsWith("/v1/")) return listener(req, res);
  await sleep(5);
  res.end(String(process.pid));
});
const port = Number(process.env["PORT"]);
await server.listen({ port, host: "127.0.0.1", reusePort: true });
process.stdout.write("The server listens.\n");
process.once("SIGTERM", () => {
  void server.close({ delayMs: 500, graceMs: 1000 }).then(() => process.exit(0));
});
