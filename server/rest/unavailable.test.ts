import { setTimeout } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { withClient } from "#core/db-client";
import { call } from "#testing/api";
import { makeAccount } from "#testing/factories";
import { startingDatabase } from "#testing/starting-database";
import { payForm } from "./checkout-forms";

const url = process.env["DATABASE_URL"];
afterEach(() => {
  process.env["DATABASE_URL"] = url;
});

it("connections that the server drops are a 503, and a client that retries after Retry-After succeeds", async () => {
  const { token } = await makeAccount();
  const cutAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  const statuses = new Set<number>();
  for (let round = 0; round < 10; round += 1) {
    const requests = Array.from({ length: 8 }, () =>
      call("POST", "/subaccounts", { key: token, body: { name: "Cut" } }),
    );
    // Not on the pool, whose connections may have been cut in the round before.
    await withClient(String(url), (client) => client.query(cutAll));
    for (const { status } of await Promise.all(requests)) statuses.add(status);
  }
  expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  // A pooled connection may notice only at the next request, which gets a 503 too.
  const last = await call("GET", "/orders", { key: token });
  await setTimeout(Number(last.headers.get("retry-after") ?? 0) * 1000);
  expect((await call("GET", "/orders", { key: token })).status).toBe(200);
});

it("a customer who pays while the database starts up gets a 503 with Retry-After", async () => {
  const server = await startingDatabase();
  try {
    const body = new URLSearchParams({ email: "ada@example.com", number: "4242424242424242" });
    const headers = { "sec-fetch-site": "same-origin" };
    const request = () => new Request("http://till/pay", { method: "POST", headers, body });
    const responses = await Promise.all([payForm(request(), "cs_1"), payForm(request(), "cs_2")]);
    for (const response of responses) expect(response.status).toBe(503);
    expect(responses[0]?.headers.get("retry-after")).toBe("1");
  } finally {
    await server.close();
  }
});
