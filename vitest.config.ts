// Vitest: the house test alone needs no database; every other file gets one of its own.
import { defineConfig } from "vitest/config";

const house = "server/testing/house.test.ts";

export default defineConfig({
  test: {
    // The default leaves one core to Vitest itself, which on two cores halves the speed.
    maxWorkers: "100%",
    projects: [
      { test: { name: "house", include: [house] } },
      {
        test: {
          name: "app",
          include: ["{app,server}/**/*.test.{ts,tsx}"],
          exclude: [house],
          globalSetup: "server/testing/global-setup.ts",
          setupFiles: "server/testing/each-file.ts",
          testTimeout: 20_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          env: { CT_LOG_LEVEL: "warn", CT_RATE_LIMIT: "off" },
        },
      },
    ],
  },
});
