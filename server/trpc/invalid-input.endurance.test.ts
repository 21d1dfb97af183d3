import { expect, it } from "vitest";
import { hostileFailures, permittedContext } from "#testing/hostile-inputs";
import { withLivePayments } from "#testing/settings";

withLivePayments();

it("no procedure fails because of any value of a field, and each names what it rejects", async () => {
  const { tried, failures } = await hostileFailures(await permittedContext());
  expect(failures).toEqual([]);
  expect(tried).toBeGreaterThan(1000);
}, 240_000);
