// Serves the API and the checkout's forms in a process that is killed in the middle of requests.
import http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { onParentEnd } from "#parent";
import { confirmForm, payForm } from "#rest/checkout-forms";
import { listener } from "#rest/listener";
import { servePageFacts } from "#testing/world/page-facts";

async function serveCheckout(request: Request): Promise<Response> {
  const [, , id = "", form] = new URL(request.url).pathname.split("/");
  if (form === "pay") return payForm(request, id);
  if (form === "confirm") return confirmForm(request, id);
  return servePageFacts(request);
}

const checkout = getRequestListener(serveCheckout, {
  overrideGlobalObjects: false,
  errorHandler: () => new Response(null, { status: 500 }),
});
onParentEnd(() => process.exit(1));
const server = http.createServer((req, res) =>
  req.url?.startsWith("/checkout/") ? checkout(req, res) : listener(req, res),
);
server.listen(Number(process.env["PORT"]), "127.0.0.1", () => {
  process.stdout.write("The API listens.\n");
});
