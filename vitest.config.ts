// Vitest: the house test alone needs no database; every other file gets one of its own.
import fs from "node:fs";
import { defineConfig } from "vitest/config";

const house = "server/testing/house.test.ts";

/** How a file looks that leaves something behind in its process, or needs one without traces. */
const NEEDS_ITS_OWN = [
  /process\.env|\benv[.[]|\bvi\.|log\.level|sessionCookie|certificate-pdf|domain\/checkout/,
  /#testing\/(private-network|live-payments|checkout|mail-server)/,
];

const all = fs.globSync("{app,server}/**/*.test.{ts,tsx}").filter((file) => file !== house);
const inRooms =
  /^(app|server\/(domain|trpc|rest|http|gateways|core\/(?!db|embedded|migr)|[a-z-]+\.test))/;
/** To load the server for each file costs as much as its tests: these share their processes. */
const sharing = all.filter((file) => {
  const text = fs.readFileSync(file, "utf8");
  return inRooms.test(file) && !NEEDS_ITS_OWN.some((trace) => trace.test(text));
});

const common = {
  globalSetup: "server/testing/global-setup.ts",
  setupFiles: "server/testing/each-file.ts",
  testTimeout: 20_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  env: { CT_LOG_LEVEL: "warn", CT_RATE_LIMIT: "off" },
};

export default defineConfig({
  test: {
    // The default leaves one core to Vitest itself, which on two cores halves the speed.
    maxWorkers: "100%",
    projects: [
      { test: { name: "house", include: [house] } },
      { test: { ...common, name: "sharing", include: sharing, isolate: false } },
      { test: { ...common, name: "apart", include: all, exclude: sharing } },
    ],
  },
});
