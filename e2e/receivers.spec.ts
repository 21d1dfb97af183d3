// Runs the guide's webhook receivers unchanged; those in other languages are in the endurance lane.
import { test } from "./checked-test";
import { stopReceivers, verifyReceiver } from "./webhook-receiver";

test.afterEach(stopReceivers);

for (const [id, command, file] of [
  ["node", process.execPath, "receiver.mjs"],
  ["python", "python3", "receiver.py"],
] as const) {
  test(`the guide's receiver in ${id} accepts genuine callbacks, each once, and no others`, async ({
    page,
  }, info) => {
    const language = { id, file, command, argsOf: () => [file] };
    const isInstalled = await verifyReceiver(page, info, language);
    test.skip(!isInstalled, `not run: ${command} is not installed`);
  });
}
