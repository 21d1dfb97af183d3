// The document tells of every endpoint, and of nothing else.
import { expect, it } from "vitest";
import { call } from "#testing/api";
import { endpoints } from "./registry";

it("GET /openapi.json needs no key and describes exactly the endpoints that there are", async () => {
  const { status, json } = await call("GET", "/openapi.json");
  expect(status).toBe(200);
  expect(json.openapi).toMatch(/^3\.1\./);
  const described = Object.entries<object>(json.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const real = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual([...real, "GET /openapi.json"].sort());
});

it("every reference in the document leads somewhere, and every operation is named once", async () => {
  const { json, text } = await call("GET", "/openapi.json");
  for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const target = path?.split("/").reduce((node, part) => node?.[part], json);
    expect(target, path).toBeTruthy();
  }
  const names = endpoints.map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(text).toContain("Idempotency-Key");
  expect(text).toContain("X-Subaccount-Id");
});
