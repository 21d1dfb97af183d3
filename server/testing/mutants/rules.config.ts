// Vitest for mutants of rules: a room's unit tests, with the same random values for each mutant.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.unit.test.ts"],
    setupFiles: ["server/testing/mutants/fixed-seed.ts"],
    env: { CT_LOG_LEVEL: "warn", CT_RATE_LIMIT: "off" },
    testTimeout: 20_000,
    isolate: false,
  },
});
