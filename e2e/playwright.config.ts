import os from "node:os";
import { defineConfig } from "playwright/test";
import { BROWSER_ARGUMENTS } from "#testing/browser";

const executablePath = process.env["CT_CHROMIUM"];

export default defineConfig({
  testDir: ".",
  projects: [
    { name: "journeys", testIgnore: ["**/*.endurance.spec.ts", "**/*.nightly.spec.ts"] },
    { name: "endurance", testMatch: "**/*.endurance.spec.ts" },
    { name: "nightly", testMatch: "**/*.nightly.spec.ts" },
  ],
  outputDir: "../.data/e2e",
  forbidOnly: Boolean(process.env["CI"]),
  fullyParallel: true,
  // All workers share one product, which is the bottleneck on machines with many cores.
  workers: Math.min(os.availableParallelism(), 8),
  // Generous, because a busy machine needs the time.
  timeout: 240_000,
  expect: { timeout: 90_000 },
  reporter: [
    ["../server/testing/browser-progress.ts"],
    ["json", { outputFile: "../.data/reports/playwright.json" }],
  ],
  use: {
    baseURL: process.env["CT_E2E_URL"] ?? "",
    // Recording takes a sixth of the run. CT_TRACE=1 turns it on.
    trace: process.env["CT_TRACE"] ? "retain-on-failure" : "off",
    // Animations are not tested and take time.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: BROWSER_ARGUMENTS,
    },
  },
  webServer: {
    command: `"${process.execPath}" --import tsx server/testing/product.ts`,
    cwd: "..",
    // Playwright puts the named groups into the environment in capitals: CT_E2E_URL and so on.
    wait: {
      stdout:
        /The product is at (?<ct_e2e_url>\S+) with key (?<ct_e2e_key>\S+) and password (?<ct_e2e_password>\S+) in (?<ct_e2e_folder>\S+) on (?<ct_e2e_database>\S+)/,
    },
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
    stderr: "pipe",
  },
});
