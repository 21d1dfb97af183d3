// The tests of the API and the dashboard's procedures pass through PgBouncer in transaction mode.
import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { keepsPreparedStatements, pgbouncerVersion, startPgbouncer } from "#testing/pgbouncer";
import { runNode } from "#testing/runners";

const version = pgbouncerVersion();
const title = version ? `PgBouncer ${version}` : "PgBouncer, which is not installed";
// Tests of plans find statements by the names under which they are prepared, which a pooler may not keep.
const FILES = ["server/rest", "server/trpc"]
  .flatMap((room) => fs.readdirSync(room).map((file) => `${room}/${file}`))
  .filter((file) => file.endsWith(".test.ts") && !file.endsWith("-plans.test.ts"))
  .concat("server/testing/dashboard-and-api");

describe.skipIf(!version)(title, () => {
  it("passes every test of the API and of the dashboard's procedures", async () => {
    const server = process.env["CT_TEST_SERVER"] ?? "";
    // Its clients hold connections for transactions that wait for each other.
    const pooler = await startPgbouncer(server, { default_pool_size: "20" });
    const env = {
      CT_TEST_DATABASE_URL: server,
      CT_TEST_POOLER: pooler.url,
      CT_PREPARED: keepsPreparedStatements(version ?? "") ? "1" : "0",
      // Each file sets its own.
      DATABASE_DIRECT_URL: server,
      DATABASE_URL: undefined,
      VITEST_POOL_ID: undefined,
      VITEST_WORKER_ID: undefined,
      FORCE_COLOR: undefined,
      NO_COLOR: "1",
    };
    const vitest = ["node_modules/vitest/vitest.mjs", "run", "--reporter=dot"];
    const projects = ["--project=shared", "--project=isolated"];
    // They look statements up by the names under which they are prepared.
    const unprepared = keepsPreparedStatements(version ?? "")
      ? []
      : ["--exclude=**/*-plans.test.ts"];
    try {
      const how = { quiet: true, env, timeoutMs: 600_000 };
      const { code, output } = await runNode(
        [...vitest, ...projects, ...unprepared, ...FILES],
        how,
      );
      expect(code, output).toBe(0);
      expect(output).toMatch(/Test Files +\d{2,} passed/);
    } finally {
      await pooler.stop();
    }
  }, 660_000);
});
