// The official MCP client against the built product.
import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "playwright/test";
import { test } from "./checked-test";

test("an AI agent quotes, orders once, and finds the certificate", async ({ baseURL, request }) => {
  const authorization = `Bearer ${process.env["CT_E2E_KEY"]}`;
  const client = new Client({ name: "test", version: "1" });
  const url = new URL("/mcp", baseURL);
  const requestInit = { headers: { authorization } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const use = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent } = await client.callTool({ name, arguments: args });
    return structuredContent as Record<string, string>;
  };
  const quote = await use("get_quote", { amount_kg: 3 });
  const order = { amount_kg: 3, idempotency_key: randomUUID() };
  const placed = await use("place_order", order);
  expect(placed["price_usd_cents"]).toBe(quote["price_usd_cents"]);
  expect(await use("place_order", order)).toEqual(placed);
  const id = placed["id"];
  await expect.poll(async () => (await use("get_order", { id }))["state"]).toBe("fulfilled");
  const certificate = await use("get_certificate", { id });
  const page = await request.get(certificate["certificate_public_url"] ?? "");
  expect(page.status()).toBe(200);
  await client.close();

  const refused = await request.post(url.href, {
    data: {},
    headers: { authorization: "Bearer x" },
  });
  expect(refused.status()).toBe(401);
  expect((await request.get(url.href)).status()).toBe(405);
});
