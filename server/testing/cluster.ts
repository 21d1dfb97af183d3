// PostgreSQL for tests: our own server without durability, or CT_TEST_DATABASE_URL.
import path from "node:path";
import { log } from "#core/log";
import { startPostgres } from "#setup/embedded-postgres";

/**
 * Starts or finds the server and puts its address into the environment, for #testing/database.
 * Returns a function that stops the server unless another test run uses it.
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  const given = process.env["CT_TEST_DATABASE_URL"];
  const dataDir = path.resolve(process.env["CT_DATA_DIR"] || ".data", "test");
  const own = given ? undefined : await startPostgres({ dataDir, durable: false, log });
  process.env["CT_TEST_SERVER"] = own?.url ?? given ?? "";
  process.env["CT_TEST_RUN"] = String(process.pid);
  return async () => own?.stop();
}
