// The official MCP client against the MCP server.
import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { serveModule } from "#rest/module-addresses";
import { call } from "#testing/api";
import { makeAccount, makeKey, makeStock, matchAll } from "#testing/factories";

let key: string;
let account: Awaited<ReturnType<typeof makeAccount>>["account"];
let portfolioId: string;

beforeAll(async () => {
  ({ token: key, account } = await makeAccount());
  ({ portfolioId } = await makeStock({ apiPrice: 2 }));
});

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;
const serve: Fetch = (url, init) => serveModule(new Request(url, init));

type Negotiation = NonNullable<ConstructorParameters<typeof Client>[1]>["versionNegotiation"];

async function connect(token: string, fetch = serve, versionNegotiation?: Negotiation) {
  const client = new Client(
    { name: "test", version: "1" },
    versionNegotiation ? { versionNegotiation } : {},
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const url = new URL("http://till.test/mcp");
  await client.connect(new StreamableHTTPClientTransport(url, { fetch, requestInit }));
  return client;
}

async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const {
    isError = false,
    content,
    structuredContent,
  } = await client.callTool({
    name,
    arguments: args,
  });
  const [text] = content as { type: string; text: string }[];
  expect(JSON.parse(text?.text ?? "")).toEqual(structuredContent);
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came.
  return { isError, result: structuredContent as any };
}

const order = (more: object = {}) => ({
  amount_kg: 10,
  portfolio_id: portfolioId,
  idempotency_key: randomUUID(),
  ...more,
});

const countOrders = (metadata: string) => database().prisma.order.count({ where: { metadata } });

describe.each([
  ["the revision with a handshake", undefined],
  ["the revision without one", { mode: "auto" }],
] as [string, Negotiation][])("a client of %s", (_name, negotiation) => {
  it("finds the tools with their arguments", async () => {
    const client = await connect(key, serve, negotiation);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list_portfolios",
      "get_portfolio",
      "list_projects",
      "get_project",
      "get_quote",
      "place_order",
      "get_order",
      "get_certificate",
      "verify",
    ]);
    const place = tools.find(({ name }) => name === "place_order");
    expect(place?.inputSchema.required).toEqual(["idempotency_key"]);
    expect(Object.keys(place?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining([
        "amount_kg",
        "total_price_usd_cents",
        "beneficiary",
        "subaccount_id",
      ]),
    );
    expect(place?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    await client.close();
  });

  it("quotes, orders at that price, and verifies the certificate", async () => {
    const client = await connect(key, serve, negotiation);
    const quote = await use(client, "get_quote", { amount_kg: 10, portfolio_id: portfolioId });
    expect(quote.result).toEqual({ amount_kg: 10, price_usd_cents: 20 });
    const placed = await use(client, "place_order", order());
    expect(placed.result).toMatchObject({ state: "placed", price_usd_cents: 20 });
    await matchAll();
    const { id } = placed.result;
    expect((await use(client, "get_order", { id })).result.state).toBe("fulfilled");
    const { result } = await use(client, "get_certificate", { id });
    expect(result).toMatchObject({ id, state: "fulfilled", amount_kg: 10 });
    expect(result.certificate_public_url).toMatch(new RegExp(`/certificates/${id}$`));
    const verified = await use(client, "verify", {
      certificate_url: result.certificate_public_url,
    });
    expect(verified.result.data[0]).toMatchObject({ order_number: result.order_number });
    await client.close();
  });
});

it("shows the catalogue", async () => {
  const client = await connect(key);
  const { result: portfolios } = await use(client, "list_portfolios");
  expect(portfolios.data.map(({ id }: { id: string }) => id)).toContain(portfolioId);
  const { result: portfolio } = await use(client, "get_portfolio", { id: portfolioId });
  const project = portfolio.category_allocations[0].category.projects[0];
  expect((await use(client, "get_project", { id: project.id })).result.name).toBe(project.name);
  expect((await use(client, "list_projects")).result.data.length).toBeGreaterThan(0);
});

describe("an order", () => {
  it("is placed once although its response is lost, and the repeated call returns it", async () => {
    const metadata = randomUUID();
    let isLost = false;
    const losing: Fetch = async (url, init) => {
      const response = await serve(url, init);
      const isOrder = typeof init?.body === "string" && init.body.includes('"place_order"');
      if (!isOrder || isLost) return response;
      isLost = true;
      throw new TypeError("the connection was lost");
    };
    const client = await connect(key, losing);
    const args = order({ metadata });
    await expect(use(client, "place_order", args)).rejects.toThrow("lost");
    const again = await use(client, "place_order", args);
    expect(again).toMatchObject({ isError: false, result: { metadata } });
    expect(await countOrders(metadata)).toBe(1);
    const other = await use(client, "place_order", { ...args, amount_kg: 11 });
    expect(other.result.code).toBe("idempotency-changed-payload");
  });

  it("needs an idempotency key, and known arguments", async () => {
    const client = await connect(key);
    const { idempotency_key: _, ...keyless } = order();
    const refused = await use(client, "place_order", keyless);
    expect(refused).toMatchObject({ isError: true, result: { code: "invalid-parameters" } });
    const unknown = await use(client, "place_order", order({ color: "green" }));
    expect(unknown.result.error_codes).toEqual({ color: "unknown-field" });
    const query = await use(client, "list_projects", { color: "green" });
    expect(query.result.error_codes).toEqual({ color: "unknown-field" });
  });

  it("of another account is not found", async () => {
    const placed = await use(await connect(key), "place_order", order());
    const other = await connect((await makeAccount()).token);
    for (const tool of ["get_order", "get_certificate"]) {
      const { isError, result } = await use(other, tool, { id: placed.result.id });
      expect({ isError, code: result.code }).toEqual({ isError: true, code: "not-found" });
    }
    const escaping = await use(other, "get_order", { id: `../orders/${placed.result.id}` });
    expect(escaping.result.code).toBe("not-found");
  });

  it("cannot be placed with a key that can only read", async () => {
    const reader = await connect((await makeKey(account, "read")).token);
    expect(
      (await use(reader, "get_quote", { amount_kg: 1, portfolio_id: portfolioId })).isError,
    ).toBe(false);
    expect((await use(reader, "place_order", order())).result.code).toBe("forbidden");
  });
});

describe("a key with a spending limit", () => {
  it("orders up to its limit, and not a cent more, here and at /v1", async () => {
    const { token } = await makeKey(account, "write", 50);
    const client = await connect(token);
    const metadata = randomUUID();
    expect((await use(client, "place_order", order({ metadata }))).isError).toBe(false);
    const args = order({ amount_kg: 16, metadata });
    const beyond = await use(client, "place_order", args);
    expect(beyond).toMatchObject({
      isError: true,
      result: { status: 402, code: "spending-limit-exceeded" },
    });
    expect(beyond.result.detail).toMatch(
      /^The order costs \$0\.32; \$0\.30 of \$0\.50 are left in/,
    );
    const body = { amount_kg: 16, portfolio_id: portfolioId, metadata };
    const rest = await call("POST", "/orders", { key: token, body });
    expect(rest.json).toMatchObject({ status: 402, code: "spending-limit-exceeded" });
    const ride = await call("POST", "/orders/ride", {
      key: token,
      body: { distance_km: 1000, portfolio_id: portfolioId },
    });
    expect(ride.json.code).toBe("spending-limit-exceeded");
    // The key of the refused call is unused, so it can order what is left.
    const rest15 = await use(client, "place_order", { ...args, amount_kg: 15 });
    expect(rest15.isError).toBe(false);
    expect(await countOrders(metadata)).toBe(2);
  });

  it("never orders more with concurrent calls, and repeats cost nothing", async () => {
    const { token } = await makeKey(account, "write", 100);
    const client = await connect(token);
    const metadata = randomUUID();
    const calls = Array.from({ length: 12 }, () => order({ metadata }));
    const results = await Promise.all(
      [...calls, ...calls].map(async (args, nth) => {
        if (nth % 2 === 0) return (await use(client, "place_order", args)).isError;
        const { idempotency_key, ...body } = args;
        const headers = { "idempotency-key": idempotency_key };
        const { status } = await call("POST", "/orders", { key: token, body, headers });
        return status >= 400;
      }),
    );
    expect(results).toContain(true);
    expect(await countOrders(metadata)).toBe(5);
  });
});

describe("the endpoint", () => {
  const send = (init: RequestInit) => serve("http://till.test/mcp", init);
  const message = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    send({
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    });

  it("returns 401 for a wrong key, and without one", async () => {
    for (const authorization of ["Bearer ct_test_wrong", ""]) {
      const response = await post(message, { authorization });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    }
    await expect(connect("ct_test_wrong")).rejects.toThrow();
  });

  it("refuses other web pages, batches, subscriptions, large bodies and other methods", async () => {
    expect((await post(message)).status).toBe(200);
    expect((await post(message, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post([message, message])).status).toBe(400);
    expect((await post({ ...message, method: "subscriptions/listen" })).status).toBe(400);
    expect((await post("not JSON")).status).toBe(400);
    expect((await post(`"${"a".repeat(1024 * 1024)}"`)).status).toBe(413);
    const read = await send({ headers: { authorization: `Bearer ${key}` } });
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
    const response = await post(message);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(response.headers.get("mcp-session-id")).toBeNull();
  });
});
