// No request gets a response that breaks the contract, and none changes another account.
import { afterAll, expect, it } from "vitest";
import { log } from "#core/log";
import { fuzz } from "#testing/fuzz/fuzz";
import { fuzzSockets } from "#testing/fuzz/sockets";
import { enduranceSeed } from "#testing/seed";

const REQUESTS = 20_000;
const CONNECTIONS = 500;
const SEED = enduranceSeed();

// The test reports each failure itself.
const level = log.level;
log.level = "silent";
afterAll(() => {
  log.level = level;
});

it(`${REQUESTS} requests drawn from the OpenAPI document all get responses that match the contract`, async () => {
  const { sent, failures, untried } = await fuzz({ requests: REQUESTS, seed: SEED });
  expect(failures.join("\n\n")).toBe("");
  expect([sent, untried]).toEqual([REQUESTS, []]);
}, 900_000);

it(`${CONNECTIONS} connections with unusual and damaged bytes leave the server running`, async () => {
  const { sent, failures } = await fuzzSockets({ connections: CONNECTIONS, seed: SEED });
  expect(failures.join("\n\n")).toBe("");
  expect(sent).toBe(CONNECTIONS);
}, 300_000);
