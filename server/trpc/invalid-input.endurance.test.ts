import { beforeAll, expect, it } from "vitest";
import { hostileFailures, permittedContext, typeFailures } from "#testing/hostile-inputs";
import { withLivePayments } from "#testing/settings";
import type { TrpcContext } from "./context";

withLivePayments();

let ctx: TrpcContext;

beforeAll(async () => {
  ctx = await permittedContext();
});

it("every procedure rejects an input of any other type", async () => {
  expect(await typeFailures(ctx)).toEqual([]);
}, 240_000);

it("no procedure fails because of any value of a field, and each names what it rejects", async () => {
  const { tried, failures } = await hostileFailures(ctx);
  expect(failures).toEqual([]);
  expect(tried).toBeGreaterThan(1000);
}, 240_000);
