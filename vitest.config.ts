// Vitest: a test file's name says what it needs (CONTRIBUTING.md, "Tests").
import os from "node:os";
import { defineConfig } from "vitest/config";

const house = "server/testing/house.test.ts";
const named = (kind: string) => `{app,server}/**/*.${kind}.test.{ts,tsx}`;
/** Endurance tests that measure what a request costs while others run. */
const alone = [
  "server/gateways/images/hostile-images.endurance.test.ts",
  "server/http/rolling*.endurance.test.ts",
];

const common = {
  // Generous, because a busy machine needs the time.
  testTimeout: 180_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 90_000 } },
  env: { CT_LOG_LEVEL: "warn", CT_RATE_LIMIT: "off" },
};
const database = {
  ...common,
  globalSetup: "server/testing/global-setup.ts",
  setupFiles: ["server/testing/each-file.ts"],
};
// Loading the server for each file costs as much as its tests, so most files share a process.
const shared = { isolate: false };
const noTrace = "server/testing/no-trace.ts";

export default defineConfig({
  test: {
    // One more than cores, because tests also wait: for the database, processes and timers. The cap
    // is for the test database, which has 200 connections, and each worker may hold more than ten.
    maxWorkers: Math.min(os.availableParallelism() + 1, 12),
    projects: [
      // One pass over the whole repository is slow on a busy machine.
      { test: { name: "house", include: [house], testTimeout: 120_000 } },
      {
        test: {
          ...common,
          ...shared,
          name: "unit",
          include: [named("unit")],
          setupFiles: [noTrace, "server/testing/log-of-tests.ts"],
        },
      },
      {
        test: {
          ...database,
          ...shared,
          env: { ...database.env, CT_TEST_SHARED: "1" },
          name: "shared",
          include: ["{app,server}/**/*.test.{ts,tsx}"],
          exclude: [
            house,
            ...["unit", "isolated", "endurance", "nightly"].map(named),
            // `npm test -- --core` runs without modules.
            ...(process.env["CT_MODULES"] === "none" ? ["server/modules/**"] : []),
          ],
          setupFiles: [...database.setupFiles, noTrace],
        },
      },
      { test: { ...database, name: "isolated", include: [named("isolated")] } },
      {
        test: {
          ...database,
          name: "endurance",
          include: [named("endurance")],
          exclude: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...database,
          name: "endurance-alone",
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...database,
          name: "nightly",
          include: [named("nightly")],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
