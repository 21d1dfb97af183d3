// The listener sends text without a web Response: its bytes must be those of one.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listener } from "#rest/listener";
import { call, checkedServe } from "#testing/api";
import { openShop } from "#testing/bench/seed";
import { makeAccount } from "#testing/factories";

const servers: http.Server[] = [];
let token: string;
let portfolioId: string;
let orderId: string;

async function listen(handle: http.RequestListener): Promise<number> {
  const server = http.createServer(handle).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

let ports: { direct: number; web: number };

beforeAll(async () => {
  portfolioId = (await openShop(10)).wideId;
  ({ token } = await makeAccount());
  const body = { amount_kg: 25, portfolio_id: portfolioId };
  orderId = (await call("POST", "/orders", { key: token, body })).json.id;
  const web = getRequestListener((request) => checkedServe(request), {
    overrideGlobalObjects: false,
  });
  ports = { direct: await listen(listener), web: await listen(web) };
});

afterAll(() => {
  for (const server of servers) server.close();
});

interface Sent {
  method?: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
}

const VARYING = new Set(["date", "x-request-id"]);

/** Status, header lines in their order, and body; without what differs for each request. */
async function send(port: number, { method = "GET", path, body, headers }: Sent) {
  const type = body && { "content-type": "application/json" };
  const sent = { authorization: `Bearer ${token}`, host: "localhost", ...type, ...headers };
  // The listener closes a connection some time after a response to a body that nothing reads.
  const to = { port, host: "127.0.0.1", agent: false };
  const request = http.request({ ...to, method, path, headers: sent });
  request.end(body && JSON.stringify(body));
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const chunks = await response.toArray();
  const lines = response.rawHeaders.flatMap((name, at, all) =>
    at % 2 === 0 ? [VARYING.has(name.toLowerCase()) ? name : `${name}: ${all[at + 1]}`] : [],
  );
  const text = Buffer.concat(chunks).toString("latin1");
  const id = response.headers["x-request-id"];
  return { status: response.statusCode, lines, text: text.replaceAll(String(id), "{id}") };
}

it("sends the bytes of a web Response", async () => {
  const order = { amount_kg: 25, portfolio_id: portfolioId, description: "Größe 🌱" };
  const replay = { "idempotency-key": randomUUID() };
  const place: Sent = { method: "POST", path: "/v1/orders", body: order, headers: replay };
  const first = await send(ports.direct, place);
  expect(first.status).toBe(201);
  const requests: [Sent, number][] = [
    [place, 201],
    [{ path: "/v1/orders" }, 200],
    [{ path: "/v1/orders?limit=1" }, 200],
    [{ path: `/v1/orders/${orderId}` }, 200],
    [{ method: "HEAD", path: `/v1/orders/${orderId}` }, 200],
    [{ method: "POST", path: "/v1/quotes", body: order }, 400],
    [
      { method: "POST", path: "/v1/quotes", body: { amount_kg: 1, portfolio_id: portfolioId } },
      200,
    ],
    [{ path: "/v1/orders", headers: { accept: "text/csv" } }, 200],
    [{ path: "/v1/orders/none" }, 404],
    [{ path: "/v1/nowhere" }, 404],
    [{ path: "/v1/orders", headers: { authorization: "Bearer none" } }, 401],
    [{ method: "PUT", path: "/v1/orders", body: {} }, 405],
    [{ method: "OPTIONS", path: "/v1/orders" }, 204],
    [{ path: "/v1/openapi.json" }, 200],
  ];
  for (const [request, status] of requests) {
    const [direct, web] = [await send(ports.direct, request), await send(ports.web, request)];
    expect(direct, `${request.method} ${request.path}`).toEqual(web);
    expect(direct.status).toBe(status);
  }
  // The first response differs from its replay only by the header that says so.
  const again = await send(ports.web, place);
  expect(again.lines.filter((line) => line !== "x-idempotent-replay: true")).toEqual(first.lines);
  expect(again.text).toBe(first.text);
});
