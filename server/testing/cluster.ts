// The PostgreSQL that tests run on: one without durability of our own, or CT_TEST_DATABASE_URL.
import path from "node:path";
import { log } from "#core/log";
import { startPostgres } from "#setup/embedded-postgres";

/**
 * Starts (or finds) it and leaves its address in the environment, for #testing/database. Returns
 * what stops it if no other test run uses it.
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  const given = process.env["CT_TEST_DATABASE_URL"];
  const dataDir = path.resolve(process.env["CT_DATA_DIR"] || ".data", "test");
  const own = given ? undefined : await startPostgres({ dataDir, durable: false, log });
  process.env["CT_TEST_SERVER"] = own?.url ?? given ?? "";
  process.env["CT_TEST_RUN"] = String(process.pid);
  return async () => own?.stop();
}
