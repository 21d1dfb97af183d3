// Runs the guide's webhook receivers in the languages that not every machine has, unchanged.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { test } from "./checked-test";
import { testReceivers } from "./webhook-receiver";

const run = promisify(execFile);

/** The program itself is started, because `go run` would leave it running. */
async function buildGo(cwd: string): Promise<boolean> {
  const args = ["build", "-o", "receiver", "receiver.go"];
  const failure = await run("go", args, { cwd }).then(
    () => null,
    (error) => error,
  );
  if (failure && failure.code !== "ENOENT") throw failure;
  return failure === null;
}

test.slow();

testReceivers([
  {
    id: "php",
    file: "receiver.php",
    command: "php",
    argsOf: (port) => ["-S", `127.0.0.1:${port}`, "receiver.php"],
  },
  { id: "go", file: "receiver.go", command: "./receiver", argsOf: () => [], build: buildGo },
  { id: "ruby", file: "receiver.rb", command: "ruby", argsOf: () => ["receiver.rb"] },
]);
