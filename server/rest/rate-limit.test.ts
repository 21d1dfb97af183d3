import type { IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { withCaller } from "#core/caller";
import { env } from "#core/env";
import { call, publishedContract } from "#testing/api";
import { recordStatements } from "#testing/bench/record";
import { makeAccount } from "#testing/factories";
import { withSettings } from "#testing/settings";
import { isCounted } from "./openapi-operations";
import { endpoints } from "./registry";

withSettings();

it("allows each key its requests per second, then returns 429", async () => {
  env.CT_RATE_LIMIT = "3,2";
  const { token: key } = await makeAccount();
  // Loaded now, because there is no time for it within the second.
  await publishedContract();
  const responses = await Promise.all([1, 2, 3, 4].map(() => call("GET", "/orders", { key })));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 200, 429]);
  const [refused] = responses.filter(({ status }) => status === 429);
  if (!refused) throw new Error("no request was rejected");
  expect(refused.json.type).toMatch(/\/errors\/rate-limited$/);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(refused.headers.get("ratelimit")).toMatch(/^"read";r=0;t=1$/);
  const write = await call("POST", "/subaccounts", { key, body: { name: "S" } });
  expect([write.status, write.headers.get("ratelimit-policy")]).toEqual([201, '"write";q=2;w=1']);
  const other = await makeAccount();
  expect((await call("GET", "/orders", { key: other.token })).status).toBe(200);
});

it("counts lookups without a key by IP address, and writes and reads separately", async () => {
  env.CT_RATE_LIMIT = "100,100,2";
  await publishedContract();
  const request = (remoteAddress: string, headers = {}) =>
    withCaller({ headers, socket: { remoteAddress } } as IncomingMessage, () =>
      call("GET", "/verify?serial=SBX-1-1"),
    );
  // The client's own X-Forwarded-For is not trusted.
  const responses = await Promise.all(
    [1, 2, 3].map((n) => request("198.51.100.7", { "x-forwarded-for": `192.0.2.${n}` })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
  const [refused] = responses.filter(({ status }) => status === 429);
  expect(refused?.json.detail).toBe("Without a key, an IP address can make 2 lookups per second.");
  expect(refused?.headers.get("retry-after")).toBe("1");
  expect(refused?.headers.get("ratelimit-policy")).toBe('"lookup";q=2;w=1');
  // This process knows that the limit is exceeded.
  expect(await recordStatements(() => request("198.51.100.7"))).toEqual([]);
  const other = await request("198.51.100.8");
  expect([other.status, other.headers.get("ratelimit")]).toEqual([200, '"lookup";r=1;t=1']);
});

it("limits each operation that its documentation says to be limited", async () => {
  env.CT_RATE_LIMIT = "1,1,1";
  const { token: key } = await makeAccount();
  const counted = endpoints.filter(isCounted);
  expect(counted.length).toBeGreaterThan(50);
  let allowed = counted;
  // Of each kind, one request a second is allowed, and fails for another reason.
  for (let round = 0; round < 20 && allowed.length > 0; round += 1) {
    const responses = await Promise.all(
      allowed.map(({ method, path }) => call(method, path.replace("{id}", "nowhere"), { key })),
    );
    allowed = allowed.filter((_, index) => responses[index]?.json.code !== "rate-limited");
  }
  expect(allowed.map(({ operationId }) => operationId)).toEqual([]);
});
