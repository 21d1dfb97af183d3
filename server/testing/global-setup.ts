// Before all tests of Vitest: the server, and the migrated template that test files clone.
import { log } from "#core/log";
import { startTestServer } from "#testing/cluster";
import { prepareTemplate } from "#testing/database";

export default async function setup(): Promise<() => Promise<void>> {
  const stop = await startTestServer();
  process.env["CT_TEST_TEMPLATE"] = await prepareTemplate(process.env["CT_TEST_SERVER"] ?? "", log);
  return stop;
}
