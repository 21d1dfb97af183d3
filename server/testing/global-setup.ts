// Before all tests: one PostgreSQL without durability, and the template that tests clone.
import path from "node:path";
import { startPostgres } from "#core/embedded-postgres";
import { log } from "#core/log";
import { prepareTemplate } from "#testing/database";

/** Leaves the addresses in the environment, where test files and their children find them. */
export default async function setup(): Promise<() => Promise<void>> {
  const given = process.env["CT_TEST_DATABASE_URL"];
  const dataDir = path.resolve(process.env["CT_DATA_DIR"] || ".data", "test");
  const own = given ? undefined : await startPostgres({ dataDir, durable: false, log });
  const server = own?.url ?? given ?? "";
  process.env["CT_TEST_SERVER"] = server;
  process.env["CT_TEST_RUN"] = String(process.pid);
  process.env["CT_TEST_TEMPLATE"] = await prepareTemplate(server, log);
  return async () => own?.stop();
}
