import { expect, it } from "vitest";
import { checksumBase62, randomBase62 } from "#core/crypto";
import { call } from "#testing/api";
import { recordStatements } from "#testing/bench/record";
import { makeAccount } from "#testing/factories";

it("looks a made-up key up once in a few seconds", async () => {
  const body = `ct_test_${randomBase62(32)}`;
  const unknownKey = body + checksumBase62(body);
  const attempt = () => call("GET", "/orders", { key: unknownKey });
  expect((await attempt()).status).toBe(401);
  const statements = await recordStatements(attempt);
  expect(statements.map(({ name }) => name)).toEqual([]);
  const { token: key } = await makeAccount();
  expect((await call("GET", "/orders", { key })).status).toBe(200);
});

it("returns the same for HEAD as for GET without the body, and the methods for OPTIONS", async () => {
  const { token: key } = await makeAccount();
  const head = await call("HEAD", "/orders", { key });
  expect([head.status, head.text]).toEqual([200, ""]);
  const options = await call("OPTIONS", "/quotes");
  expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
});
