// Derived from the OpenAPI document: each parameter of each operation gets each of these values
// once.
import { beforeAll, describe, expect, it } from "vitest";
import { call, publishedContract } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { inParallel } from "#testing/in-parallel";

const hostile = [
  "%00",
  "a%00b",
  "%ed%a0%80",
  "%",
  "%25_%27%22;--",
  "x".repeat(8000),
  "9".repeat(400),
  "-1",
  "1e309",
  "NaN",
  "",
  "%20",
  "[]",
  "2026-13-45",
  "+275760-09-13T00:00:00Z",
];

let key: string;
beforeAll(async () => {
  const { token } = await makeAccount();
  key = token;
  await makeStock();
});

interface Tried {
  operation: { method: string; path: string };
  path: string;
  headers?: Record<string, string>;
}

async function listTries(where: string): Promise<Tried[]> {
  const { document } = await publishedContract();
  return document.operations.flatMap((operation) => {
    const named = operation.parameters.filter((it) => it.in === where);
    return named.flatMap(({ name }) =>
      hostile.map((value): Tried => {
        const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_all, it: string) =>
          where === "path" && it === name ? value || "%20" : "unknown",
        );
        if (where === "query") return { operation, path: `${filled}?${name}=${value}` };
        if (where === "path") return { operation, path: filled };
        return { operation, path: filled, headers: { [name]: value } };
      }),
    );
  });
}

async function failuresOf(tries: Tried[]): Promise<string[]> {
  const failures: string[] = [];
  await inParallel(tries, async ({ operation, path, headers = {} }) => {
    const sendsBody = operation.method === "POST" || operation.method === "PUT";
    const response = await call(operation.method, path, {
      key,
      headers,
      ...(sendsBody && { body: {} }),
    });
    if (response.status >= 500) failures.push(`${operation.method} ${path}: ${response.status}`);
  });
  return failures;
}

describe("every operation responds without a 5xx to any input", () => {
  it.each([
    ["query", 250],
    ["path", 200],
    ["header", 300],
  ])(
    "in the %s",
    async (where, least) => {
      const tries = await listTries(where);
      expect(tries.length).toBeGreaterThan(least);
      expect(await failuresOf(tries)).toEqual([]);
    },
    60_000,
  );
});

it("a cursor with a NUL is rejected by its name", async () => {
  for (const path of ["/orders", "/events", "/checkout/sessions", "/subaccounts"]) {
    for (const name of ["starting_after", "ending_before"]) {
      const response = await call("GET", `${path}?${name}=a%00b`, { key });
      expect([path, response.status, Object.keys(response.json.errors)]).toEqual([
        path,
        400,
        [name],
      ]);
    }
  }
});
