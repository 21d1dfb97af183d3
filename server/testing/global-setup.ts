// Runs once before all Vitest tests: starts the server and creates the template.
import { log } from "#core/log";
import { startTestServer } from "#testing/cluster";
import { dropDatabases, prepareTemplate } from "#testing/database";

export default async function setup(): Promise<() => Promise<void>> {
  const stop = await startTestServer();
  process.env["CT_TEST_TEMPLATE"] = await prepareTemplate(process.env["CT_TEST_SERVER"] ?? "", log);
  return async () => {
    await dropDatabases();
    await stop();
  };
}
