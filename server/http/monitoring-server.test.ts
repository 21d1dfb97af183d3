import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, database } from "#core/db";
import { type ProcessState, readinessOf, recordSchema } from "#core/readiness";
import { freePort } from "#setup/free-port";
import { openMonitoringServer } from "./monitoring-server";

let state: ProcessState = "ok";
let origin = "";
let close: () => Promise<void>;

beforeAll(async () => {
  const server = await openMonitoringServer({ port: 0, processState: () => state });
  if (!server) throw new Error("the server did not open");
  origin = `http://127.0.0.1:${server.port}`;
  close = server.close;
});
afterAll(() => close());

async function ready() {
  const response = await fetch(`${origin}/readyz`);
  const body = (await response.json()) as { status: string; checks: Record<string, string> };
  return { status: response.status, ...body.checks, text: body.status };
}

const ok = { process: "ok", database: "ok", schema: "ok" };

it("is ready with each check, uncached, and has nothing else", async () => {
  expect(await ready()).toEqual({ status: 200, text: "ready", ...ok });
  const response = await fetch(`${origin}/readyz`, { method: "HEAD" });
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  expect((await fetch(`${origin}/readyz`, { method: "POST" })).status).toBe(405);
  expect((await fetch(`${origin}/v1/orders`)).status).toBe(404);
});

it("opens no port without a number, and names the setting of one that is taken", async () => {
  const processState = () => state;
  expect(await openMonitoringServer({ port: undefined, processState })).toBeNull();
  const port = Number(new URL(origin).port);
  await expect(openMonitoringServer({ port, processState })).rejects.toThrow(/CT_METRICS_PORT/);
});

it("asks the database once for a flood of requests", async () => {
  const shared = database();
  const { query } = shared;
  let queries = 0;
  shared.query = (statement, values) => {
    queries += 1;
    return query(statement, values);
  };
  const responses = await Promise.all(Array.from({ length: 300 }, ready));
  shared.query = query;
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(queries).toBeLessThan(10);
});

it("is not ready from a write that finds the disk full until one succeeds", async () => {
  // As PostgreSQL fails where a table needs a new page.
  const full = "RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'";
  const run = (text: string) => database().query({ name: "", text }, []);
  await run(`CREATE FUNCTION fail_as_full() RETURNS event_trigger LANGUAGE plpgsql
    AS $$ BEGIN ${full}; END $$`);
  await run("CREATE EVENT TRIGGER full_disk ON ddl_command_start EXECUTE FUNCTION fail_as_full()");
  await expect(run(`DO $$ BEGIN ${full}; END $$`)).rejects.toThrow("No space");
  await expect.poll(ready).toMatchObject({ status: 503, database: "disk-full" });
  await run("DROP EVENT TRIGGER full_disk");
  await expect.poll(ready).toMatchObject({ status: 200, database: "ok" });
});

it("is not ready before the start and after the stop", async () => {
  for (const process of ["starting", "stopping"] as const) {
    state = process;
    expect(await ready()).toEqual({ status: 503, text: "not ready", ...ok, process });
  }
  state = "ok";
});

it("is not ready without a database or with a read-only one, and lives on", async () => {
  const url = process.env["DATABASE_URL"];
  await closeDatabase();
  process.env["DATABASE_URL"] = `postgresql://nobody@127.0.0.1:${await freePort()}/none`;
  await expect
    .poll(ready, { timeout: 20_000 })
    .toMatchObject({ status: 503, database: "unreachable" });
  expect((await fetch(`${origin}/livez`)).status).toBe(200);
  await closeDatabase();
  process.env["DATABASE_URL"] = url;
  await expect.poll(ready, { timeout: 20_000 }).toMatchObject({ status: 200 });
  expect(readinessOf("ok", { database: "read-only", schema: "ok" }).isReady).toBe(false);
});

it("is not ready on a schema of a later version", async () => {
  recordSchema("outdated");
  expect(await ready()).toMatchObject({ status: 503, schema: "outdated" });
  recordSchema("ok");
  expect(await ready()).toMatchObject({ status: 200, schema: "ok" });
});
